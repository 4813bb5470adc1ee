// What is done with a session of another node, beside watching it: the answers are those of its own node.
import { expect, onTestFinished, test } from 'vitest'
import { untilSession } from '../../host/waiting.ts'
import { repository, write } from '../../host/work/repository.ts'
import { FleetStage, type TestNode } from '../stage.ts'

async function pair(): Promise<[TestNode, TestNode]> {
  const stage = await FleetStage.start(['a', 'b'])
  onTestFinished(() => stage.end())
  return stage.nodes as [TestNode, TestNode]
}
const isOver = (turns: number) => (state: { turns: { past: { size: number }; current: unknown } }) =>
  state.turns.past.size >= turns && state.turns.current === null

test('changes, process, inspector, search and usage of a session are those of its node', async () => {
  const [a, b] = await pair()
  repository(a.daemon.cwd, { 'shop.ts': 'one\n' })
  const [id, own] = [await b.create('hello there', a), await b.create('hello there')]
  const live = b.live()
  await Promise.all([id, own].map((it) => untilSession(live, it, isOver(1))))
  write(a.daemon.cwd, 'shop.ts', 'one\ntwo\n')
  const params = { id }
  const changes = () => b.daemon.api().call('getChanges', { params })
  await expect.poll(async () => (await changes()).files).toMatchObject([{ path: 'shop.ts', added: 1 }])
  expect((await changes()).diff).toContain('+two')

  const [there, here] = [a.daemon.api(), b.daemon.api()]
  const { pid } = await there.call('getProcess', { params })
  expect(pid).toBeGreaterThan(0)
  expect(await here.call('getProcess', { params })).toMatchObject({ pid })
  const query = { after: 0, limit: 10_000 }
  const { events } = await there.call('listEvents', { params, query })
  expect((await here.call('listEvents', { params, query })).events.slice(0, events.length)).toEqual(events)

  const hits = async () => {
    const found = await here.call('search', { query: { q: 'hello there' } })
    return [...new Set(found.hits.map(({ session }) => session))].sort()
  }
  await expect.poll(hits).toEqual([id, own].sort())
  const [usage, ofA] = [await here.call('getUsage', {}), await there.call('getUsage', {})]
  expect(usage.rows.map(({ session }) => session).sort()).toEqual([id, own].sort())
  expect(usage.totalUsd).toBeCloseTo(ofA.totalUsd)
})

test('the policies of the node decide that runs the session, not those of the one that asks', async () => {
  const [a, b] = await pair()
  const rule = (id: string, effect: 'allow' | 'deny') => ({ id, effect, tool: '*' })
  await a.daemon.api().call('putPolicies', { body: { rules: [rule('no', 'deny')] } })
  await b.daemon.api().call('putPolicies', { body: { rules: [rule('yes', 'allow')] } })
  const id = await b.create('fix the bug', a)
  await untilSession(b.live(), id, isOver(1))
  const { entries } = await b.daemon.api().call('getAudit', { query: { session: id } })
  const decided = JSON.stringify(entries.map(({ what, detail }) => [what, detail]))
  expect(decided).toContain('"permissionDecision":"deny"')
  expect(decided).not.toContain('allow')
})

test('prompts wait in the queue of another node, are changed and taken back there, and a turn is stopped', async () => {
  const [a, b] = await pair()
  const api = b.daemon.api()
  const live = b.live()
  const id = await b.create('fix the bug', a)
  const params = { id }
  await untilSession(live, id, ({ approvals }) => approvals.pending.length > 0)
  for (const text of ['first', 'second'])
    await api.call('sendMessage', { params, body: { text, when: 'after-turn' } })
  const queue = async (on = api) =>
    (await on.call('getQueue', { params })).queue.filter(({ status }) => status === 'held')
  await expect.poll(async () => (await queue()).length).toBe(2)
  const [first, second] = (await queue()).map((it) => ({ ...params, message: it.id }))
  if (!first || !second) throw new Error('nothing waits')
  await api.call('patchQueued', { params: first, body: { text: 'in other words' } })
  await api.call('cancelQueued', { params: second, query: {} })
  await expect.poll(() => queue()).toMatchObject([{ text: 'in other words' }])
  expect(await queue()).toEqual(await queue(a.daemon.api()))

  await api.call('interrupt', { params, body: {} })
  await untilSession(live, id, isOver(2))
  const { events } = await a.daemon.api().call('listEvents', { params, query: { limit: 10_000 } })
  const sent = JSON.stringify(events.filter((it) => it.kind === 'sent' && it.message.type === 'user'))
  expect(sent).toContain('in other words')
  expect(sent).not.toContain('second')
})
