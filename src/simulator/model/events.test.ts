import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import type { ContentBlock } from '../../protocol/blocks.ts'
import { mismatch } from '../../protocol/shape.ts'
import { type StreamEvent, streamEventCheck } from '../../protocol/stream.ts'
import { type ContentStep, isContent, type Reply } from '../scenario.ts'
import { MessageEvents, toSse } from './events.ts'
import { messageOf } from './message.ts'

function eventsOf(reply: Reply, message = messageOf(reply, 'some-model')): StreamEvent[] {
  const events = new MessageEvents(message)
  return [...reply.filter(isContent).flatMap((step) => [...events.content(step)]), ...events.end()]
}

/** The content that a client assembles from the events. */
function assembled(events: StreamEvent[]): ContentBlock[] {
  const blocks: ContentBlock[] = []
  const json: string[] = []
  for (const event of events) {
    if (event.type === 'content_block_start') {
      expect(event.index).toBe(blocks.length)
      blocks.push({ ...event.content_block })
      json.push('')
    }
    if (event.type === 'content_block_delta') {
      const { delta, index } = event
      const block = blocks[index]
      if (delta.type === 'text_delta' && block?.type === 'text') block.text += delta.text
      if (delta.type === 'thinking_delta' && block?.type === 'thinking') block.thinking += delta.thinking
      if (delta.type === 'signature_delta' && block?.type === 'thinking') block.signature = delta.signature
      if (delta.type === 'input_json_delta') json[index] += delta.partial_json
    }
    if (event.type === 'content_block_stop') {
      const block = blocks[event.index]
      if (block?.type === 'tool_use') block.input = JSON.parse(json[event.index] ?? '')
    }
  }
  return blocks
}

const texts = (reply: Reply) =>
  eventsOf(reply).flatMap((event) =>
    event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? [event.delta.text] : [],
  )
const names = (reply: Reply) =>
  eventsOf(reply).map((event) => ('index' in event ? `${event.type} ${event.index}` : event.type))

const anyText = fc.string({ unit: fc.constantFrom('a', 'bc', ' ', '\n', '👍', '"', 'é') })
const optional = { requiredKeys: ['text'] as ['text'] }
const anyStep: fc.Arbitrary<ContentStep> = fc.oneof(
  fc.record(
    {
      text: anyText,
      chunk: fc.integer({ min: 1, max: 5 }),
      repeat: fc.integer({ min: 1, max: 3 }),
      open: fc.constant(true as const),
    },
    optional,
  ),
  fc.record({ thinking: anyText }),
  fc.record({
    tool: fc.constant('Bash'),
    input: fc.dictionary(fc.string(), fc.jsonValue()),
  }),
)

describe('the events of a message', () => {
  test('give the message, whatever the steps', () => {
    fc.assert(
      fc.property(fc.array(anyStep), (reply) => {
        const message = messageOf(reply, 'some-model')
        const events = eventsOf(reply, message)
        expect(assembled(events)).toEqual(JSON.parse(JSON.stringify(message.content)))
        expect(events.map((event) => mismatch(event, streamEventCheck))).toEqual(events.map(() => undefined))
      }),
    )
  })

  test('come in the order of the API', () => {
    expect(names([{ text: 'I look.' }, { tool: 'Read', input: {} }])).toEqual([
      'message_start',
      'content_block_start 0',
      'content_block_delta 0',
      'content_block_stop 0',
      'content_block_start 1',
      'content_block_delta 1',
      'content_block_delta 1',
      'content_block_stop 1',
      'message_delta',
      'message_stop',
    ])
    expect(names([])).toEqual(['message_start', 'message_delta', 'message_stop'])
  })

  test('a text left open goes on in the same block, but only in a text', () => {
    expect(texts([{ text: 'one ', open: true }, { text: 'two' }])).toEqual(['one ', 'two'])
    expect(
      names([
        { text: 'a', open: true },
        { text: 'b', open: true },
      ]).filter((it) => it.includes('block_st')),
    ).toEqual(['content_block_start 0', 'content_block_stop 0'])
    expect(
      messageOf([{ text: 'a', open: true }, { thinking: 'b' }, { text: 'c' }], 'm').content,
    ).toHaveLength(3)
  })

  test('the start has no content and no stop reason yet, the end has both totals', () => {
    const events = eventsOf([
      { text: 'hello' },
      { stop: 'max_tokens' },
      { usage: { output_tokens: 99, input_tokens: 5 } },
    ])
    expect(events[0]).toMatchObject({
      message: {
        content: [],
        stop_reason: null,
        model: 'some-model',
        usage: { input_tokens: 5, output_tokens: 1 },
      },
    })
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'max_tokens' },
      usage: { output_tokens: 99 },
    })
  })
})

describe('a text comes', () => {
  test('a few words at a time', () => {
    expect(texts([{ text: 'one two three  four\nfive' }])).toEqual(['one two three  ', 'four\nfive'])
    expect(texts([{ text: '' }])).toEqual([])
  })

  test('or in chunks of some characters, none of them cut in half', () => {
    expect(texts([{ text: 'ab👍cd', chunk: 3 }])).toEqual(['ab👍', 'cd'])
  })

  test('repeated', () => {
    expect(texts([{ text: 'ab', repeat: 3 }])).toEqual(['ab', 'ab', 'ab'])
    expect(messageOf([{ text: 'ab', repeat: 3 }], 'm').content).toEqual([{ type: 'text', text: 'ababab' }])
  })
})

describe('the message', () => {
  test.each([
    [[{ text: 'x' }], 'end_turn'],
    [[{ text: 'x' }, { tool: 'Bash', input: {} }], 'tool_use'],
    [[{ tool: 'Bash', input: {} }, { stop: 'pause_turn' }], 'pause_turn'],
    [[], 'end_turn'],
  ])('%j stops with %s', (reply, stop) => {
    expect(messageOf(reply, 'm').stop_reason).toBe(stop)
  })

  test('has ids that are new each time, unless they are given', () => {
    const reply: Reply = [
      { tool: 'Bash', input: {} },
      { tool: 'Bash', input: {} },
      { tool: 'Bash', input: {}, id: 'mine' },
    ]
    const two = [messageOf(reply, 'm'), messageOf(reply, 'm')]
    const ids = two.flatMap((message) => [
      message.id,
      ...message.content.map((it) => ('id' in it ? it.id : '')),
    ])
    expect(new Set(ids).size).toBe(7)
    expect(ids.filter((id) => id === 'mine')).toHaveLength(2)
  })
})

test('an event on the wire', () => {
  expect(toSse({ type: 'message_stop' })).toBe('event: message_stop\ndata: {"type":"message_stop"}\n\n')
})
