/** The lasting effects of an answer to `can_use_tool`: rules, modes, settings. */
import type { ToolStep } from '../../simulator/index.ts'
import type { Lab } from '../lab.ts'
import { bash } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { allow, answered, asks, DENY, decided, modesIn, suggestionsOf } from './steps.ts'

/** A command that needs permission; the first version asks about `touch` and similar commands whatever the rules say. */
const link = (lab: Lab, name: string) => bash(`ln -s nowhere ${lab.path(name)}`)

/** A session rule that allows exactly this command. */
const ruleFor = ({ input }: ToolStep) => ({
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: input.command }],
  behavior: 'allow',
  destination: 'session',
})

export const remembering: Group = {
  name: 'remembered permissions',
  rules: [
    rule('R-APPROVE-18', 'a rule for the session keeps the same use from being asked', async (lab) => {
      const tool = link(lab, 'remembered')
      await decided(lab, tool, (asked) => allow(asked, { updatedPermissions: [ruleFor(tool)] }))
      must(!(await asks(lab, tool)), 'the same is not asked again')
      must(await asks(lab, link(lab, 'other')), 'another is asked')
    }),
    {
      id: 'R-APPROVE-19',
      title: 'a rule for localSettings is written, and honoured',
      versions: differing('not without trust', 'at once', 'at once'),
      run: async (lab) => {
        const tool = bash(`chmod +x ${lab.cwd}`)
        const cli = lab.start()
        lab.play(cli, [[tool]])
        const asked = await cli.asked()
        const updatedPermissions = suggestionsOf(asked).filter(
          ({ destination }) => destination === 'localSettings',
        )
        must(updatedPermissions.length > 0, 'a rule for localSettings is suggested')
        cli.answer(asked, allow(asked, { updatedPermissions }))
        await cli.result()
        // Newer versions write the file in parallel to the turn.
        const file = '.claude/settings.local.json'
        await lab.turnsOut(
          () => lab.has(file) && lab.read(file).includes('chmod'),
          'the rule in the settings',
        )
        return saw((await asks(lab, tool, cli)) ? 'not without trust' : 'at once')
      },
    },
    rule('R-APPROVE-21', 'all suggestions sent back also switch the mode', async (lab) => {
      const cli = lab.start()
      const { seen } = await answered(
        lab,
        'all.txt',
        (asked) => allow(asked, { updatedPermissions: suggestionsOf(asked) }),
        cli,
      )
      mustBe(modesIn(seen), ['acceptEdits'], 'the modes reported')
    }),
    {
      id: 'R-APPROVE-22',
      title: 'nonsense in updatedPermissions does not matter',
      versions: differing('the tool runs', 'the tool runs', 'the tool fails'),
      run: async (lab) => {
        const nonsense = [{ type: 'forgetEverything', destination: 'nowhere' }]
        const { ran, told } = await answered(lab, 'nonsense.txt', (asked) =>
          allow(asked, { updatedPermissions: nonsense }),
        )
        mustBe(told, { isError: !ran }, 'the tool result')
        return saw(ran ? 'the tool runs' : 'the tool fails')
      },
    },
    rule('R-APPROVE-23', 'updatedPermissions on a denial are ignored', async (lab) => {
      const tool = link(lab, 'on-deny')
      await decided(lab, tool, () => ({ ...DENY, updatedPermissions: [ruleFor(tool)] }))
      must(await asks(lab, tool), 'the same is asked again')
    }),
    rule('R-APPROVE-24', 'applyPermissionSuggestion has no effect', async (lab) => {
      const tool = link(lab, 'suggested')
      await decided(lab, tool, (asked) => {
        const [applyPermissionSuggestion] = suggestionsOf(asked)
        return allow(asked, { applyPermissionSuggestion })
      })
      must(await asks(lab, tool), 'the same is asked again')
    }),
  ],
}
