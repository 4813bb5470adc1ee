import { expect, test } from 'vitest'
import { asks, busy, ENTER, Person, summary } from '../../../../test/attach/world.ts'
import type { Connection } from '../../../api/live-state.ts'
import { emptyState } from '../../../state/session-state.ts'
import { addItem } from '../../../state/transcript/transcript.ts'
import { TranscriptLines } from '../transcript/transcript-lines.ts'
import { draw } from './draw.ts'

const connected: Connection = { status: 'connected' }

function drawn({ ui, world }: Person, connection = connected, lostAt = 0) {
  const transcript = new TranscriptLines(emptyState, { width: 80, isDetailed: false, now: 0 })
  return draw({ ui, world, transcript, connection, lostAt, isListKnown: true, gone: undefined })
}
function lines(person: Person, connection = connected, lostAt = 0): string[] {
  return drawn(person, connection, lostAt).frame.lines
}

const question = asks('q', {
  kind: 'question',
  request: {
    input: {
      questions: [{ question: 'Which 日本語 one?', options: [{ label: 'A', description: 'the first' }] }],
    },
  },
})
const plan = asks('p', { kind: 'plan', request: { input: { plan: '# A plan\n\n1. do it\n'.repeat(20) } } })
const form = asks('f', {
  kind: 'elicitation',
  request: {
    message: 'Who?',
    requested_schema: { properties: { name: { type: 'string' }, ok: { type: 'boolean' } } },
  },
})
const hostileForm = asks('h', {
  kind: 'elicitation',
  request: {
    message: 7,
    requested_schema: {
      properties: {
        many: { type: 'array', items: { enum: Array.from({ length: 100 }, (_, n) => `日本 ${n}`) } },
        one: { oneOf: [{ const: 1, title: '\x1b[2Jx' }] },
        none: null,
      },
    },
  },
})
const previews = asks('v', {
  kind: 'question',
  request: {
    input: { questions: [{ question: 'P?', options: [{ label: 'A', preview: '日本\n'.repeat(50) }] }] },
  },
})
const long = asks('l', { request: { input: { command: 'echo a\n'.repeat(100) } } })

test('nothing breaks at any size, whatever is shown', () => {
  const people = [
    new Person(),
    new Person({ sessions: [] }, null),
    new Person().types('some 日本語 text\n'.repeat(5)),
    new Person().types('\x1bOP'),
    new Person().types('\x14'),
    new Person().types('\x0e'),
    new Person().types('\x11'),
    new Person({ state: busy }).types(`more${ENTER}`),
    new Person({ approvals: [question] }),
    new Person({ approvals: [plan] }).types('n'),
    new Person({ approvals: [form] }).types('y'),
    new Person({ approvals: [hostileForm] }).types('y \x1b[C'),
    new Person({ approvals: [hostileForm] }).types('y\x1b[B'),
    new Person({ approvals: [previews] }),
    new Person({ approvals: [long] }),
    new Person({ approvals: [asks('a')] }).types('e'),
  ]
  const sizes = [1, 2, 5, 13, 39, 60, 90, 140]
  for (const person of people) {
    for (const columns of sizes) {
      for (const rows of [1, 2, 5, 24]) {
        person.news({ columns, rows })
        expect(drawn(person).frame.lines).toHaveLength(rows)
      }
    }
  }
})

test('side by side in a wide terminal; one of them in a narrow one', () => {
  const person = new Person({ columns: 120 })
  expect(lines(person).join('\n')).toMatch(/title of one[\s\S]*│[\s\S]*Write a message/)
  person.news({ columns: 80 })
  expect(lines(person).join('\n')).not.toContain('title of two')
  expect(lines(person.types('\t')).join('\n')).toMatch(/title of one[\s\S]*title of two/)
})

test('a lost connection is said in the first line, with how old the rest is', () => {
  const person = new Person({ now: 100_000 })
  const [first] = lines(person, { status: 'waiting', reason: 'refused', attempt: 3 }, 88_000)
  expect(first).toBe(' Connection lost (refused). Reconnecting, attempt 3… Last update 12 s ago.')
})

test('until the state of a session has arrived, the status is that of the list', () => {
  const quiet = summary('one', { liveness: { ...summary('one').liveness, words: 'Idle for now' } })
  const text = lines(new Person({ sessions: [quiet], state: emptyState })).join('\n')
  expect(text).toContain('Loading…')
  expect(text).toContain('Idle for now')
  expect(text).not.toContain('Not started')
})

test('an input that does not fit is cut, and the keys stay', () => {
  const shown = lines(new Person({ approvals: [long], rows: 24, columns: 80 }))
  expect(shown.join('\n')).toMatch(/… \d+ more lines \(E opens all/)
  expect(shown.join('\n')).toContain('y allow')
})

test('of a text that is longer than the screen, what is around the cursor is seen', () => {
  const person = new Person({ columns: 80 }).types(`\x1b[200~${'a line\n'.repeat(50_000)}\x1b[201~the end`)
  const shown = lines(person)
  expect(shown.filter((line) => line.includes('a line'))).toHaveLength(7)
  expect(shown.at(-2)).toBe('   the end')
})

test('that others need somebody is seen in a narrow terminal too', () => {
  const sessions = [summary('two', { group: 'needs-you' }), summary('one')]
  expect(lines(new Person({ sessions, columns: 80 })).join('\n')).toContain('1 more needs you · Ctrl-G')
})

test('wide signs under a dialog leave nothing behind', () => {
  let { transcript } = emptyState
  for (let n = 0; n < 40; n++) {
    const item = {
      kind: 'text',
      id: `t${n}`,
      at: 0,
      seq: 1,
      messageId: 'm',
      text: '日本語'.repeat(12),
    } as const
    transcript = addItem(transcript, '', item)
  }
  const person = new Person({ state: { ...busy, transcript }, columns: 80 }).types('\x14')
  for (const line of lines(person)) expect(line.length).toBeLessThanOrEqual(80)
  expect(lines(person).filter((line) => line.includes('┌─ This session'))).toHaveLength(1)
})

test('of a list to mark the options around the cursor are shown, with what is marked', () => {
  const person = new Person({ approvals: [hostileForm], rows: 40, columns: 80 })
  const shown = lines(person.types(`y${'\x1b[C'.repeat(50)} `)).join('\n')
  expect(shown).toContain('▸ 51 ☑ 日本 50')
  expect(shown).toContain('52 ☐ 日本 51')
  expect(shown).not.toContain('日本 60')
})

test('the preview of the option under the cursor is shown, cut where it is long', () => {
  const shown = lines(new Person({ approvals: [previews], rows: 40, columns: 80 })).join('\n')
  expect(shown).toContain('│ 日本')
  expect(shown).toContain('more lines')
})

test('a session in the list shows the request itself, and how many more there are', () => {
  const sessions = [summary('one', { group: 'needs-you', pendingApprovals: 2 }), summary('two')]
  const shown = lines(new Person({ sessions, approvals: [asks('a1'), asks('a2')] })).join('\n')
  expect(shown).toMatch(/● title of one.*\n {3}\$ make all \+1/)
})

test('sessions of several projects stand under them; a key shows them by what they do', () => {
  const of = (name: string, id: string, news = {}) =>
    summary(id, { project: { name, path: `/home/me/${name}` }, ...news })
  const sessions = [of('shop', 'one', { group: 'working' }), of('blog', 'two'), of('shop', 'three')]
  const person = new Person({ sessions }, null)
  const shown = () =>
    lines(person).flatMap((line) => /(?:shop|blog|WORKING|IDLE) \d|title of \w+/i.exec(line)?.[0] ?? [])
  expect(shown()).toEqual([...['shop 2', 'title of one', 'title of three', 'blog 1', 'title of two']])
  person.types('p')
  expect(shown()).toEqual([...['Working 1', 'title of one', 'Idle 2', 'title of two', 'title of three']])
})

test('only a card with the focus shows the keys that decide, beside a bar', () => {
  const person = new Person({ approvals: [asks('a1')] })
  const card = () => lines(person).join('\n')
  expect(card()).toMatch(/┃ make all[\s\S]*┃ y allow/)
  person.types('\t')
  expect(card()).toContain('Press Tab to decide')
  expect(card()).not.toMatch(/┃|y allow/)
  person.types('\t').types('i')
  expect(card()).toContain('Press Esc to decide')
  expect(card()).not.toMatch(/┃|y allow/)
})

test('a q that is text says how to leave', () => {
  expect(lines(new Person().types('q')).join('\n')).toContain('Tab, then q quits')
})

test('a command with risks says how many, and what they are', () => {
  const risky = asks('r', { request: { input: { command: 'rm -rf build' } } })
  const shown = lines(new Person({ approvals: [risky] })).join('\n')
  expect(shown).toContain('Bash needs approval · 1 risk ')
  expect(shown).toContain('! Deletes recursively')
  expect(shown).toContain('y allow once')
})

test.each([40, 60, 80])(
  'what the session does is told in full before what it runs with, at %i columns',
  (columns) => {
    const [last = ''] = lines(
      new Person({ columns, rows: 20, state: { ...busy, approvals: { ...busy.approvals } } }),
    ).slice(-1)
    expect(last).toMatch(/^ \S.*\S/)
    expect(last).not.toContain('…')
  },
)
