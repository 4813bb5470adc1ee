import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recalled } from './recall.ts'

const ID = '11111111-2222-4333-8444-555555555555'
let configDir: string
beforeEach(() => {
  configDir = mkdtempSync(join(tmpdir(), 'fairlead-recall-'))
})
afterEach(() => rmSync(configDir, { recursive: true }))

type Entry = Record<string, unknown>
function write(entries: readonly Entry[]): void {
  const folder = join(configDir, 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${ID}.jsonl`), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}
const user = (uuid: string, parentUuid: string | null, more: Entry = {}): Entry => ({
  type: 'user',
  uuid,
  parentUuid,
  timestamp: '2026-01-02T03:04:05.000Z',
  message: { role: 'user', content: uuid },
  ...more,
})
const assistant = (uuid: string, parentUuid: string, content: object[], more: Entry = {}): Entry => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { id: `msg-${uuid}`, role: 'assistant', model: 'm', content },
  ...more,
})
const text = (words: string) => [{ type: 'text', text: words }]
const uuids = async (until?: string) =>
  (await recalled(ID, { configDir }, until)).map((it) =>
    it.kind === 'recalled' ? it.message.uuid : it.kind === 'notice' ? it.text : it.kind,
  )

const TALK = [
  user('p1', null),
  assistant('a1', 'p1', [{ type: 'tool_use', id: 't', name: 'Task', input: {} }]),
  user('side-p', null, { isSidechain: true }),
  assistant('side-a', 'side-p', text('of a sub-agent'), { isSidechain: true }),
  user('r1', 'a1', {
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'done' }] },
    toolUseResult: { status: 'completed' },
  }),
  user('meta', 'r1', { isMeta: true }),
  assistant('a2', 'meta', text('done')),
  user('p2', 'a2'),
  assistant('a3', 'p2', text('again')),
]

test('what was said, with results of tools and when, without what sub-agents said among themselves', async () => {
  write(TALK)
  expect(await uuids()).toEqual(['p1', 'a1', 'r1', 'a2', 'p2', 'a3'])
  const events = await recalled(ID, { configDir })
  expect(events[0]).toMatchObject({ kind: 'recalled', saidAt: Date.parse('2026-01-02T03:04:05Z') })
  expect(events[2]).toMatchObject({ message: { type: 'user', tool_use_result: { status: 'completed' } } })
})

test('a fork has it up to its message; where that is not there, it says so and shows nothing', async () => {
  write(TALK)
  expect(await uuids('a2')).toEqual(['p1', 'a1', 'r1', 'a2'])
  expect(await uuids('nowhere')).toEqual([
    'Earlier messages cannot be shown: there is no message nowhere in the conversation',
  ])
})

test('after a compaction: its summary, which no person wrote, and what came then', async () => {
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'x',
    parentUuid: null,
    compactMetadata: {},
  }
  write([...TALK, boundary, user('s', 'x', { isCompactSummary: true }), user('p3', 's')])
  expect(await uuids()).toEqual(['s', 'p3'])
  const [summary, prompt] = await recalled(ID, { configDir })
  expect(summary).toMatchObject({ message: { isSynthetic: true } })
  expect(prompt).not.toHaveProperty('message.isSynthetic')
})

test('of a very long one the last part, and how much is left out', async () => {
  write(Array.from({ length: 5003 }, (_, i) => user(`p${i}`, i === 0 ? null : `p${i - 1}`)))
  const said = await uuids()
  expect(said).toHaveLength(5001)
  expect(said.slice(0, 2)).toEqual(['3 earlier messages are not shown.', 'p3'])
  expect(said.at(-1)).toBe('p5002')
})
