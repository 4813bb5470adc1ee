import type { JsonObject } from '../../protocol/json.ts'
import type { Driver } from '../driver.ts'
import { inputOf } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { aText, at, something } from '../match.ts'
import { named, resultsIn, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { askedOrOver, DENY } from './steps.ts'

/** Starts a process with one hook for this event. */
async function hooked(lab: Lab, event: string, more: JsonObject = {}): Promise<Driver> {
  const name = `hook ${event} ${JSON.stringify(more)}`
  const cli = lab.shared(name)
  if (cli.messages.length > 0) return cli
  const hooks = { [event]: [{ hookCallbackIds: ['the-hook'], ...more }] }
  mustBe(await cli.call({ subtype: 'initialize', hooks }), { subtype: 'success' }, 'initialize')
  cli.skip()
  return cli
}

/** Makes the model write a file, answers the hook before it with this output, and denies any approval for it. */
async function preToolUse(lab: Lab, name: string, output: unknown) {
  const cli = await hooked(lab, 'PreToolUse', { matcher: 'Write' })
  const from = cli.here
  lab.play(cli, [[write(lab.path(name))]])
  const called = await cli.asked('hook_callback')
  cli.answer(called, output)
  const next = await askedOrOver(cli)
  if (next.type === 'control_request') {
    cli.answer(next, DENY)
    await cli.result()
  }
  const seen = cli.since(from)
  const result = named(seen, 'result')[0] ?? {}
  return {
    called,
    asked: next.type === 'control_request' ? next : undefined,
    ran: lab.has(name),
    seen,
    result,
  }
}

const decide = (permissionDecision: string, more: JsonObject = {}) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...more },
})

export const hooks: Group = {
  name: 'hooks',
  rules: [
    rule('R-HOOK-3', 'the fields of hook_callback', async (lab) => {
      const { called } = await preToolUse(lab, 'fields.txt', {})
      mustBe(called.request, { callback_id: 'the-hook', tool_use_id: aText, input: something }, 'the request')
    }),
    rule('R-HOOK-4', 'the fields of every hook input', async (lab) => {
      const { called } = await preToolUse(lab, 'input.txt', {})
      const input = {
        session_id: aText,
        transcript_path: aText,
        cwd: lab.cwd,
        hook_event_name: 'PreToolUse',
      }
      mustBe(inputOf(called), input, 'the input')
    }),
    rule('R-HOOK-37', 'PreToolUse deny keeps the tool from running', async (lab) => {
      const answer = decide('deny', { permissionDecisionReason: 'Closed.' })
      const { asked, ran, seen } = await preToolUse(lab, 'deny.txt', answer)
      must(asked === undefined && !ran, 'nothing is asked and nothing runs')
      mustBe(resultsIn(seen), [{ isError: true, text: /Closed\./ }], 'the tool result')
    }),
    rule('R-HOOK-38', 'PreToolUse allow runs the tool without asking', async (lab) => {
      const updatedInput = { file_path: lab.path('instead.txt'), content: 'instead' }
      const { asked, ran } = await preToolUse(lab, 'allow.txt', decide('allow', { updatedInput }))
      must(asked === undefined, 'nothing is asked')
      must(!ran && lab.has('instead.txt'), 'the changed input runs')
    }),
    {
      id: 'R-HOOK-39',
      title: 'PreToolUse ask leads to can_use_tool',
      versions: differing('the reason is given', 'the reason is given', 'without a reason'),
      run: async (lab) => {
        const { asked } = await preToolUse(lab, 'ask.txt', decide('ask'))
        must(asked !== undefined, 'it is asked')
        const reason = at(asked, 'request', 'decision_reason_type')
        if (reason === undefined) return saw('without a reason')
        mustBe(reason, 'hook', 'decision_reason_type')
        return saw('the reason is given')
      },
    },
    rule('R-HOOK-40', 'PreToolUse block keeps the tool from running', async (lab) => {
      const { asked, ran } = await preToolUse(lab, 'block.txt', { decision: 'block', reason: 'Closed.' })
      must(asked === undefined && !ran, 'nothing is asked and nothing runs')
    }),
    rule('R-HOOK-44', 'a strange answer to a hook fails open', async (lab) => {
      for (const answer of [null, 'yes', decide('no')]) {
        const { asked } = await preToolUse(lab, 'open.txt', answer)
        must(asked !== undefined, `the normal approval follows after ${JSON.stringify(answer)}`)
      }
    }),
    rule('R-HOOK-35', 'an unknown event is accepted silently', async (lab) => {
      await hooked(lab, 'NoSuchEvent')
    }),
    {
      id: 'R-HOOK-42',
      title: 'a blocked UserPromptSubmit is a success without turns',
      versions: differing('a warning is sent', 'a warning is sent', 'nothing is sent'),
      run: async (lab) => {
        const cli = await hooked(lab, 'UserPromptSubmit')
        const from = cli.here
        lab.play(cli, [[{ text: 'Never said.' }]])
        cli.answer(await cli.asked('hook_callback'), { decision: 'block', reason: 'Not now.' })
        mustBe(await cli.result(), { subtype: 'success', is_error: false, num_turns: 0 }, 'the result')
        const [told] = named(cli.since(from), 'informational')
        if (told === undefined) return saw('nothing is sent')
        mustBe(told.level, 'warning', 'the level')
        return saw('a warning is sent')
      },
    },
    rule('R-HOOK-43', 'a blocked Stop goes on with its feedback', async (lab) => {
      const cli = await hooked(lab, 'Stop')
      lab.play(cli, [[{ text: 'Over.' }], [{ text: 'Now really.' }]])
      cli.answer(await cli.asked('hook_callback'), { decision: 'block', reason: 'Check the ropes.' })
      const feedback = await cli.next({ type: 'user', isSynthetic: true })
      must(JSON.stringify(feedback).includes('Check the ropes.'), 'the feedback comes')
      cli.answer(await cli.asked('hook_callback'), {})
      mustBe(await cli.result(), { result: 'Now really.' }, 'the result')
    }),
    {
      id: 'R-HOOK-48',
      title: 'a hook whose timeout passes is withdrawn, and its tool refused',
      versions: differing('refused', 'refused', 'asked about'),
      run: async (lab) => {
        const cli = await hooked(lab, 'PreToolUse', { matcher: 'Write', timeout: 1 })
        lab.play(cli, [[write(lab.path('timeout.txt'))]])
        const { request_id } = await cli.asked('hook_callback')
        await cli.next({ type: 'control_cancel_request', request_id })
        if ((await askedOrOver(cli)).type === 'control_request') return saw('asked about')
        must(!lab.has('timeout.txt'), 'the tool does not run')
        return saw('refused')
      },
    },
  ],
}
