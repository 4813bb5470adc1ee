// What a fleet promises while its server or one of its nodes is gone, read by a client of its own from the stream.
import { expect, onTestFinished, test } from 'vitest'
import { openNats } from '../../../src/fleet/nats/nats-engine.ts'
import { untilLive, untilSession } from '../../host/waiting.ts'
import { FleetStage, type TestNode, untilListed } from '../stage.ts'

async function fleetOf<const N extends readonly string[]>(names: N, settings = {}) {
  const stage = await FleetStage.start(names, settings)
  onTestFinished(() => stage.end())
  return { stage, nodes: stage.nodes as { [I in keyof N]: TestNode } }
}

/** The numbers of a session's events as the fleet's server has them. */
async function stored(stage: FleetStage, session: string): Promise<number[]> {
  const engine = await openNats({ url: stage.server.url, name: 'reader', maxEventBytes: 64 * 1024 * 1024 })
  const seqs: number[] = []
  for await (const { lines } of engine.events.read(session))
    seqs.push(...lines.split('\n').map((line) => (JSON.parse(line) as { seq: number }).seq))
  await engine.close()
  return seqs
}
async function untilStored(stage: FleetStage, session: string, seq: number): Promise<number[]> {
  for (;;) {
    const seqs = await stored(stage, session)
    if ((seqs.at(-1) ?? 0) >= seq) return seqs
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const gapless = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

const isOver = (turns: number) => (state: { turns: { past: { size: number }; current: unknown } }) =>
  state.turns.past.size >= turns && state.turns.current === null

test('while the server is gone each node goes on; then the fleet has every event once, in order', async () => {
  const { stage, nodes } = await fleetOf(['a', 'b'])
  const [a, b] = nodes
  const [liveA, liveB] = [a.live(), b.live()]
  const id = await a.create('hello')
  await untilSession(liveA, id, isOver(1))
  await untilSession(liveB, id, isOver(1))

  await stage.server.kill()
  await b.until(({ connection }) => connection?.isConnected === false)
  await untilListed(liveB, id, ({ node }) => node?.awaySince !== undefined)
  await expect(
    b.daemon.api().call('sendMessage', { params: { id }, body: { text: 'lost?' } }),
  ).rejects.toMatchObject({ code: 'not-possible', message: expect.stringContaining('no connection') })
  for (let turn = 2; turn <= 4; turn++) {
    await a.daemon.api().call('sendMessage', { params: { id }, body: { text: `turn ${turn}` } })
    await untilSession(liveA, id, isOver(turn))
  }

  await stage.server.start()
  await untilSession(liveB, id, isOver(4))
  await untilListed(liveB, id, ({ node }) => node?.awaySince === undefined)
  const { events, last } = await a.daemon
    .api()
    .call('listEvents', { params: { id }, query: { limit: 10_000 } })
  expect(await untilStored(stage, id, last)).toEqual(gapless(last))
  expect(JSON.stringify(events)).not.toContain('lost?')
})

test('a node that is killed is shown as it was, refuses with the reason, and is back with nothing lost or twice', async () => {
  const { stage, nodes } = await fleetOf(['a', 'b', 'c'], { lostAfterSeconds: 4 })
  const [a, b, c] = nodes
  const [liveB, liveC] = [b.live(), c.live()]
  const id = await b.create('fix the bug', a)
  const ofThis = () => liveC.state.approvals.find(({ session }) => session === id)
  await untilLive(liveC, () => ofThis() !== undefined)

  await a.daemon.kill()
  await b.until(({ nodes: all }) => all.some(({ name, away }) => name === 'a' && away === 'lost'))
  await untilListed(
    liveB,
    id,
    ({ node, pendingApprovals }) => node?.awaySince !== undefined && pendingApprovals === 1,
  )
  // Whoever opens it now sees all that the fleet has.
  const seen = await untilSession(liveB, id, ({ approvals }) => approvals.pending.length === 1)
  expect(seen.seq).toBe((await stored(stage, id)).at(-1))
  const answer = (node: TestNode, commandId: string) =>
    node.daemon.api(node.name).call('answerApproval', {
      params: { id, approval: ofThis()?.id ?? '' },
      body: { decision: 'deny', interrupt: true, commandId },
    })
  await expect(answer(b, 'early')).rejects.toMatchObject({
    message: expect.stringContaining('node a is away'),
  })

  await a.daemon.start()
  await untilListed(liveC, id, ({ node }) => node?.awaySince === undefined)
  const receipts = await Promise.all([answer(c, 'once'), answer(b, 'once')])
  expect(receipts[0]).toEqual(receipts[1])
  await untilSession(liveB, id, isOver(1))
  const { events, last } = await c.daemon
    .api()
    .call('listEvents', { params: { id }, query: { limit: 10_000 } })
  expect(events.filter(({ kind }) => kind === 'approval-answered')).toHaveLength(1)
  expect(await untilStored(stage, id, last)).toEqual(gapless(last))
})

test('a session is created once, though the command comes through two nodes', async () => {
  const { nodes } = await fleetOf(['a', 'b'])
  const [a, b] = nodes
  const create = (node: TestNode) =>
    node.daemon.api().call('createSession', {
      body: { cwd: a.daemon.cwd, agent: 'sim', node: 'a', commandId: 'create once' },
    })
  const [first, second] = await Promise.all([create(a), create(b)])
  expect(first).toEqual(second)
  const { sessions } = await a.daemon.api().call('listSessions', { query: {} })
  expect(sessions).toHaveLength(1)
})

test('a node serves what belongs to sessions, within its own folders, and nothing that administers it', async () => {
  const { stage, nodes } = await fleetOf(['a', 'b'])
  const [a, b] = nodes
  await expect(
    b.daemon.api().call('createSession', { body: { cwd: b.daemon.cwd, agent: 'sim', node: 'a' } }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  const engine = await openNats({ url: stage.server.url, name: 'intruder', maxEventBytes: 64 * 1024 * 1024 })
  const { nodes: all } = await a.daemon.api().call('getFleet', {})
  const id = all.find(({ name }) => name === 'a')?.id ?? ''
  const ask = async (request: unknown) => JSON.parse(await engine.bus.request(id, JSON.stringify(request)))
  for (const route of ['stopHost', 'putAgents', 'putPolicies', 'createSignInCode', 'constructor', undefined])
    expect(await ask({ route, params: {}, query: {}, body: { agents: [] }, label: 'x' })).toMatchObject({
      error: { code: 'forbidden' },
    })
  for (const request of [7, null, 'text', {}, { route: 'createSession', params: {}, body: { nonsense: 1 } }])
    expect(await ask(request)).toMatchObject({ error: { code: 'bad-request' } })
  await engine.close()
})
