/** A checker that finds nothing proves nothing: each thing that it is there to find, planted. */
import { expect, test } from 'vitest'
import { Ledger } from '../ledger.ts'
import { lastWords, type PlannedPrompt } from '../plan/prompts.ts'
import { check } from './check.ts'
import type { JournalEvent } from './evidence.ts'
import { fingerprint } from './fingerprint.ts'

const TOKEN = 'tok-s1-1-1-abcdef'
const EFFECT = `${TOKEN}-a`
const prompt: PlannedPrompt = {
  uuid: 'u1',
  token: TOKEN,
  text: `Please play ${TOKEN} to its end.`,
  effects: [EFFECT],
  script: { prompt: TOKEN, replies: [] },
  decision: 'allow',
}

type Body = { kind: string; [field: string]: unknown }
const received = (message: object): Body => ({ kind: 'received', message })
const started: Body = { kind: 'process-started', generation: 1 }
const sent: Body = { kind: 'sent', message: { type: 'user', uuid: 'u1', message: { content: prompt.text } } }
const exited: Body = { kind: 'process-exited', cause: 'kill' }
const call = received({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: 't1', input: { command: `printf ${EFFECT} >> f` } }] },
})
const asks = received({
  type: 'control_request',
  request_id: 'r1',
  request: { subtype: 'can_use_tool', input: { command: `printf ${EFFECT} >> f` } },
})
const answered = (by = 'client 1', decision = 'allowed'): Body => ({
  kind: 'approval-answered',
  id: 'r1',
  decision,
  by,
})
const answer: Body = {
  kind: 'sent',
  message: { type: 'control_response', response: { request_id: 'r1', subtype: 'success' } },
}
const toolDone = received({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
})
const words = received({
  type: 'assistant',
  message: { content: [{ type: 'text', text: lastWords(TOKEN) }] },
})
const success = received({ type: 'result', subtype: 'success', is_error: false })

const WELL = [started, sent, call, asks, answered(), answer, toolDone, words, success]

interface Case {
  bodies?: readonly Body[]
  lines?: (lines: string[]) => string[]
  effects?: string[]
  renumber?: (event: JournalEvent) => JournalEvent
  ledger?: (ledger: Ledger) => void
  seen?: (seen: Map<number, string>) => void
  strays?: string[]
  errors?: string[]
}

function judge({
  bodies = WELL,
  lines,
  effects = [EFFECT],
  renumber,
  ledger: change,
  seen,
  strays = [],
  errors = [],
}: Case) {
  const events = bodies.map((body, index): JournalEvent => ({ ...body, seq: index + 1, at: index }))
  const written = bodies
    .filter(({ kind }) => kind === 'received')
    .map(({ message }) => JSON.stringify({ ...(message as object), messaging_socket_path: '/tmp/x' }))
  const stored = renumber ? events.map(renumber) : events
  const session = { id: 's1', events: stored, lines: lines ? lines(written) : written }
  const ledger = new Ledger()
  ledger.created.add('s1')
  ledger.accepted.push({ session: 's1', prompt })
  ledger.answers.push({ approval: 'r1', session: 's1', by: 'client 1', status: 200 })
  ledger.answers.push({ approval: 'r1', session: 's1', by: 'client 2', status: 409 })
  change?.(ledger)
  const prints = new Map(events.map((event) => [event.seq, fingerprint(event)]))
  seen?.(prints)
  const streams = [{ client: 'client 1', sessions: new Map([['s1', prints]]) }]
  return check({ sessions: new Map([['s1', session]]), strays, effects, errors }, ledger, streams)
}

const without = (...gone: Body[]) => WELL.filter((it) => !gone.includes(it))

test('a run in which all went well has no problem', () => {
  const { problems, outcomes } = judge({})
  expect(problems).toEqual([])
  expect([...outcomes]).toEqual([['done', 1]])
})

test('that the journal cannot be written on a full disk is no problem', () => {
  const errors = ['the host: the journal cannot be written: the disk is full: make room for /journal.db']
  expect(judge({ errors }).problems).toEqual([])
})

test('a prompt that was sent again to the next process was sent once', () => {
  expect(judge({ bodies: [started, sent, exited, ...WELL] }).problems).toEqual([])
})

test('a message that the CLI has written twice is said once', () => {
  const said = received({ ...(words.message as object), uuid: 'w1' })
  expect(judge({ bodies: [...without(words), said, said] }).problems).toEqual([])
})

const long = `begin ${'x'.repeat(9_000_000)}`
const longLine = JSON.stringify({ type: 'system', uuid: 'l1', content: long })
const cut = (begin: string, uuid = 'l1') =>
  received({
    type: 'system',
    uuid,
    content: `${begin}… [123 more characters are left out here; the output file of the process has them]`,
  })

test('of a very long line, the long texts may be cut in the journal', () => {
  const lines = (all: string[]) => [...all.slice(0, -1), longLine]
  expect(judge({ bodies: [...WELL, cut('begin xxx')], lines }).problems).toEqual([])
})

test.each<[string, Case, RegExp]>([
  [
    'a cut text that begins otherwise',
    { bodies: [...WELL, cut('begun')], lines: (lines) => [...lines.slice(0, -1), longLine] },
    /is not line 6 of the output/,
  ],
  [
    'a cut line with another field',
    { bodies: [...WELL, cut('begin', 'l2')], lines: (lines) => [...lines.slice(0, -1), longLine] },
    /is not line 6 of the output/,
  ],
  ['a prompt that is not in the journal', { bodies: [started], effects: [] }, /not in the journal/],
  ['a prompt that ran twice', { bodies: [...WELL, words] }, /ran 2 times/],
  [
    'a prompt that was sent twice to a process',
    { bodies: [started, sent, ...WELL.slice(1)] },
    /was sent twice/,
  ],
  [
    'a prompt that was sent under two names',
    {
      bodies: [started, { ...sent, message: { ...(sent.message as object), uuid: 'u9' } }, exited, ...WELL],
    },
    /was sent twice/,
  ],
  ['a prompt without an outcome', { bodies: without(words, success) }, /nothing says what became of it/],
  [
    'a prompt that is held for ever',
    { bodies: [{ kind: 'prompt-queued', uuid: 'u1', content: prompt.text }], effects: [] },
    /held for ever/,
  ],
  [
    'a number left out',
    { renumber: (it) => (it.seq > 4 ? { ...it, seq: it.seq + 1 } : it) },
    /stands where 5 should/,
  ],
  [
    'a line that is not stored',
    { lines: (lines) => [...lines, '{"type":"keep_alive"}'] },
    /wrote 6 lines, and the journal has 5/,
  ],
  ['an event that nobody wrote', { lines: (lines) => lines.slice(0, -1) }, /is not line 5 of the output/],
  [
    'lines in another order',
    { lines: ([a = '', b = '', ...rest]) => [b, a, ...rest] },
    /is not line 1 of the output/,
  ],
  ['a side effect that happened twice', { effects: [EFFECT, EFFECT] }, /happened 2 times/],
  [
    'a side effect that was denied',
    { bodies: WELL.map((it) => (it.kind === 'approval-answered' ? answered('client 1', 'denied') : it)) },
    /although it was denied/,
  ],
  ['a side effect that did not happen', { effects: [] }, /did not happen/],
  ['an approval answered twice', { bodies: [...WELL, answered('client 2')] }, /answered 2 times/],
  ['two answers to the CLI', { bodies: [...WELL, answer] }, /was sent 2 answers/],
  ['an answer that the CLI never got', { bodies: without(answer) }, /1 answers in the journal, 0 sent/],
  [
    'two clients that were both first',
    { ledger: ({ answers }) => answers.push({ approval: 'r1', session: 's1', by: 'client 3', status: 200 }) },
    /both first/,
  ],
  [
    'a receipt for an answer that is not the one',
    { bodies: WELL.map((it) => (it.kind === 'approval-answered' ? answered('client 2') : it)) },
    /client 1 has a receipt/,
  ],
  ['an event that a client saw otherwise', { seen: (seen) => seen.set(3, 'other') }, /saw an event 3/],
  ['an event that only a client has', { seen: (seen) => seen.set(99, 'other') }, /saw an event 99/],
  [
    'a session that nobody removed',
    { ledger: ({ accepted }) => accepted.push({ session: 's2', prompt }) },
    /s2 is not in the journal/,
  ],
  [
    'a session that is there after its removal',
    { ledger: ({ removed }) => removed.add('s1') },
    /was removed, and is in the journal/,
  ],
  ['files without a journal', { strays: ['s9'] }, /s9 has a folder/],
  [
    'an error of the host',
    { errors: ['s1: an event was not taken: Error: x'] },
    /logged an error: s1: an event was not taken/,
  ],
])('it finds %s', (_, planted, message) => {
  expect(judge(planted).problems.join('\n')).toMatch(message)
})

test.each<[string, readonly Body[]]>([
  ['crashed', [started, sent, { kind: 'process-exited', cause: 'kill' }]],
  ['closed', [started, sent, { kind: 'process-exited', cause: 'close' }]],
  [
    'interrupted',
    [
      started,
      sent,
      { kind: 'sent', message: { type: 'control_request', request: { subtype: 'interrupt' } } },
    ],
  ],
  ['failed', [started, sent, received({ type: 'result', subtype: 'success', is_error: true })]],
  ['cancelled', [started, sent, { kind: 'prompt-cancelled', uuid: 'u1' }]],
  ['joined by another', [started, sent, { kind: 'sent', message: { type: 'user', uuid: 'u2' } }, success]],
])('it knows why a prompt did not come to its end: %s', (outcome, bodies) => {
  const { outcomes, problems } = judge({ bodies, effects: [], ledger: ({ answers }) => answers.splice(0) })
  expect(problems).toEqual([])
  expect([...outcomes]).toEqual([[outcome, 1]])
})
