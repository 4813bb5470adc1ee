import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { toJson } from '../export/json.ts'
import { partialInput } from './partial-input.ts'

const turn = () => new Timeline().ready().prompt('p').hear(say.init())
const shown = (line: Timeline) => say.shown(line.state).slice(1)
const drafts = (line: Timeline) => line.state.transcript.drafts

describe('drafts', () => {
  test('R-STREAM-6 are keyed by parent, message and block, and grow with their deltas', () => {
    const line = turn().hear(say.begin('m1'), say.block(0), say.more(0, 'one '), say.more(0, 'two'))
    line.hear(say.block(1, { type: 'tool_use', id: 't1', name: 'Bash', input: {} }))
    line.hear(
      say.delta(1, { type: 'input_json_delta', partial_json: '{"command":"ls' }),
      say.more(0, ' three'),
    )
    expect(drafts(line)).toMatchObject([
      { id: 'm1:0', parent: '', messageId: 'm1', index: 0, kind: 'text', text: 'one two three' },
      { id: 't1', parent: '', messageId: 'm1', index: 1, kind: 'tool', toolUseId: 't1', name: 'Bash' },
    ])
    expect(shown(line)).toEqual(['~ one two three', '~ Bash {"command":"ls'])
  })

  test('R-STREAM-6 of two threads do not mix, though message and index are the same', () => {
    const inner = { parent_tool_use_id: 't1' }
    const line = turn().hear(
      say.call('m0', 't1', 'Agent'),
      say.begin('m1'),
      say.block(0),
      say.more(0, 'outer'),
    )
    line.hear(
      { ...say.begin('m1'), ...inner },
      { ...say.block(0), ...inner },
      { ...say.more(0, 'inner'), ...inner },
    )
    expect(shown(line)).toEqual(['Agent running', '  ~ inner', '~ outer'])
    line.hear(say.text('m1', 'inner!', inner))
    expect(shown(line)).toEqual(['Agent running', '  inner!', '~ outer'])
  })

  const kinds: [string, object, object[], object][] = [
    ['text', { type: 'text', text: 'a' }, [{ type: 'text_delta', text: 'b' }], { kind: 'text', text: 'ab' }],
    [
      'thinking and its signature',
      { type: 'thinking', thinking: '' },
      [
        { type: 'thinking_delta', thinking: 'hm' },
        { type: 'signature_delta', signature: 'ab' },
        { type: 'signature_delta', signature: 'cd' },
      ],
      { kind: 'thinking', text: 'hm', signature: 'abcd' },
    ],
    [
      'citations',
      { type: 'text', text: '' },
      [
        { type: 'citations_delta', citation: { url: 'a' } },
        { type: 'text_delta', text: 'x' },
        { type: 'citations_delta', citation: { url: 'b' } },
      ],
      { kind: 'text', text: 'x', citations: [{ url: 'a' }, { url: 'b' }] },
    ],
    [
      'the input of a tool of the API',
      { type: 'server_tool_use', id: 'ws', name: 'web_search', input: {} },
      [{ type: 'input_json_delta', partial_json: '{"query":"x"}' }],
      { kind: 'tool', name: 'web_search', text: '{"query":"x"}' },
    ],
    ['what is not shown', { type: 'redacted_thinking', data: 'x' }, [], { kind: 'thinking', text: '' }],
    [
      'a block of another kind',
      { type: 'hologram' },
      [{ type: 'light_delta', x: 1 }],
      { kind: 'raw', text: '' },
    ],
  ]
  test.each(kinds)('hold %s', (_name, block, deltas, expected) => {
    const line = turn().hear(say.begin('m1'), say.block(0, block), ...deltas.map((it) => say.delta(0, it)))
    expect(drafts(line)).toMatchObject([expected])
  })

  test('R-STREAM-9 the joined parts are the input of the tool, and are shown while they come', () => {
    const line = turn().hear(
      say.begin('m1'),
      say.block(0, { type: 'tool_use', id: 't', name: 'Write', input: {} }),
    )
    const parts = ['{"file_path":"/a', '/b.txt","con', 'tent":"one\\', 'ntwo"', '}']
    const seen = parts.map((part) => {
      line.hear(say.delta(0, { type: 'input_json_delta', partial_json: part }))
      return partialInput(drafts(line)[0] ?? { text: '' })
    })
    expect(seen).toEqual([
      { file_path: '/a' },
      { file_path: '/a/b.txt' },
      { file_path: '/a/b.txt', content: 'one' },
      { file_path: '/a/b.txt', content: 'one\ntwo' },
      { file_path: '/a/b.txt', content: 'one\ntwo' },
    ])
    expect(toJson(line.state, { drafts: true }).items.at(-1)).toMatchObject({
      kind: 'draft',
      of: 'tool',
      input: { content: 'one\ntwo' },
    })
  })

  test('R-STREAM-7 the message of a block replaces its draft, before the block is stopped', () => {
    const line = turn().hear(say.begin('m1'), say.block(0), say.more(0, 'Hel'))
    const [draft] = drafts(line)
    line.hear(say.text('m1', 'Hello.'))
    expect(shown(line)).toEqual(['Hello.'])
    expect(line.state.transcript.drafts).toEqual([])
    line.hear(say.stop(0), say.block(1), say.more(1, 'Bye'), say.more(0, 'late'))
    expect(shown(line)).toEqual(['Hello.', '~ Bye'])
    line.hear(say.text('m1', 'Bye.'), say.stop(1), ...say.finish(), say.end())
    expect(shown(line)).toEqual(['Hello.', 'Bye.'])
    expect(draft?.id).toBe('m1:0')
  })

  test('R-STREAM-7 an item keeps the id of its draft', () => {
    const line = turn().hear(say.begin('m1'), say.block(3), say.more(3, 'x'), say.text('m1', 'x'))
    const tool = { type: 'tool_use', id: 't1', name: 'Bash', input: {} }
    line.hear(say.block(4, tool), say.call('m1', 't1'))
    const { state } = line
    expect(toJson(state).items.map(({ id }) => id)).toEqual(['p', 'm1:3', 't1'])
  })

  test('a tool may run and end while later blocks are still written', () => {
    const line = turn().hear(
      say.begin('m1'),
      say.block(0, { type: 'tool_use', id: 't1', name: 'Bash', input: {} }),
    )
    line.hear(say.call('m1', 't1'), say.stop(0), say.block(1), say.more(1, 'and '))
    line.hear(say.result('t1', 'ok'))
    expect(shown(line)).toEqual(['Bash done: ok', '~ and '])
  })

  test('R-STREAM-8 none is left at the result', () => {
    const line = turn().hear(say.begin('m1'), say.block(0), say.more(0, 'never finished'), say.end())
    expect(shown(line)).toEqual([])
    expect(drafts(line)).toEqual([])
  })
})

describe('a stream that breaks', () => {
  test('R-STREAM-15 R-STREAM-16 197: the reply comes whole under another id; the end of the dead one does no harm', () => {
    const line = turn().hear(say.begin('dead'), say.block(0), say.more(0, 'one two'))
    line.hear(say.text('alive', 'one two three'))
    expect(shown(line)).toEqual(['one two three'])
    line.hear(say.call('alive', 't1'), say.result('t1', 'ok'), ...say.finish())
    line.hear(say.begin('next'), say.block(0), say.more(0, 'and'), say.text('next', 'and so on'), say.stop(0))
    line.hear(...say.finish(), say.end())
    expect(shown(line)).toEqual(['one two three', 'Bash done: ok', 'and so on'])
  })

  test('R-STREAM-15 325: the draft is closed, and the same text streamed again under a new id', () => {
    const line = turn().hear(
      say.begin('dead'),
      say.block(0),
      say.more(0, 'one two'),
      say.stop(0),
      ...say.finish(),
    )
    expect(shown(line)).toEqual(['~ one two'])
    line.hear(
      say.system('api_retry', { attempt: 1, max_retries: 10, retry_delay_ms: 500, error_status: null }),
    )
    line.hear(say.begin('alive'))
    expect(shown(line)).toEqual([])
    line.hear(say.block(0), say.more(0, 'one two'), say.more(0, ' three'))
    expect(shown(line)).toEqual(['~ one two three'])
    line.hear(say.text('alive', 'one two three'), say.stop(0), ...say.finish(), say.end())
    expect(shown(line)).toEqual(['one two three'])
  })

  test('R-STREAM-15 R-TYPE-46 325: the blocks that are told to be abandoned go at once, the others stay', () => {
    const over = (fields: object) => ({ ...say.stream({ type: 'message_stop' }), abandoned_blocks: fields })
    const line = turn().hear(
      say.begin('m1'),
      say.block(0),
      say.more(0, 'zero'),
      say.block(1),
      say.more(1, 'one'),
    )
    line.hear(over({ api_message_id: 'other', from_block_index: 0 }), over({ from_block_index: 'x' }))
    expect(shown(line)).toEqual(['~ zero', '~ one'])
    line.hear(over({ api_message_id: 'm1', from_block_index: 1 }))
    expect(shown(line)).toEqual(['~ zero'])
    line.hear(over({ from_block_index: 0 }))
    expect(shown(line)).toEqual([])
  })

  test('R-STREAM-15 with finished blocks, which stay', () => {
    const line = turn().hear(
      say.begin('m1'),
      say.block(0),
      say.more(0, 'done'),
      say.text('m1', 'done'),
      say.stop(0),
    )
    line.hear(say.block(1), say.more(1, 'broken'), say.text('m2', 'anew'))
    expect(shown(line)).toEqual(['done', 'anew'])
  })

  test('R-STREAM-15 and the API gives up: the error takes the place of the draft', () => {
    const line = turn().hear(say.begin('m1'), say.block(0), say.more(0, 'half'))
    line.hear(say.synthetic('API Error: overloaded', { error: 'overloaded' }))
    expect(shown(line)).toEqual(['* error error: API Error: overloaded'])
  })

  test('a sub-agent that answers meanwhile does not touch the drafts of the conversation', () => {
    const line = turn().hear(
      say.call('m0', 't1', 'Agent'),
      say.begin('m1'),
      say.block(0),
      say.more(0, 'half'),
    )
    line.hear(say.text('m9', 'inner', { parent_tool_use_id: 't1' }))
    expect(shown(line)).toEqual(['Agent running', '  inner', '~ half'])
  })
})

describe('an interrupt in mid-stream', () => {
  test.each([
    ['197', []],
    ['325', [say.stop(0), ...say.finish()]],
  ])('R-REPLAY-15 %s: what had come stays, then the marker, and no draft', (_version, late) => {
    const line = turn().hear(say.begin('m1'), say.block(0), say.more(0, 'begin of '), say.more(0, 'the'))
    line.hear(
      say.text('m1', 'begin of the', { aborted: true }),
      say.interruptMarker(),
      ...late,
      say.interrupted(),
    )
    expect(shown(line)).toEqual(['begin of the (cut)', '* interrupt info: Request interrupted by user'])
    expect(drafts(line)).toEqual([])
  })

  const MARKER = '* interrupt info: Request interrupted by user'
  /** The model writes, and the host has the turn stopped. */
  const stopped = () =>
    turn().hear(say.begin('m1'), say.block(0), say.more(0, 'begin of ')).ask('i1', 'interrupt').answered('i1')

  test('R-INTR-20 the CLI tells nothing of the text (100): its draft stays, before the marker', () => {
    const line = stopped().hear(say.echo('p'), say.interruptMarker(), say.interrupted())
    expect(shown(line)).toEqual(['begin of  (cut)', MARKER])
    expect(drafts(line)).toEqual([])
  })

  test('R-INTR-20 nor the marker: the draft stays at the result', () => {
    expect(shown(stopped().hear(say.interrupted()))).toEqual(['begin of  (cut)'])
  })

  test('R-INTR-20 of a call that was being written there is what had come, and it did not run', () => {
    const line = turn().hear(
      say.begin('m1'),
      say.block(0, { type: 'tool_use', id: 't1', name: 'Bash', input: {} }),
    )
    line.hear(say.delta(0, { type: 'input_json_delta', partial_json: '{"command":"rm' }))
    line.hear(say.interruptMarker(), say.interrupted())
    expect(shown(line)).toEqual(['Bash interrupted (cut)', MARKER])
  })

  test('R-INTR-20 a block that had not begun leaves nothing', () => {
    const line = turn().hear(say.begin('m1'), say.block(0), say.interruptMarker(), say.interrupted())
    expect(shown(line)).toEqual([MARKER])
  })

  test('R-INTR-20 a marker of a sub-agent cuts nothing of the conversation itself', () => {
    const line = turn().hear(say.begin('m1'), say.block(0), say.more(0, 'x'))
    line.hear({ ...say.interruptMarker(), parent_tool_use_id: 't9' })
    expect(shown(line)[0]).toBe('~ x')
  })

  test('R-INTR-20 a text that comes after its draft was cut takes its place', () => {
    const line = stopped().hear(say.interruptMarker(), say.text('m1', 'begin of the'), say.interrupted())
    expect(shown(line)).toEqual([MARKER, 'begin of the (cut)'])
  })

  test.each([
    ['with partial messages', [say.begin('m1'), say.block(0), say.more(0, 'begin')]],
    ['without', []],
  ])(
    'R-INTR-21 what comes once the CLI stops is cut, though it does not say so (197): %s',
    (_how, before) => {
      const line = turn()
        .hear(say.text('m0', 'whole'), ...before)
        .ask('i1', 'interrupt')
      line.answered('i1').hear(say.text('m1', 'begin'), say.interruptMarker(), say.interrupted())
      expect(shown(line)).toEqual(['whole', 'begin (cut)', MARKER])
    },
  )

  test('R-INTR-21 what comes before its answer is whole, and so is the next turn', () => {
    const line = turn().ask('i1', 'interrupt').hear(say.text('m1', 'whole'))
    line.answered('i1').hear(say.interruptMarker(), say.interrupted())
    line.prompt('q').hear(say.init(), say.echo('q'), say.text('m2', 'next'))
    expect(shown(line)).toEqual(['whole', MARKER, '> q', 'next'])
  })

  test('R-INTR-21 what the CLI says itself counts', () => {
    const line = stopped().hear(say.text('m1', 'whole', { aborted: false }))
    expect(shown(line)).toEqual(['whole'])
  })
})

describe('stream events out of order', () => {
  test('of a block or message that is not known are passed over', () => {
    const line = turn().hear(say.more(0, 'x'), say.stop(3), ...say.finish())
    expect(shown(line)).toEqual([])
    line.hear(say.block(0), say.more(0, 'y'))
    expect(shown(line)).toEqual(['~ y'])
    line.hear(say.text('m1', 'y!'))
    expect(shown(line)).toEqual(['y!'])
  })

  test('of a message other than the one they are told to be of do not mix with it', () => {
    const line = turn().hear(say.begin('m1'), { ...say.block(0), api_message_id: 'm1' })
    line.hear(
      { ...say.more(0, 'mine'), api_message_id: 'm1' },
      { ...say.more(0, 'other'), api_message_id: 'm0' },
    )
    expect(shown(line)).toEqual(['~ mine'])
  })

  test('R-REPLAY-5 a block that is complete, or begun, does not begin again', () => {
    const line = turn().hear(say.begin('m1'), say.block(0), say.more(0, 'a'), say.block(0))
    expect(shown(line)).toEqual(['~ a'])
    line.hear(say.text('m1', 'a'), say.block(0), say.more(0, 'again'))
    expect(shown(line)).toEqual(['a'])
  })

  test('a server that gives each message the same id has drafts and ids as others have', () => {
    const line = turn()
    for (const words of ['one', 'two']) {
      line.hear(say.begin('msg'), say.block(0), say.more(0, words))
      expect(shown(line).at(-1)).toBe(`~ ${words}`)
      line.hear(say.text('msg', words), say.stop(0), ...say.finish())
    }
    expect(shown(line)).toEqual(['one', 'two'])
    const ids = toJson(line.state).items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('when the process dies', () => {
  test('R-LIVE-21 no draft is left: what had come stands as items that are cut', () => {
    const line = turn().hear(say.begin('m1'), say.block(0, { type: 'thinking', thinking: '' }))
    line.hear(
      say.delta(0, { type: 'thinking_delta', thinking: 'so' }),
      say.block(1),
      say.more(1, 'half a te'),
    )
    line.hear(say.block(2, { type: 'tool_use', id: 't1', name: 'Bash', input: {} }), say.block(3))
    line.hear(say.delta(2, { type: 'input_json_delta', partial_json: '{"command":"rm' }))
    line.exit({ exitCode: null, signal: 'SIGKILL' })
    expect(drafts(line)).toEqual([])
    expect(shown(line)).toEqual([
      '(so) (cut)',
      'half a te (cut)',
      'Bash lost (cut)',
      '* process error: The process ended: signal SIGKILL',
    ])
    expect(toJson(line.state).items).toMatchObject([{}, {}, {}, { input: { command: 'rm' } }, {}])
    expect(line.state.transcript.running).toEqual([])
  })
})
