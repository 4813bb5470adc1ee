import { describe, expect, test } from 'vitest'
import * as say from '../../test/state/talk.ts'
import { Timeline } from '../../test/state/timeline.ts'
import {
  callById,
  draftsIn,
  itemById,
  itemCount,
  items,
  lastLine,
  type Row,
  rows,
  runningCalls,
  threadOfCall,
} from './select.ts'

const inner = (parent: string) => ({ parent_tool_use_id: parent })
const session = () =>
  new Timeline()
    .ready()
    .prompt('p')
    .hear(say.init(), say.text('m1', 'one', { uuid: 'u1' }), say.call('m1', 't1', 'Agent'))
    .hear(say.text('m2', 'inner', inner('t1')), say.call('m2', 't2', 'Bash', {}, inner('t1')))
    .hear(say.text('m3', 'two'), say.text('m4', 'three', { supersedes: ['u1'] }))
    .hear(say.begin('m5'), say.block(0), say.more(0, 'fo'))

describe('items of a thread', () => {
  test.each<[object | undefined, string[]]>([
    [undefined, ['user', 'removed', 'tool', 'text', 'text']],
    [{ from: 2 }, ['tool', 'text', 'text']],
    [{ from: 1, to: 3 }, ['removed', 'tool']],
    [{ from: -5, to: 99 }, ['user', 'removed', 'tool', 'text', 'text']],
    [{ from: 9 }, []],
    [{ thread: 't1' }, ['text', 'tool']],
    [{ thread: 'nobody' }, []],
  ])('%o', (range, kinds) => {
    expect(items(session().state, range).map(({ kind }) => kind)).toEqual(kinds)
  })

  test('are counted', () => {
    const { state } = session()
    expect([itemCount(state), itemCount(state, 't1'), itemCount(state, 'x')]).toEqual([5, 2, 0])
  })
})

describe('the flattened view', () => {
  const lines = (found: Row[]) =>
    found.map(({ depth, item, draft }) => `${depth} ${item ? item.id : `~${draft?.id}`}`)

  test('has sub-agents after their call, drafts at the end, and nothing that was taken back', () => {
    expect(lines(rows(session().state))).toEqual([
      '0 p',
      '0 t1',
      '1 m2:0',
      '1 t2',
      '0 m3:0',
      '0 m4:0',
      '0 ~m5:0',
    ])
  })

  test('can be cut: drafts and threads without a call stand at the very end only', () => {
    const { state } = session().hear(say.text('m9', 'whose?', inner('t9')))
    expect(lines(rows(state, { to: 3 }))).toEqual(['0 p', '0 t1', '1 m2:0', '1 t2'])
    expect(lines(rows(state, { from: 4 }))).toEqual(['0 m4:0', '0 ~m5:0', '1 m9:0'])
    expect(lines(rows(state, { from: 3, to: 5 }))).toEqual(['0 m3:0', '0 m4:0', '0 ~m5:0', '1 m9:0'])
    expect(lines(rows(state, { thread: 't1' }))).toEqual(['0 m2:0', '0 t2'])
  })

  test('does not run in circles', () => {
    const line = new Timeline().ready().hear(say.init(), say.call('m1', 'a', 'Agent', {}, inner('b')))
    line.hear(say.call('m2', 'b', 'Agent', {}, inner('a')), say.call('m3', 'c', 'Agent', {}, inner('c')))
    expect(rows(line.state).length).toBeLessThan(10)
  })
})

describe('items by name', () => {
  test('by id, and by the uuid of a message or prompt', () => {
    const { state } = session()
    expect(itemById(state, 'p')).toMatchObject({ kind: 'user' })
    expect(itemById(state, 'm3:0')).toMatchObject({ kind: 'text', text: 'two' })
    expect(itemById(state, 'u1')).toMatchObject({ kind: 'removed' })
    expect(itemById(state, 'm1:0')).toMatchObject({ kind: 'removed' })
    expect(itemById(state, 't2')).toBe(callById(state, 't2'))
    expect(itemById(state, 'nobody')).toBe(undefined)
  })

  test('calls, where they stand, and which of them run', () => {
    const line = session()
    expect(threadOfCall(line.state, 't2')).toBe('t1')
    expect(threadOfCall(line.state, 'x')).toBe(undefined)
    expect(runningCalls(line.state).map(({ id }) => id)).toEqual(['t1', 't2'])
    line.hear(say.result('t1', 'ok'))
    expect(runningCalls(line.state).map(({ id }) => id)).toEqual(['t2'])
    expect(callById(line.state, 'm1:0')).toBe(undefined)
  })

  test('drafts of a thread', () => {
    expect(draftsIn(session().state)).toMatchObject([{ id: 'm5:0', text: 'fo' }])
    expect(draftsIn(session().state, 't1')).toEqual([])
  })
})

describe('the last line', () => {
  const question = { questions: [{ question: 'Which\n one?', options: [] }] }
  test.each<[string, object[], string]>([
    ['of nothing', [], 'p'],
    ['of a text', [say.text('m', 'Hello\n\n  world ')], 'Hello world'],
    ['of a long text', [say.text('m', 'x'.repeat(500))], `${'x'.repeat(119)}…`],
    ['of a call', [say.call('m', 't', 'Bash', { command: 'npm test' })], 'Bash npm test'],
    ['of a call whose input says nothing', [say.call('m', 't', 'TaskList', {})], 'TaskList'],
    ['of a question', [say.call('m', 'q', 'AskUserQuestion', question)], 'Which one?'],
    ['of a plan', [say.call('m', 'x', 'ExitPlanMode', { plan: '# Do\n1. it' })], 'Plan: Do 1. it'],
    ['of an interrupt', [say.text('m', 'a'), say.interruptMarker()], 'Request interrupted by user'],
    ['of an error', [say.synthetic('API Error', { error: 'unknown' })], 'API Error'],
    ['of a compaction', [say.system('compact_boundary', { compact_metadata: {} })], 'Compacted'],
    [
      'is not that of thoughts, drafts, hints and synthetic messages',
      [
        say.text('m', 'said'),
        say.reply('m', [{ type: 'thinking', thinking: 'hm' }]),
        say.system('informational', { content: 'psst' }),
        say.user('go on', { isSynthetic: true }),
        say.begin('m2'),
        say.block(0),
        say.more(0, 'dra'),
      ],
      'said',
    ],
  ])('%s', (_name, messages, line) => {
    expect(
      lastLine(
        new Timeline()
          .ready()
          .prompt('p')
          .hear(say.init(), ...messages).state,
      ),
    ).toBe(line)
  })

  test('is empty at the beginning', () => {
    expect(lastLine(new Timeline().state)).toBe('')
  })
})
