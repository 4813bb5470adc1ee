import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionRow } from '../../../test/host/session-row.ts'
import { Agents } from '../agents.ts'
import { Budgets } from '../budgets.ts'
import { Host } from '../host.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import { SqliteStore } from '../journal/sqlite/sqlite-store.ts'
import { Policies } from '../policies/policies.ts'
import { PromptTemplates } from '../prompt-templates.ts'
import { hostHandlers } from './host-handlers.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-files-')))
  for (const name of ['project', 'shared', 'secret']) {
    mkdirSync(join(root, name))
    writeFileSync(join(root, name, 'file'), name)
  }
  symlinkSync(join(root, 'secret'), join(root, 'project', 'link'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The CLI says that it may use all folders; a person gave it `project` and `shared`. */
function getFile(path: string, given: unknown = [join(root, 'shared')]) {
  const session = {
    row: { cwd: join(root, 'project'), options: { additionalDirectories: given } },
    state: { facts: { additionalDirectories: ['/', root] } },
  }
  const { getFile } = hostHandlers({ host: { session: () => session } } as never)
  return getFile({ query: { session: 's', path } } as never)
}

test.each(['file', '../shared/file'])('%s is in a folder that a person gave the session', async (path) => {
  expect(await getFile(path)).toMatchObject({ contents: path.includes('shared') ? 'shared' : 'project' })
})

test.each(['../secret/file', 'link/file', '/etc/passwd'])(
  'R-SEC-6 %s is not opened, though the CLI says that it may use all folders',
  async (path) => {
    await expect(getFile(path)).rejects.toMatchObject({ code: 'not-found' })
  },
)

test('a folder that an earlier version stored as a text is one folder', async () => {
  const shared = join(root, 'shared')
  expect(await getFile('../shared/file', shared)).toMatchObject({ contents: 'shared' })
  await expect(getFile('../secret/file', shared)).rejects.toMatchObject({ code: 'not-found' })
})

test('the audit is read by session and time, the last ones in order', async () => {
  const store = new MemoryStore()
  for (const id of ['a', 'b']) store.addSession(sessionRow(id))
  const entry = (session: string, at: number) => ({ session, at, what: 'denied', by: 'phone', detail: {} })
  for (const [session, at] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['a', 4],
  ] as const)
    store.commit([{ session, audit: [entry(session, at)] }])
  const { getAudit } = hostHandlers({ host: { store } } as never)
  const times = async (query: object) => (await getAudit({ query } as never)).entries.map(({ at }) => at)
  expect(await times({})).toEqual([1, 2, 3, 4])
  expect(await times({ session: 'a', from: 2 })).toEqual([3, 4])
  expect(await times({ limit: 1 })).toEqual([4])
})

test('the last prompts of all sessions, each once, without notes of the CLI and pasted files', async () => {
  const store = new MemoryStore()
  for (const id of ['a', 'b']) store.addSession(sessionRow(id))
  const said = (session: string, seq: number, text: string, kind: 'user' | 'text' = 'user') =>
    store.commit([{ session, said: [{ seq, at: seq, kind, text }] }])
  said('a', 1, 'fix the bug')
  said('b', 2, 'write tests')
  said('b', 3, 'I will write tests', 'text')
  said('a', 4, '<command-name>/clear</command-name>')
  said('a', 5, 'x'.repeat(10_001))
  said('b', 6, ' fix the bug\n')
  const { listPrompts } = hostHandlers({ host: { store } } as never)
  const prompts = async (query: object) => (await listPrompts({ query } as never)).prompts
  expect(await prompts({})).toEqual([
    { text: 'fix the bug', session: 'b', at: 6 },
    { text: 'write tests', session: 'b', at: 2 },
  ])
  expect(await prompts({ limit: 1 })).toHaveLength(1)
})

test('the same command again changes no setting back, and does not end the next host', async () => {
  const stops: object[] = []
  const start = () => {
    const store = new SqliteStore(join(root, 'journal.db'))
    const agents = new Agents(store, { file: join(root, 'agents-env.json') })
    const handlers = hostHandlers({
      host: new Host({ store, folder: join(root, 'sessions'), agent: (name) => agents.get(name) }),
      policies: new Policies(store),
      budgets: new Budgets(store, () => 1),
      templates: new PromptTemplates(store),
      agents,
      stop: (how: object) => stops.push(how),
    } as never)
    const call = (name: keyof typeof handlers, body: object) =>
      (handlers[name] as (request: object) => unknown)({ body })
    const put = async (dayUsd: number, commandId: string) => [
      await call('putPolicies', {
        rules: [{ id: `${dayUsd}`, effect: 'ask' }],
        commandId: `${commandId} policies`,
      }),
      await call('putBudgets', { dayUsd, commandId: `${commandId} budgets` }),
      await call('putTemplates', {
        templates: [{ name: `t${dayUsd}`, text: 'Review {{file}}' }],
        commandId: `${commandId} templates`,
      }),
    ]
    const putAgents = async (name: string, commandId: string) =>
      call('putAgents', { agents: [{ name, command: 'sim', args: [], env: {} }], commandId })
    return { store, handlers, call, put, putAgents }
  }
  const first = start()
  const answers = await first.put(5, 'c1')
  await first.putAgents('old', 'c1')
  await first.put(9, 'c2')
  await first.putAgents('new', 'c2')
  await first.call('stopHost', { commandId: 's', all: true })
  first.store.close()

  const second = start()
  expect(await second.put(5, 'c1')).toEqual(answers)
  await second.putAgents('old', 'c1')
  const { getPolicies, getBudgets, getTemplates, getAgents } = second.handlers
  expect(await getPolicies()).toMatchObject({ rules: [{ id: '9' }] })
  expect(await getBudgets()).toMatchObject({ dayUsd: 9 })
  expect(await getTemplates({ query: {} } as never)).toEqual({
    templates: [{ name: 't9', text: 'Review {{file}}' }],
  })
  expect((await getAgents()).agents[0]?.name).toBe('new')
  expect(await second.call('stopHost', { commandId: 's', all: true })).toEqual({ ok: true })
  expect(stops).toEqual([{ all: true }])
  // One whose journal cannot be written ends all the same.
  vi.spyOn(second.store, 'addReceipt').mockImplementation(() => {
    throw new Error('the disk is full')
  })
  await second.call('stopHost', { commandId: 'another' })
  expect(stops).toHaveLength(2)
  second.store.close()
})
