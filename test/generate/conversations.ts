/** Makes conversations as a CLI with partial messages tells them: prompts, streamed replies, tools, breaks, results. */

import { decode, decodeInput } from '../../src/protocol/decode.ts'
import type { EventBody } from '../../src/state/events.ts'
import * as talk from '../state/talk.ts'
import fc from './fast-check.ts'

type Block = { readonly kind: 'text' | 'thinking' | 'tool'; readonly parts: readonly string[] }
interface Reply {
  readonly blocks: readonly Block[]
  /** The stream breaks in its last block, and the reply comes again: whole or streamed, under another id. */
  readonly broken: 'no' | 'whole' | 'again'
  /** The results of its tools come before `message_stop`. */
  readonly early: boolean
}
interface Told {
  readonly replies: readonly Reply[]
  /** `failed`: in mid-stream, and nothing but the result tells it. */
  readonly end: 'result' | 'interrupted' | 'failed'
}

const words = fc.constantFrom('one ', 'two ', '"', '\\', '\n', 'ü', '🜁', '{')
const block: fc.Arbitrary<Block> = fc.record({
  kind: fc.constantFrom('text', 'thinking', 'tool'),
  parts: fc.array(words, { minLength: 1, maxLength: 4 }),
})
const reply: fc.Arbitrary<Reply> = fc.record({
  blocks: fc.array(block, { minLength: 1, maxLength: 4 }),
  broken: fc.constantFrom('no', 'no', 'no', 'whole', 'again'),
  early: fc.boolean(),
})
const turn: fc.Arbitrary<Told> = fc.record({
  replies: fc.array(reply, { minLength: 1, maxLength: 3 }),
  end: fc.constantFrom('result', 'result', 'interrupted', 'failed'),
})

/** Whole conversations, each of a process that ends. */
export const conversations: fc.Arbitrary<EventBody[]> = fc
  .array(turn, { minLength: 1, maxLength: 4 })
  .map((turns) => [
    { kind: 'process-started', generation: 1 } as const,
    ...turns.flatMap(turnEvents),
    { kind: 'process-exited', generation: 1, cause: 'close', exitCode: 0, signal: null } as const,
  ])

const hear = (message: object): EventBody => {
  const decoded = decode(JSON.stringify(message))
  if (decoded.kind !== 'message') throw new Error(`no message: ${JSON.stringify(message)}`)
  return { kind: 'received', message: decoded.message }
}

let count = 0

function turnEvents({ replies, end }: Told): EventBody[] {
  const prompt = talk.user(`prompt ${++count}`)
  const decoded = decodeInput(JSON.stringify(prompt))
  if (decoded.kind !== 'message') throw new Error('no prompt')
  const { uuid } = prompt as { uuid: string }
  const told = [
    talk.init(),
    talk.system('status', { status: 'requesting' }),
    talk.echo(uuid, `prompt ${count}`),
    ...replies.flatMap(replyMessages),
    ...endMessages(end),
  ]
  return [{ kind: 'sent', message: decoded.message }, ...told.map(hear)]
}

function endMessages(end: Told['end']): object[] {
  if (end === 'result') return [talk.end()]
  const open = [talk.begin(`msg-${++count}`), talk.block(0), talk.more(0, 'never to be')]
  if (end === 'interrupted') return [...open, talk.interruptMarker(), talk.interrupted()]
  return [...open, talk.end({ subtype: 'error_during_execution', is_error: true, errors: ['broken'] })]
}

function replyMessages({ blocks, broken, early }: Reply): object[] {
  const id = `msg-${++count}`
  const tools: string[] = []
  const streamed = blocks.flatMap((it, i) => blockMessages(id, it, i, tools))
  const results = tools.map((tool) => talk.result(tool, 'out'))
  const finished = early ? [...results, ...talk.finish()] : [...talk.finish(), ...results]
  const message = [talk.begin(id), ...streamed]
  if (broken === 'no') return [...message, ...finished]
  // The complete blocks stay; of the last one only the beginning had come.
  const torn = [talk.block(blocks.length), talk.more(blocks.length, 'torn')]
  const anew = `msg-${++count}`
  const whole = talk.text(anew, 'told whole')
  const again = [
    talk.begin(anew),
    talk.block(0),
    talk.more(0, 'told '),
    talk.more(0, 'whole'),
    whole,
    talk.stop(0),
  ]
  return [...message, ...torn, ...results, ...(broken === 'whole' ? [whole] : [...again, ...talk.finish()])]
}

function blockMessages(id: string, { kind, parts }: Block, index: number, tools: string[]): object[] {
  const joined = parts.join('')
  if (kind === 'tool') {
    const tool = `toolu-${++count}`
    tools.push(tool)
    const json = JSON.stringify({ command: joined })
    const cut = Math.min(parts[0]?.length ?? 0, json.length)
    const deltas = [json.slice(0, cut), json.slice(cut)].map((partial_json) =>
      talk.delta(index, { type: 'input_json_delta', partial_json }),
    )
    const start = talk.block(index, { type: 'tool_use', id: tool, name: 'Bash', input: {} })
    return [start, ...deltas, talk.call(id, tool, 'Bash', { command: joined }), talk.stop(index)]
  }
  if (kind === 'thinking') {
    const deltas = parts.map((thinking) => talk.delta(index, { type: 'thinking_delta', thinking }))
    const start = talk.block(index, { type: 'thinking', thinking: '' })
    const whole = talk.reply(id, [{ type: 'thinking', thinking: joined, signature: 's' }])
    return [start, ...deltas, whole, talk.stop(index)]
  }
  return [
    talk.block(index),
    ...parts.map((part) => talk.more(index, part)),
    talk.text(id, joined),
    talk.stop(index),
  ]
}
