import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { EarlierItems } from '../../../api/earlier-items.ts'
import { firstHeld, items } from '../../../state/select.ts'
import { emptyState, type SessionState } from '../../../state/session-state.ts'
import type { Draft, Item, ToolItem } from '../../../state/transcript/items.ts'
import { addItem } from '../../../state/transcript/transcript.ts'
import { windowed } from '../../../state/transcript/window.ts'
import { TranscriptLines } from './transcript-lines.ts'

const base = { at: 0, seq: 1 }
const options = { width: 60, isDetailed: false, now: 65_000 }

function user(id: string, content: string): Item {
  return { ...base, kind: 'user', id, content, synthetic: false, acknowledged: true }
}
function text(id: string, said: string): Item {
  return { ...base, kind: 'text', id, messageId: 'm', text: said }
}
function call(id: string, name: string, input: object, news: Partial<ToolItem> = {}): Item {
  return { ...base, kind: 'tool', id, toolUseId: id, messageId: 'm', name, input, status: 'done', ...news }
}
function result(content: string, isError = false) {
  return { content, isError }
}
function stateOf(
  items: readonly (Item | readonly [thread: string, item: Item])[],
  drafts: Draft[] = [],
): SessionState {
  let { transcript } = emptyState
  for (const it of items) {
    const [thread, item] = Array.isArray(it) ? it : ['', it as Item]
    transcript = addItem(transcript, thread, item)
  }
  return { ...emptyState, seq: 9, transcript: { ...transcript, drafts } }
}
function shown(state: SessionState, more: Partial<typeof options> = {}): string[] {
  const lines = new TranscriptLines(state, { ...options, ...more })
  return Array.from({ length: lines.count }, (_, index) => lines.lines(index))
    .flat()
    .map((line) => stripVTControlCharacters(line).trimEnd())
}

test('a conversation: what was said, calls in a row, the last lines of an output, an edit as a diff', () => {
  const state = stateOf([
    user('u', 'fix it'),
    text('t', 'Let me **see**.'),
    call('c1', 'Read', { file_path: 'a.js' }, { result: result('1\n2\n3') }),
    call(
      'c2',
      'Bash',
      { command: 'npm test' },
      { status: 'failed', result: result('Exit code 1\nbad', true) },
    ),
    call(
      'c3',
      'Edit',
      { file_path: 'a.js', old_string: 'a\nb', new_string: 'a\nc' },
      { result: result('ok') },
    ),
    call('c4', 'Bash', { command: 'npm test' }, { result: result('1\n2\n3\n4\n5\n6'), endedAt: 3000 }),
  ])
  expect(shown(state)).toEqual([
    '❯ fix it',
    '',
    '  Let me see.',
    '',
    '✓ Read a.js 3 lines',
    '✗ Bash npm test',
    '  │ Exit code 1',
    '  │ bad',
    '✓ Edit a.js',
    '  │   a',
    '  │ - b',
    '  │ + c',
    '✓ Bash npm test 3 s',
    '  │ … 2 lines before',
    '  │ 3',
    '  │ 4',
    '  │ 5',
    '  │ 6',
  ])
})

test('what a sub-agent does stands below its call, indented; of many steps, the last', () => {
  const steps = Array.from(
    { length: 9 },
    (_, n) => ['agent', call(`s${n}`, 'Grep', { pattern: `p${n}` })] as const,
  )
  const state = stateOf([
    call('agent', 'Agent', { description: 'look around' }, { status: 'running' }),
    ...steps,
  ])
  expect(shown(state)).toEqual([
    '◌ Agent look around 1 m 5 s',
    '  … 3 steps before',
    ...[3, 4, 5, 6, 7, 8].map((n) => `  ✓ Grep p${n}`),
  ])
  expect(shown(state, { isDetailed: true })).toHaveLength(10)
})

test('thinking is folded to a line, and opened with the details', () => {
  const thinking: Item = { ...base, kind: 'thinking', id: 'x', messageId: 'm', text: 'First.\nSecond.' }
  expect(shown(stateOf([thinking]))).toEqual(['∴ First. Second.'])
  expect(shown(stateOf([thinking]), { isDetailed: true })).toEqual(['∴ First.', '  Second.'])
})

test('what was cut off says so', () => {
  const thinking: Item = { ...base, kind: 'thinking', id: 'x', messageId: 'm', text: 'First', cut: true }
  const half = { ...text('t', 'half'), cut: true } as Item
  const written = call('c', 'Bash', { command: 'rm' }, { status: 'interrupted', cut: true, endedAt: 0 })
  const lines = shown(stateOf([thinking, half, written]))
  expect(lines.filter((line) => line !== '')).toEqual([
    '∴ First',
    '  (cut off)',
    '  half',
    '  (cut off)',
    expect.stringMatching(/Bash rm interrupted, cut off$/),
  ])
})

test('todo lists, notices, and what only those see who look closely', () => {
  const todos = [
    { content: 'one', status: 'completed' },
    { content: 'two', status: 'in_progress' },
    { content: 'three', status: 'pending' },
  ]
  const notice = {
    ...base,
    kind: 'notice',
    id: 'n',
    text: 'Stopped.',
    topic: 'interrupt',
    level: 'warning',
  } as const
  const hook = { ...notice, id: 'h', topic: 'hook', level: 'info', text: 'a hook ran' } as const
  const state = stateOf([call('c', 'TodoWrite', { todos }), hook, notice])
  expect(shown(state)).toEqual(['✓ TodoWrite', '  ☑ one', '  ▸ two', '  ☐ three', '! Stopped.'])
  expect(shown(state, { isDetailed: true })).toContain('· a hook ran')
})

test('a text that grows looks at each moment as if it had been there at once', () => {
  const source =
    'Some words\n\n```js\nconst a = 1\nconst b = 2\n```\nand **more** of them, so that it is wrapped once or twice'
  const lines = new TranscriptLines(emptyState, options)
  for (let length = 1; length <= source.length; length++) {
    const draft: Draft = {
      id: 'd',
      parent: '',
      messageId: 'm',
      index: 0,
      kind: 'text',
      at: 0,
      text: source.slice(0, length),
    }
    lines.use(stateOf([], [draft]), options)
    const grown = lines.lines(0).map(stripVTControlCharacters)
    const once = shown(stateOf([], [draft]))
    expect(grown.map((line) => line.trimEnd())).toEqual(once)
  }
})

test('lines of an item are made once, as long as it stays the same', () => {
  const state = stateOf([text('t', 'hello'), text('t2', 'again')])
  const lines = new TranscriptLines(state, options)
  const [first] = [lines.lines(0)]
  lines.use({ ...state, seq: 10 }, options)
  expect(lines.lines(0)).toBe(first)
  lines.use(state, { ...options, width: 40 })
  expect(lines.lines(0)).not.toBe(first)
})

test('what has left the state is loaded when it is looked at, with what its sub-agents did', async () => {
  const said = Array.from({ length: 100 }, (_, n): Item => ({ ...text(`t${n}`, `line ${n}`), seq: n + 10 }))
  const whole = stateOf([
    user('u', 'begin'),
    call('a', 'Agent', { description: 'look' }),
    ['a', text('s', 'a step')],
    ...said,
  ])
  const state = windowed(whole, 20)
  expect(firstHeld(state)).toBeGreaterThan(80)
  const asked: [string, number][] = []
  let failure: Error | undefined
  let changes = 0
  const earlier = new EarlierItems({
    ask: async (thread, from, limit) => {
      asked.push([thread, from])
      if (failure) throw failure
      const some = items(whole, { thread, from, to: from + limit })
      const entries = some.map((item, n) => ({ index: from + n, item, ...(item.id === 'a' && { inner: 1 }) }))
      return { thread, size: thread === 'a' ? 1 : 102, items: entries }
    },
    isHeld: () => false,
    changed: () => {
      changes += 1
    },
  })
  const lines = new TranscriptLines(state, options)
  lines.use(state, options, earlier)
  const at = (index: number) => lines.lines(index).map((line) => stripVTControlCharacters(line).trim())
  expect(lines.count).toBe(103)
  expect(at(101)).toEqual(['', 'line 99'])
  failure = new Error('no disk')
  expect(at(1)).toEqual(['… loading'])
  await expect.poll(() => changes).toBe(1)
  expect(at(1)).toEqual(['not loaded: no disk'])
  failure = undefined
  earlier.forgetProblems()
  expect(at(0)).toEqual(['… loading'])
  await expect.poll(() => changes).toBe(3)
  expect(at(0)).toEqual(['❯ begin'])
  expect(at(1).join()).toContain('loading')
  await expect.poll(() => changes).toBe(4)
  expect(at(1).join()).toContain('a step')
  expect(asked).toEqual([
    ['', 0],
    ['', 0],
    ['a', 0],
  ])
})

test('a call that waits for approval says so; the wait is no part of its run time', () => {
  const waiting = call('c1', 'Bash', { command: 'make' }, { status: 'running', approvalId: 'a' })
  const ran = call('c2', 'Bash', { command: 'ls' }, { approvalId: 'b', decidedAt: 50_000, endedAt: 52_000 })
  expect(shown(stateOf([waiting, ran]))).toEqual(['◌ Bash make needs approval · 1 m 5 s', '✓ Bash ls 2 s'])
})

test('questions that wait say that they need answers', () => {
  const asked = (id: string, ...texts: string[]): Item => ({
    ...base,
    kind: 'question',
    id,
    toolUseId: id,
    messageId: 'm',
    name: 'AskUserQuestion',
    input: {},
    status: 'running',
    approvalId: id,
    questions: texts.map((question) => ({ question, header: '', options: [], multiSelect: false })),
  })
  expect(shown(stateOf([asked('q1', 'Which?'), asked('q2', 'Where?', 'When?')]))).toEqual([
    '◌ Question needs an answer',
    '  │ Which?',
    '',
    '◌ Questions need answers',
    '  │ Where?',
    '  │ When?',
  ])
})

test('a call with a task in the background runs until the task ends', () => {
  const agent = (news: Partial<ToolItem>) =>
    shown(stateOf([call('c', 'Agent', { description: 'look' }, { result: result('launched'), ...news })]))[0]
  expect(agent({ background: { status: 'running' } })).toBe('◌ Agent look in the background, 1 m 5 s')
  expect(agent({ background: { status: 'done', endedAt: 9000 } })).toBe('✓ Agent look 9 s')
  expect(agent({ background: { status: 'failed', endedAt: 9000 } })).toBe('✗ Agent look failed, 9 s')
})
