/** Which tools the CLI asks about in which mode, and several approvals at once. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASK, type Lab, STREAM } from '../lab.ts'
import { at } from '../match.ts'
import { bash, named, resultsIn, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { allow, answered, askedOrOver, asks, modesIn } from './steps.ts'

/** Runs a turn in which the model calls the tool; nobody answers an approval. */
async function unasked(lab: Lab, args: readonly string[], tool: ReturnType<typeof write>, env = {}) {
  const cli = lab.start({ args: [...STREAM, ...ASK, ...args], env })
  lab.play(cli, [[tool]])
  const end = await askedOrOver(cli)
  must(end.type === 'result', 'nothing is asked')
  return { cli, result: end }
}

export const permissionModes: Group = {
  name: 'permission modes',
  rules: [
    rule('R-APPROVE-27', 'several approvals at once, answered in any order', async (lab) => {
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
      cli.answer(second, allow(second))
      await cli.settled()
      cli.answer(first, { behavior: 'deny', message: 'Not this one.' })
      await cli.result()
      const texts = resultsIn(cli.since(from)).map(({ text }) => text)
      must(texts.includes('Not this one.'), 'one is denied')
      must(
        texts.some((text) => text.includes('this is')),
        'the other is read',
      )
    }),
    rule('R-APPROVE-28', 'tools that change something are asked about one by one', async (lab) => {
      const cli = lab.shared()
      const from = cli.here
      lab.play(cli, [[write(lab.path('a.txt')), write(lab.path('b.txt'))]])
      const first = await cli.asked()
      await cli.settled()
      must(named(cli.since(from), 'control_request').length === 1, 'one is asked about')
      cli.answer(first, allow(first))
      const second = await cli.asked()
      cli.answer(second, allow(second))
      await cli.result()
      must(lab.has('a.txt') && lab.has('b.txt'), 'both are written')
    }),
    rule('R-APPROVE-34', 'acceptEdits lets Write run without approval', async (lab) => {
      await unasked(lab, ['--permission-mode', 'acceptEdits'], write(lab.path('accepted.txt')))
      must(lab.has('accepted.txt'), 'the file is written')
    }),
    {
      id: 'R-APPROVE-35',
      title: 'dontAsk denies and reports it',
      versions: differing('it is reported', 'it is reported', 'without a word'),
      run: async (lab) => {
        const { cli } = await unasked(lab, ['--permission-mode', 'dontAsk'], write(lab.path('dont.txt')))
        must(!lab.has('dont.txt'), 'the file is not written')
        const told = named(cli.messages, 'permission_denied')
        if (told.length === 0) return saw('without a word')
        mustBe(told, [{ tool_name: 'Write' }], 'permission_denied')
        return saw('it is reported')
      },
    },
    rule('R-APPROVE-36', 'bypassPermissions never asks', async (lab) => {
      const mode = ['--permission-mode', 'bypassPermissions', '--allow-dangerously-skip-permissions']
      await unasked(lab, mode, write(lab.path('bypassed.txt')), { IS_SANDBOX: '1' })
      must(lab.has('bypassed.txt'), 'the file is written')
    }),
    rule('R-APPROVE-38', 'an allowed tool needs no approval', async (lab) => {
      const args = ['--permission-mode', 'default', '--allowedTools', 'Write']
      await unasked(lab, args, write(lab.path('allowed.txt')))
      must(lab.has('allowed.txt'), 'the file is written')
    }),
    {
      id: 'R-APPROVE-39',
      title: 'plan mode asks before Write, and an allow writes',
      versions: differing('the reason is given', 'the reason is given', 'without a reason'),
      run: async (lab) => {
        const cli = lab.start({ args: [...STREAM, ...ASK, '--permission-mode', 'plan'] })
        const { asked, ran } = await answered(lab, 'planned.txt', (it) => allow(it), cli)
        must(ran, 'the file is written')
        const reason = at(asked, 'request', 'decision_reason_type')
        if (reason === undefined) return saw('without a reason')
        mustBe(reason, 'mode', 'decision_reason_type')
        return saw('the reason is given')
      },
    },
    {
      id: 'R-CONTROL-54',
      title: 'set_permission_mode reports the mode only if it changes',
      versions: differing('it is reported', 'it is reported', 'it is only answered'),
      run: async (lab) => {
        const cli = lab.shared()
        const told = async (mode: string) => {
          const seen = await cli.during(async () => {
            const answer = await cli.call({ subtype: 'set_permission_mode', mode })
            mustBe(answer, { response: { mode } }, 'the answer')
          })
          return modesIn(seen)
        }
        const ofChange = await told('acceptEdits')
        mustBe(await told('acceptEdits'), [], 'messages for no change')
        await told('default')
        if (ofChange.length === 0) return saw('it is only answered')
        mustBe(ofChange, ['acceptEdits'], 'what is told of a change')
        return saw('it is reported')
      },
    },
    {
      id: 'R-CONTROL-57',
      title: 'bypassPermissions needs its flag',
      versions: differing('refused', 'refused', 'taken'),
      run: async (lab) => {
        const answer = await lab.start().call({ subtype: 'set_permission_mode', mode: 'bypassPermissions' })
        return saw(answer.subtype === 'error' ? 'refused' : 'taken')
      },
    },
    rule('R-FLAG-20', '--allow-dangerously-skip-permissions makes it available', async (lab) => {
      const more = ['--allow-dangerously-skip-permissions']
      const cli = lab.start({ more, env: { IS_SANDBOX: '1' } })
      must(await asks(lab, bash(`touch ${lab.path('still-asked')}`), cli), 'a tool is asked about')
      const answer = await cli.call({ subtype: 'set_permission_mode', mode: 'bypassPermissions' })
      mustBe(answer, { subtype: 'success' }, 'the answer')
    }),
  ],
}
