/** What an answer to `can_use_tool` may leave behind: rules, modes, settings. */
import { bash, named } from '../names.ts'
import { differing, type Group } from '../rule.ts'
import { HOLDS, must, mustBe, saw } from '../verdict.ts'
import { allow, answered, asks, DENY, suggestionsOf } from './approval-steps.ts'

export const remembering: Group = {
  name: 'remembered permissions',
  rules: [
    {
      id: 'R-APPROVE-18',
      title: 'a rule for the session keeps the same use from being asked',
      run: async (lab) => {
        const tool = bash(`touch ${lab.path('remembered.txt')}`)
        const cli = lab.shared()
        lab.play(cli, [[tool]])
        const asked = await cli.asked()
        const rules = [{ toolName: 'Bash', ruleContent: tool.input.command }]
        const rule = { type: 'addRules', rules, behavior: 'allow', destination: 'session' }
        cli.answer(asked, allow(asked, { updatedPermissions: [rule] }))
        await cli.result()
        must(!(await asks(lab, tool)), 'the same is not asked again')
        must(await asks(lab, bash(`touch ${lab.path('other.txt')}`)), 'another is asked')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-19',
      title: 'a rule for localSettings is written, and honoured',
      versions: differing('not without trust', 'at once'),
      run: async (lab) => {
        const tool = bash(`mkdir ${lab.path('local')}`)
        const cli = lab.start()
        lab.play(cli, [[tool]])
        const asked = await cli.asked()
        const updatedPermissions = suggestionsOf(asked).filter(
          ({ destination }) => destination === 'localSettings',
        )
        must(updatedPermissions.length > 0, 'a rule for localSettings is suggested')
        cli.answer(asked, allow(asked, { updatedPermissions }))
        await cli.result()
        mustBe(lab.read('.claude/settings.local.json'), /mkdir/, 'the settings')
        return saw((await asks(lab, tool, cli)) ? 'not without trust' : 'at once')
      },
    },
    {
      id: 'R-APPROVE-21',
      title: 'all suggestions sent back also switch the mode',
      run: async (lab) => {
        const cli = lab.start()
        const { seen } = await answered(
          lab,
          'all.txt',
          (asked) => allow(asked, { updatedPermissions: suggestionsOf(asked) }),
          cli,
        )
        const modes = named(seen, 'status').flatMap(({ permissionMode }) => permissionMode ?? [])
        mustBe(modes, ['acceptEdits'], 'the modes told')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-22',
      title: 'nonsense in updatedPermissions does not matter',
      run: async (lab) => {
        const nonsense = [{ type: 'forgetEverything', destination: 'nowhere' }]
        const { ran } = await answered(lab, 'nonsense.txt', (asked) =>
          allow(asked, { updatedPermissions: nonsense }),
        )
        must(ran, 'the tool runs')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-23',
      title: 'updatedPermissions on a denial are ignored',
      run: async (lab) => {
        const tool = bash(`touch ${lab.path('on-deny.txt')}`)
        const cli = lab.shared()
        lab.play(cli, [[tool]])
        const rules = [{ toolName: 'Bash', ruleContent: tool.input.command }]
        const rule = { type: 'addRules', rules, behavior: 'allow', destination: 'session' }
        cli.answer(await cli.asked(), { ...DENY, updatedPermissions: [rule] })
        await cli.result()
        must(await asks(lab, tool), 'the same is asked again')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-24',
      title: 'applyPermissionSuggestion has no effect',
      run: async (lab) => {
        const tool = bash(`touch ${lab.path('suggested.txt')}`)
        const cli = lab.shared()
        lab.play(cli, [[tool]])
        const asked = await cli.asked()
        const [applyPermissionSuggestion] = suggestionsOf(asked)
        cli.answer(asked, allow(asked, { applyPermissionSuggestion }))
        await cli.result()
        must(await asks(lab, tool), 'the same is asked again')
        return HOLDS
      },
    },
  ],
}
