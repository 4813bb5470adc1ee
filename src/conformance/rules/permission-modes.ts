/** Which tools are asked about in which mode, and several at once. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../protocol/json.ts'
import { inputOf } from '../driver.ts'
import { ASK, type Lab, STREAM } from '../lab.ts'
import { at } from '../match.ts'
import { bash, named, resultsIn, write } from '../names.ts'
import type { Group } from '../rule.ts'
import { HOLDS, must, mustBe } from '../verdict.ts'

/** A turn in which the model calls the tool; nobody answers what is asked. */
async function unasked(lab: Lab, args: readonly string[], tool: ReturnType<typeof write>, env = {}) {
  const cli = lab.start({ args: [...STREAM, ...ASK, ...args], env })
  lab.play(cli, [[tool]])
  const end = await cli.next(({ type }: JsonObject) => type === 'control_request' || type === 'result')
  must(end.type === 'result', 'nothing is asked')
  return { cli, result: end }
}

export const permissionModes: Group = {
  name: 'permission modes',
  rules: [
    {
      id: 'R-APPROVE-27',
      title: 'several approvals at once, answered in any order',
      run: async (lab) => {
        const outside = join(lab.home, 'outside')
        mkdirSync(outside)
        const reads = ['one', 'two'].map((name) => {
          writeFileSync(join(outside, name), `this is ${name}`)
          return { tool: 'Read', input: { file_path: join(outside, name) } }
        })
        const cli = lab.shared()
        const from = cli.here
        lab.play(cli, [reads])
        const asked = [await cli.asked(), await cli.asked()]
        const [first = {}, second = {}] = asked
        cli.answer(second, { behavior: 'allow', updatedInput: inputOf(second) })
        await cli.settled()
        cli.answer(first, { behavior: 'deny', message: 'Not this one.' })
        await cli.result()
        const texts = resultsIn(cli.since(from)).map(({ text }) => text)
        must(texts.includes('Not this one.'), 'one is denied')
        must(
          texts.some((text) => text.includes('this is')),
          'the other is read',
        )
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-28',
      title: 'tools that change something are asked about one by one',
      run: async (lab) => {
        const cli = lab.shared()
        const from = cli.here
        lab.play(cli, [[write(lab.path('a.txt')), write(lab.path('b.txt'))]])
        const first = await cli.asked()
        await cli.settled()
        must(named(cli.since(from), 'control_request').length === 1, 'one is asked about')
        cli.answer(first, { behavior: 'allow', updatedInput: inputOf(first) })
        const second = await cli.asked()
        cli.answer(second, { behavior: 'allow', updatedInput: inputOf(second) })
        await cli.result()
        must(lab.has('a.txt') && lab.has('b.txt'), 'both are written')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-34',
      title: 'acceptEdits does not ask about Write',
      run: async (lab) => {
        await unasked(lab, ['--permission-mode', 'acceptEdits'], write(lab.path('accepted.txt')))
        must(lab.has('accepted.txt'), 'the file is written')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-35',
      title: 'dontAsk denies and says so',
      run: async (lab) => {
        const { cli } = await unasked(lab, ['--permission-mode', 'dontAsk'], write(lab.path('dont.txt')))
        must(!lab.has('dont.txt'), 'the file is not written')
        mustBe(named(cli.messages, 'permission_denied'), [{ tool_name: 'Write' }], 'permission_denied')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-36',
      title: 'bypassPermissions never asks',
      run: async (lab) => {
        const mode = ['--permission-mode', 'bypassPermissions', '--allow-dangerously-skip-permissions']
        await unasked(lab, mode, write(lab.path('bypassed.txt')), { IS_SANDBOX: '1' })
        must(lab.has('bypassed.txt'), 'the file is written')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-38',
      title: 'an allowed tool is not asked about',
      run: async (lab) => {
        const args = ['--permission-mode', 'default', '--allowedTools', 'Write']
        await unasked(lab, args, write(lab.path('allowed.txt')))
        must(lab.has('allowed.txt'), 'the file is written')
        return HOLDS
      },
    },
    {
      id: 'R-APPROVE-39',
      title: 'plan mode asks about Write, and an allow writes',
      run: async (lab) => {
        const cli = lab.start({ args: [...STREAM, ...ASK, '--permission-mode', 'plan'] })
        lab.play(cli, [[write(lab.path('planned.txt'))]])
        const asked = await cli.asked()
        mustBe(at(asked, 'request', 'decision_reason_type'), 'mode', 'decision_reason_type')
        cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
        await cli.result()
        must(lab.has('planned.txt'), 'the file is written')
        return HOLDS
      },
    },
    {
      id: 'R-CONTROL-54',
      title: 'set_permission_mode tells the mode only where it changes',
      run: async (lab) => {
        const cli = lab.shared()
        const told = async (mode: string) => {
          const from = cli.here
          mustBe(
            await cli.call({ subtype: 'set_permission_mode', mode }),
            { response: { mode } },
            'the answer',
          )
          await cli.settled()
          return named(cli.since(from), 'status').map(({ permissionMode }) => permissionMode)
        }
        mustBe(await told('acceptEdits'), ['acceptEdits'], 'what is told of a change')
        mustBe(await told('acceptEdits'), [], 'what is told of none')
        await told('default')
        return HOLDS
      },
    },
    {
      id: 'R-CONTROL-57',
      title: 'bypassPermissions needs its flag',
      run: async (lab) => {
        const answer = await lab.shared().call({ subtype: 'set_permission_mode', mode: 'bypassPermissions' })
        mustBe(answer, { subtype: 'error' }, 'the answer')
        return HOLDS
      },
    },
    {
      id: 'R-FLAG-20',
      title: '--allow-dangerously-skip-permissions makes it available',
      run: async (lab) => {
        const more = ['--allow-dangerously-skip-permissions']
        const cli = lab.start({ more, env: { IS_SANDBOX: '1' } })
        lab.play(cli, [[bash(`touch ${lab.path('still-asked')}`)]])
        cli.answer(await cli.asked(), { behavior: 'deny', message: 'No.' })
        await cli.result()
        const answer = await cli.call({ subtype: 'set_permission_mode', mode: 'bypassPermissions' })
        mustBe(answer, { subtype: 'success' }, 'the answer')
        return HOLDS
      },
    },
  ],
}
