import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { callById, itemById, items } from '../select.ts'

const turn = () => new Timeline().ready().prompt('p').hear(say.init())
const shown = (line: Timeline) => say.shown(line.state).slice(1)

describe('what the model says', () => {
  test('R-STREAM-2 R-TYPE-37 comes whole, one message for each block', () => {
    const line = turn().hear(say.reply('m1', [{ type: 'thinking', thinking: 'hm', signature: 's' }]))
    line.hear(
      say.text('m1', 'I look.'),
      say.call('m1', 't1', 'Read', { file_path: '/a' }),
      say.result('t1', 'x'),
    )
    line.hear(say.text('m2', 'Done.', { parent_tool_use_id: undefined }), say.end())
    expect(shown(line)).toEqual(['(hm)', 'I look.', 'Read done: x', 'Done.'])
    expect(items(line.state, { from: 1, to: 4 })).toMatchObject([
      { kind: 'thinking', id: 'm1:0', messageId: 'm1', signature: 's' },
      { kind: 'text', id: 'm1:1', messageId: 'm1' },
      { kind: 'tool', id: 't1', messageId: 'm1', name: 'Read', input: { file_path: '/a' } },
    ])
  })

  test('an old CLI has all blocks in one message, with a stop reason', () => {
    const tool = { type: 'tool_use', id: 't1', name: 'Bash', input: {} }
    const all = [{ type: 'text', text: 'both' }, tool, { ...tool, id: 't2' }]
    const line = turn().hear(say.begin('m1'), say.block(0), say.more(0, 'bo'), say.block(1, tool))
    line.hear(say.reply('m1', all, { uuid: 'u' }), say.result('t2', 'two'), say.result('t1', 'one'))
    expect(shown(line)).toEqual(['both', 'Bash done: one', 'Bash done: two'])
    expect(items(line.state, { from: 1 }).map(({ id, uuid }) => [id, uuid])).toEqual([
      ['m1:0', 'u'],
      ['t1', 'u'],
      ['t2', 'u'],
    ])
  })

  test('R-STREAM-20 the same at the end with partial messages as without', () => {
    const blocks = [
      [
        say.block(0, { type: 'thinking', thinking: '' }),
        say.reply('m1', [{ type: 'thinking', thinking: 'hm' }]),
      ],
      [say.block(1), say.text('m1', 'I look.')],
      [say.block(2, { type: 'tool_use', id: 't1', name: 'Bash', input: {} }), say.call('m1', 't1')],
    ] as const
    const after = [
      say.result('t1', 'ok'),
      say.begin('m2'),
      say.block(0),
      say.text('m2', 'Done.'),
      say.stop(0),
      say.end(),
    ]
    const all = [
      say.begin('m1'),
      ...blocks.flatMap(([start, message], i) => [start, say.more(i, 'x'), message, say.stop(i)]),
      ...say.finish(),
      ...after,
    ]
    const whole = all.filter((message) => !('event' in message))
    const [one, other] = [turn().hear(...all), turn().hear(...whole)].map(({ state }) =>
      items(state).map(({ seq: _, at: __, ...item }) => item),
    )
    expect(one).toEqual(other)
    expect(one).toHaveLength(5)
  })

  test('a block that says nothing makes no item', () => {
    expect(shown(turn().hear(say.text('m1', ''), say.text('m1', 'x')))).toEqual(['x'])
  })

  test.each<[string, object, object]>([
    [
      'citations',
      { type: 'text', text: 'x', citations: [{ url: 'u' }] },
      { kind: 'text', citations: [{ url: 'u' }] },
    ],
    [
      'hidden thinking',
      { type: 'redacted_thinking', data: '…' },
      { kind: 'thinking', text: '', redacted: true },
    ],
    [
      'a tool that runs at the API',
      { type: 'server_tool_use', id: 'ws', name: 'web_search', input: { query: 'q' } },
      { kind: 'tool', toolUseId: 'ws', name: 'web_search', status: 'running' },
    ],
    [
      'a block of a kind that is not known',
      { type: 'hologram', light: 1 },
      { kind: 'raw', value: { type: 'hologram', light: 1 }, reason: 'a block of a kind that is not known' },
    ],
    ['a tool use without a name', { type: 'mcp_tool_use', id: 'x' }, { kind: 'raw' }],
    [
      'a plan',
      { type: 'tool_use', id: 'p', name: 'ExitPlanMode', input: { plan: '# Do' } },
      { kind: 'plan', plan: '# Do', status: 'running' },
    ],
    [
      'a plan without its text',
      { type: 'tool_use', id: 'p', name: 'ExitPlanMode', input: { plan: 7 } },
      { kind: 'plan', plan: '' },
    ],
    [
      'a question, as far as it is one',
      {
        type: 'tool_use',
        id: 'q',
        name: 'AskUserQuestion',
        input: { questions: [{ question: 'A?', options: [{ label: 'x' }, {}, 3] }, { options: [] }, null] },
      },
      { kind: 'question', questions: [{ question: 'A?', options: [{ label: 'x' }] }] },
    ],
    [
      'questions that are none',
      { type: 'tool_use', id: 'q', name: 'AskUserQuestion', input: { questions: 'A?' } },
      { kind: 'question', questions: [] },
    ],
  ])('has %s', (_name, block, expected) => {
    expect(items(turn().hear(say.reply('m1', [block])).state, { from: 1 })).toMatchObject([expected])
  })

  test('the result of a tool that ran at the API joins its call', () => {
    const line = turn().hear(
      say.reply('m1', [{ type: 'server_tool_use', id: 'ws', name: 'web_search', input: {} }]),
      say.reply('m1', [
        { type: 'web_search_tool_result', tool_use_id: 'ws', content: [{ type: 'x', text: 'hit' }] },
      ]),
    )
    expect(shown(line)).toEqual(['web_search done: hit'])
  })

  test('the same call again, under another uuid, is the same call', () => {
    const line = turn().hear(say.call('m1', 't1'), say.result('t1', 'ok'), say.call('m1', 't1'))
    expect(shown(line)).toEqual(['Bash done: ok'])
  })

  test('a message without an id', () => {
    const line = turn()
    for (const words of ['one', 'two']) {
      line.hear({ type: 'assistant', uuid: words, message: { content: [{ type: 'text', text: words }] } })
    }
    expect(shown(line)).toEqual(['one', 'two'])
    expect(items(line.state).map(({ id }) => id)).toEqual(['p', 'one:0', 'two:0'])
  })
})

describe('what the CLI writes in the place of the model', () => {
  test('R-TYPE-38 an error of the API is a notice, and is not told again by the result', () => {
    const line = turn().hear(say.synthetic('API Error: 400 nope', { error: 'invalid_request' }))
    line.hear(say.end({ is_error: true, result: 'API Error: 400 nope', api_error_status: 400 }))
    expect(shown(line)).toEqual(['* error error: API Error: 400 nope'])
    expect(items(line.state).at(-1)).toMatchObject({ detail: { code: 'invalid_request' } })
  })

  test('R-TYPE-38 a reply of the model that failed is marked', () => {
    const line = turn().hear(say.text('m1', 'half', { error: 'max_output_tokens' }))
    expect(items(line.state).at(-1)).toMatchObject({ kind: 'text', text: 'half', error: 'max_output_tokens' })
  })

  test('R-TYPE-39 what was aborted is cut', () => {
    const line = turn().hear(
      say.text('m1', 'half', { aborted: true }),
      say.call('m1', 't', 'Bash', {}, { aborted: true }),
    )
    expect(shown(line)).toEqual(['half (cut)', 'Bash running (cut)'])
  })

  test('the output of a local command is a notice; silence is none', () => {
    const line = turn().hear(
      say.synthetic('## Context Usage'),
      say.synthetic('(no content)'),
      say.synthetic(''),
    )
    expect(shown(line)).toEqual(['* local-command info: ## Context Usage'])
  })

  test('it leaves the drafts of a reply alone unless it is an error', () => {
    const line = turn().hear(
      say.begin('m1'),
      say.block(0),
      say.more(0, 'half'),
      say.synthetic('Unknown command: /x'),
    )
    expect(shown(line)).toEqual(['* local-command info: Unknown command: /x', '~ half'])
  })
})

describe('messages that are taken back', () => {
  const twice = (line: Timeline, make: () => object) => {
    line.hear(make())
    const once = JSON.stringify(items(line.state).filter(({ kind }) => kind !== 'notice'))
    line.hear(make())
    expect(JSON.stringify(items(line.state).filter(({ kind }) => kind !== 'notice'))).toBe(once)
    return line
  }

  test('R-STREAM-19 by `supersedes`: nothing else moves, and again changes nothing', () => {
    const line = turn().hear(say.text('m1', 'old', { uuid: 'old' }), say.text('m2', 'kept'))
    line.hear(say.text('m3', 'new', { uuid: 'new', supersedes: ['old', 'never seen', 'new', 7] }))
    expect(shown(line)).toEqual(['kept', 'new'])
    expect(items(line.state).map(({ kind }) => kind)).toEqual(['user', 'removed', 'text', 'text'])
    line.hear(say.text('m4', 'more', { supersedes: ['old'] }))
    expect(shown(line)).toEqual(['kept', 'new', 'more'])
  })

  test('R-STREAM-19 R-TYPE-24 by a refusal: all items of a message, and its calls', () => {
    const blocks = [
      { type: 'text', text: 'a' },
      { type: 'tool_use', id: 't1', name: 'Bash', input: {} },
    ]
    const line = turn().hear(say.reply('m1', blocks, { uuid: 'u1' }), say.text('m1', 'b', { uuid: 'u2' }))
    line.hear(say.text('m2', 'kept'))
    twice(line, () =>
      say.system('model_refusal_fallback', {
        original_model: 'opus',
        fallback_model: 'sonnet',
        retracted_message_uuids: ['u1', 'u2'],
      }),
    )
    expect(shown(line).slice(0, 2)).toEqual(['kept', '* refusal warning: opus refused, sonnet took over'])
    expect(callById(line.state, 't1')).toBe(undefined)
    expect(line.state.transcript.running).toEqual([])
    expect(itemById(line.state, 't1')).toMatchObject({ kind: 'removed' })
  })

  test('R-STREAM-19 the result of a call that was taken back goes with it; the call may come again', () => {
    const line = turn().hear(say.call('m1', 't1', 'Bash', {}, { uuid: 'u1' }))
    line.hear(say.text('m2', 'instead', { supersedes: ['u1'] }), say.result('t1', 'late'))
    expect(shown(line)).toEqual(['instead'])
    line.hear(say.call('m3', 't1'), say.result('t1', 'again'))
    expect(shown(line)).toEqual(['instead', 'Bash done: again'])
    expect(callById(line.state, 't1')).toMatchObject({ messageId: 'm3', status: 'done' })
  })

  test('R-REPLAY-5 one that is delivered again stays away', () => {
    const old = say.text('m1', 'old', { uuid: 'old' })
    const line = turn().hear(old, say.text('m2', 'new', { supersedes: ['old'] }), old)
    expect(shown(line)).toEqual(['new'])
  })
})
