/** How to stop a turn. */
import type { JsonObject } from '../../protocol/json.ts'
import type { Driver } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { at } from '../match.ts'
import { bash, INTERRUPTED, named, namesOf, resultsIn, TOOL_INTERRUPTED, textOf, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw, Unsupported } from '../verdict.ts'
import { mustBeAborted, retryWait } from './steps.ts'

const interrupt = (more: JsonObject = {}) => ({ subtype: 'interrupt', ...more })
const ERROR = 'is_error, and the reason'
const TEXT = 'the text so far comes'

interface Stopped {
  readonly answer: JsonObject
  readonly result: JsonObject
  /** The messages after the interrupt. */
  readonly after: JsonObject[]
}

async function stop(cli: Driver): Promise<Stopped> {
  const from = cli.here
  const answer = await cli.call(interrupt())
  const result = await cli.result()
  return { answer, result, after: cli.since(from) }
}

/** Interrupts in the middle of a text. */
function midStream(lab: Lab): Promise<Stopped> {
  return lab.once('mid-stream', async () => {
    const cli = lab.shared('partial', { more: ['--include-partial-messages'] })
    lab.play(cli, [[{ text: 'It begins ', open: true }, { hold: 'middle' }, { text: 'and ends.' }]])
    await cli.next({ type: 'stream_event', event: { type: 'content_block_delta' } })
    return stop(cli)
  })
}

/** Interrupts while a tool runs, which creates a file only if it runs to its end. */
function inTool(lab: Lab): Promise<Stopped> {
  return lab.once('in a tool', async () => {
    const cli = lab.start({ more: ['--allowedTools', 'Bash'] })
    lab.play(cli, [[bash(`touch ${lab.path('tool-began')}; sleep 30; touch ${lab.path('tool-ended')}`)]])
    await lab.appears('tool-began')
    return stop(cli)
  })
}

/** Starts a turn that is held in mid-stream, and sends a prompt after it. */
async function queueOne(lab: Lab, cli: Driver): Promise<void> {
  lab.script({
    scripts: [
      { prompt: 'at length', replies: [[{ text: 'Long', open: true }, { hold: 'long' }]] },
      { prompt: 'and then', replies: [[{ text: 'Then this.' }]] },
    ],
  })
  cli.skip()
  cli.prompt('at length', { uuid: crypto.randomUUID() })
  await lab.held('long')
  cli.prompt('and then', { uuid: crypto.randomUUID() })
  await cli.settled()
}

export const interrupts: Group = {
  name: 'interrupts',
  rules: [
    rule('R-INTR-2', 'interrupt is answered at once', async (lab) => {
      // The model is silent meanwhile: an answer that waited for it would never come.
      const { answer, after } = await midStream(lab)
      mustBe(answer, { subtype: 'success' }, 'the answer')
      mustBe(namesOf(after, 'control_response', 'result'), ['control_response', 'result'], 'the order')
    }),
    rule('R-INTR-3', 'while idle nothing follows', async (lab) => {
      const cli = lab.shared()
      const seen = await cli.during(async () => {
        mustBe(await cli.call(interrupt()), { subtype: 'success' }, 'the answer')
      })
      mustBe(namesOf(seen, 'result', 'marker', 'user', 'assistant'), [], 'what follows')
    }),
    {
      id: 'R-INTR-4',
      title: 'in mid-stream: answer, text so far, marker, result',
      versions: differing(TEXT, TEXT, 'it does not'),
      run: async (lab) => {
        const { after } = await midStream(lab)
        const said = named(after, 'assistant').map(textOf)
        const names = namesOf(after, 'control_response', 'assistant', 'marker', 'result')
        const between = said.length === 0 ? [] : ['assistant']
        mustBe(names, ['control_response', ...between, 'marker', 'result'], 'the order')
        mustBe(named(after, 'marker').map(textOf), [INTERRUPTED], 'the marker')
        if (said.length === 0) return saw('it does not')
        mustBe(said, ['It begins '], 'the text')
        return saw(TEXT)
      },
    },
    rule('R-INTR-5', 'before the first byte: the same without the text', async (lab) => {
      const cli = lab.shared()
      lab.play(cli, [[{ hold: 'silence' }, { text: 'Never said.' }]])
      await lab.held('silence')
      const { after, result } = await stop(cli)
      const names = namesOf(after, 'control_response', 'assistant', 'marker', 'result')
      mustBe(names, ['control_response', 'marker', 'result'], 'the order')
      mustBeAborted(result, 'aborted_streaming')
    }),
    {
      id: 'R-INTR-6',
      title: 'the result is an error with the reason',
      versions: differing(ERROR, ERROR, 'neither'),
      run: async (lab) => {
        const { result } = await midStream(lab)
        mustBeAborted(result, 'aborted_streaming')
        return saw(result.is_error === true ? ERROR : 'neither')
      },
    },
    rule('R-INTR-7', 'in a tool: tool result, marker, result; its processes end', async (lab) => {
      const { after, result } = await inTool(lab)
      mustBe(
        namesOf(after, 'tool_result', 'marker', 'result'),
        ['tool_result', 'marker', 'result'],
        'the order',
      )
      mustBe(named(after, 'marker').map(textOf), [TOOL_INTERRUPTED], 'the marker')
      mustBe(resultsIn(after), [{ isError: true }], 'the tool result')
      mustBeAborted(result, 'aborted_tools')
      must(!lab.has('tool-ended'), 'the command did not come to its end')
    }),
    rule('R-INTR-8', 'an open approval is withdrawn first, and counts as denied', async (lab) => {
      const cli = lab.shared()
      lab.play(cli, [[write(lab.path('withdrawn.txt'))]])
      const { request_id } = await cli.asked()
      const { after, result } = await stop(cli)
      const names = namesOf(after, 'control_cancel_request', 'control_response', 'marker', 'result')
      mustBe(names, ['control_cancel_request', 'control_response', 'marker', 'result'], 'the order')
      mustBe(named(after, 'control_cancel_request'), [{ request_id }], 'what is withdrawn')
      mustBe(result.permission_denials, [{ tool_name: 'Write' }], 'permission_denials')
    }),
    rule('R-APPROVE-29', 'an answer after the withdrawal does nothing', async (lab) => {
      const cli = lab.shared()
      lab.play(cli, [[write(lab.path('too-late.txt'))]])
      const asked = await cli.asked()
      await stop(cli)
      cli.answer(asked, { behavior: 'allow', updatedInput: at(asked, 'request', 'input') })
      await cli.settled()
      must(!lab.has('too-late.txt'), 'the file is not written')
    }),
    rule('R-INTR-10', 'it stops at once while it waits for a retry', async (lab) => {
      const cli = lab.shared()
      await retryWait(lab, cli)
      const { result } = await stop(cli)
      mustBeAborted(result, 'aborted_streaming')
    }),
    rule('R-INTR-11', 'newer versions mark the partial text as aborted', async (lab) => {
      const [said] = named((await midStream(lab)).after, 'assistant')
      if (said?.aborted === undefined) throw new Unsupported('no `aborted` on assistant')
      mustBe(said.aborted, true, 'aborted')
    }),
    rule('R-INTR-13', 'the result has no text', async (lab) => {
      mustBe((await midStream(lab)).result.result, undefined, 'result.result')
    }),
    {
      id: 'R-INTR-14',
      title: 'the answer lists what is still queued',
      versions: differing('no payload', 'still_queued'),
      run: async (lab) => {
        const { response } = (await midStream(lab)).answer
        if (at(response, 'still_queued') === undefined) return saw('no payload')
        mustBe(at(response, 'still_queued'), [], 'still_queued')
        return saw('still_queued')
      },
    },
    rule('R-INTR-15', 'a waiting prompt survives and runs next', async (lab) => {
      const cli = lab.shared()
      await queueOne(lab, cli)
      await cli.call(interrupt())
      mustBeAborted(await cli.result(), 'aborted_streaming')
      mustBe(await cli.result(), { subtype: 'success', result: 'Then this.' }, 'the second result')
    }),
    {
      id: 'R-INTR-16',
      title: 'cancel_queued drops the queue',
      versions: differing('ignored', 'dropped'),
      run: async (lab) => {
        const cli = lab.start()
        await queueOne(lab, cli)
        const { response } = await cli.call(interrupt({ cancel_queued: true }))
        mustBeAborted(await cli.result(), 'aborted_streaming')
        const cancelled = at(response, 'cancelled')
        if (Array.isArray(cancelled)) {
          must(cancelled.length === 1, 'one is cancelled')
          await cli.settled()
          must(named(cli.messages, 'result').length === 1, 'the waiting prompt does not run')
          return saw('dropped')
        }
        mustBe(await cli.result(), { result: 'Then this.' }, 'the second result')
        return saw('ignored')
      },
    },
    {
      id: 'R-INTR-18',
      title: 'closed after an interrupt it exits with 1',
      versions: differing('with 1', 'with 1', 'with 0'),
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[{ hold: 'to the end' }]])
        await lab.held('to the end')
        await stop(cli)
        cli.endInput()
        return saw(`with ${(await cli.ended()).exitCode}`)
      },
    },
    rule('R-REPLAY-15', 'the marker is a plain user message', async (lab) => {
      for (const { after } of [await midStream(lab), await inTool(lab)]) {
        const [marker] = named(after, 'marker')
        must(marker !== undefined, 'there is a marker')
        must(marker?.isReplay !== true && marker?.isSynthetic !== true, 'it is neither replay nor synthetic')
      }
    }),
  ],
}
