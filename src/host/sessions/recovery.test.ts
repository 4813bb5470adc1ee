import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventBody } from '../../state/events.ts'
import { Journal } from '../journal/journal.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import type { OutboxRow, SessionRow } from '../journal/store.ts'
import { folded, isInitialize, leftLines, openAsks, promptsToSend } from './recovery.ts'

const ROW: SessionRow = {
  id: 's',
  title: '',
  cwd: '/project',
  agent: 'sim',
  createdAt: 0,
  updatedAt: 0,
  archived: false,
  options: {},
  generation: 2,
  offset: 0,
  wanted: 'run',
  extra: {},
}
let store: MemoryStore
let journal: Journal
beforeEach(() => {
  store = new MemoryStore()
  store.addSession(ROW)
  journal = new Journal(store, { groupMs: 0 })
})
const asks = (id: string, request: object) =>
  ({
    kind: 'received',
    message: { type: 'control_request', request_id: id, request },
  }) as unknown as EventBody

test('of what an earlier host left, lines are told from requests; those for another process are neither', async () => {
  const row = (id: string, kind: OutboxRow['kind'], more: Partial<OutboxRow> = {}): OutboxRow => ({
    id,
    session: 's',
    generation: 2,
    kind,
    line: JSON.stringify({ request: { subtype: id } }),
    ...more,
  })
  const outbox = [
    row('p', 'prompt'),
    row('a', 'answer'),
    row('initialize', 'request'),
    row('interrupt', 'request'),
    row('old', 'prompt', { generation: 1 }),
  ]
  await journal.append('s', [], { outbox })
  const { lines, requests } = leftLines(store, ROW)
  expect(lines.map(({ id }) => id)).toEqual(['p', 'a'])
  expect(requests.map((it) => [it.id, isInitialize(it)])).toEqual([
    ['initialize', true],
    ['interrupt', false],
  ])
})

test('a state is the same from a snapshot and the rest as from all events', async () => {
  const said = (text: string): EventBody => ({ kind: 'notice', level: 'info', text })
  await journal.append('s', [said('1'), said('2')])
  const state = folded(store, 's')
  await journal.append('s', [], { snapshot: { seq: 2, state } })
  await journal.append('s', [said('3')])
  const whole = new MemoryStore()
  whole.addSession(ROW)
  whole.commit([{ session: 's', events: store.events('s', 0, 9) }])
  expect(folded(store, 's')).toEqual(folded(whole, 's'))
  expect(folded(store, 's').seq).toBe(3)
})

test('hooks and approvals without an answer are found again, with their ids; answered ones are not', async () => {
  const hook = { subtype: 'hook_callback', callback_id: 'c', input: {} }
  const answer = {
    type: 'control_response',
    response: { subtype: 'success', request_id: 'h1', response: {} },
  } as const
  await journal.append('s', [
    { kind: 'process-started', generation: 2 },
    asks('h1', hook),
    asks('h2', hook),
    asks('t', { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 'x' }),
    { kind: 'sent', message: answer },
  ])
  const found = openAsks(folded(store, 's'), store, 's')
  expect(found.map(({ id }) => id)).toEqual(['h2', 't'])
  for (const { id, event } of found)
    expect(event).toMatchObject({ kind: 'received', message: { type: 'control_request', request_id: id } })
})

describe('of the prompts that a process took with it', () => {
  let configDir: string
  beforeEach(() => {
    configDir = mkdtempSync(join(tmpdir(), 'fairlead-recovery-'))
  })
  afterEach(() => rmSync(configDir, { recursive: true, force: true }))
  const prompt = (uuid: string, turn?: number) => ({
    uuid,
    content: uuid,
    generation: 1,
    at: 0,
    ...(turn !== undefined && { turn }),
  })

  test('those that the CLI has begun, or has in its transcript, are not run twice', async () => {
    const folder = join(configDir, 'projects', '-project')
    mkdirSync(folder, { recursive: true })
    const id = '11111111-1111-4111-8111-111111111111'
    const [known, fresh, begun] = ['a', 'b', 'c'].map(
      (it) => `${it.repeat(8)}-1111-4111-8111-111111111111`,
    ) as [string, string, string]
    const line = { type: 'user', uuid: known, sessionId: id, message: { role: 'user', content: 'x' } }
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`)
    const place = { cwd: '/project', configDir, cliSessionId: id }
    const { again, interrupted } = await promptsToSend(
      [prompt(known), prompt(fresh), prompt(begun, 1)],
      place,
    )
    expect(again.map(({ uuid }) => uuid)).toEqual([fresh])
    expect(interrupted.map(({ uuid }) => uuid)).toEqual([known, begun])
  })

  test('all are sent again where the CLI had no conversation yet', async () => {
    const { again } = await promptsToSend([prompt('a')], { cwd: '/project', configDir })
    expect(again).toHaveLength(1)
  })
})
