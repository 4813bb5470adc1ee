import { describe, expect, test } from 'vitest'
import type { CallStatus, Item, ToolItem } from '../../../state/transcript/items.ts'
import { lookingOf } from './looking.ts'
import { runAt, runsOf } from './runs.ts'
import { summaryOf } from './summary.ts'

let last = 0
function call(name: string, input: object = {}, more: Partial<ToolItem> = {}): Item {
  const id = `call-${last++}`
  return {
    ...{ kind: 'tool', id, seq: last, at: 0, endedAt: 1000, messageId: 'm', toolUseId: id },
    ...{ name, input, status: 'done', result: { content: 'ok', isError: false }, ...more },
  } as Item
}
const read = (path: string, more: Partial<ToolItem> = {}) => call('Read', { file_path: path }, more)
const bash = (command: string, status: CallStatus = 'done') => call('Bash', { command }, { status })
const text = (): Item => ({
  kind: 'text',
  id: `text-${last++}`,
  seq: last,
  at: 0,
  messageId: 'm',
  text: 'So.',
})
const thought = (): Item => ({ ...text(), kind: 'thinking' }) as Item
const runsIn = (items: readonly Item[]) =>
  [...new Set(items.map((_, index) => runAt((at) => items[at], index)))]
    .flatMap((run) => (run ? [`${run.from}-${run.to}`] : []))
    .filter((it, at, all) => all.indexOf(it) === at)

describe('which calls form a run', () => {
  test('two or more calls that only looked, with the thinking between them', () => {
    expect(runsIn([thought(), read('a'), thought(), call('Grep'), thought(), text(), read('b')])).toEqual([
      '1-4',
    ])
    expect(runsIn([read('a')])).toEqual([])
    expect(runsIn([read('a'), text(), read('b')])).toEqual([])
  })
  test('an edit, a command that does something, or a call that is not over ends a run', () => {
    const others = [
      call('Edit'),
      bash('npm test'),
      read('a', { status: 'running' }),
      read('a', { status: 'denied' }),
    ]
    for (const other of others)
      expect(runsIn([read('a'), read('b'), other, read('c'), read('d')])).toEqual(['0-2', '3-5'])
  })
  test('a failed look belongs to a run, a picture does not', () => {
    const picture = read('a.png', { result: { content: [{ type: 'image' }], isError: false } })
    expect(runsIn([read('a', { status: 'failed' }), read('b')])).toEqual(['0-2'])
    expect(runsIn([read('a'), picture])).toEqual([])
  })
  test('a run ends where a page of items ends, and where items are not loaded', () => {
    const many = Array.from({ length: 100 }, () => read('a'))
    expect(runsIn(many)).toEqual(['0-64', '64-100'])
    expect(runAt((at) => (at < 10 ? undefined : many[at]), 20)).toMatchObject({ from: 10, to: 64 })
  })
  test('the items of a run are looked at once for all of its rows', () => {
    const many = Array.from({ length: 64 }, () => read('a'))
    let asked = 0
    const find = runsOf((at) => {
      asked += 1
      return many[at]
    })
    for (const at of many.keys()) expect(find(at)).toMatchObject({ from: 0, to: 64 })
    expect(asked).toBeLessThan(64 * 6)
  })
})

test.each([
  ['git status && git diff | head -20', true],
  ['ls -la src; cat package.json', true],
  ['git push', false],
  ['cat a > b', false],
  ['ls $(rm -rf x)', false],
  ['find . -delete', false],
  ['npm test', false],
  ['cat a\nrm b', false],
])('%j only looks: %s', (command, expected) => {
  expect(lookingOf(bash(command)) === 'command').toBe(expected)
})
test('a command that failed stays visible', () => {
  expect(lookingOf(bash('ls nowhere', 'failed'))).toBeUndefined()
})

describe('the line of a run', () => {
  test('counts files, searches and what failed', () => {
    const items = [
      ...Array.from({ length: 12 }, (_, at) => read(`f${at}`)),
      read('f1'),
      ...Array.from({ length: 4 }, () => call('Grep', {}, { status: 'failed' })),
    ]
    expect(summaryOf(items)).toMatchObject({ words: 'Read 12 files, searched 4 times', failed: 4 })
    expect(summaryOf([call('Glob'), thought(), read('a'), bash('ls')]).words).toBe(
      'Searched once, read 1 file, ran 1 command',
    )
  })
  test('time that calls share counts once, and waiting for approval does not count', () => {
    const spans = [
      read('a', { at: 0, endedAt: 4000 }),
      read('b', { at: 2000, endedAt: 6000 }),
      read('c', { at: 7000, decidedAt: 60_000, endedAt: 61_000 }),
    ]
    expect(summaryOf(spans).ms).toBe(7000)
  })
})
