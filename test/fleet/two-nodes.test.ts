// The short path: two hosts and a real nats-server. A session of one is used from the other as if it were its own.
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { untilLive, untilSession } from '../host/waiting.ts'
import { FleetStage, untilListed } from './stage.ts'

test('a session of one node is started, watched, answered and removed from the other', async () => {
  const stage = await FleetStage.start(['a', 'b'])
  onTestFinished(() => stage.end())
  const [a, b] = stage.nodes as [(typeof stage.nodes)[0], (typeof stage.nodes)[0]]
  const [liveA, liveB] = [a.live(), b.live()]
  const id = await b.create('fix the bug', a)

  // Both lists have it, each from its own side.
  await untilListed(liveA, id, ({ node }) => node?.name === 'a' && node.isHere)
  await untilListed(
    liveB,
    id,
    ({ node }) => node?.name === 'a' && !node.isHere && node.awaySince === undefined,
  )

  // The approval is in the inbox of the other node, and answered there; a second answer is refused with who was first.
  const ofThis = () => liveB.state.approvals.find(({ session }) => session === id)
  await untilLive(liveB, () => ofThis() !== undefined)
  const answer = (node: typeof a, commandId: string) =>
    node.daemon.api(node.name).call('answerApproval', {
      params: { id, approval: ofThis()?.id ?? '' },
      body: { decision: 'deny', interrupt: true, commandId },
    })
  const settled = await Promise.allSettled([answer(a, 'from-a'), answer(b, 'from-b')])
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

  // What both see is the same.
  const { seq } = (await a.daemon.api().call('getSession', { params: { id } })).session
  const idle = (live: typeof liveA) =>
    untilSession(live, id, (it) => it.seq >= seq && it.turns.past.size > 0 && it.turns.current === null)
  await Promise.all([idle(liveA), idle(liveB)])
  const { session } = await b.daemon.api().call('getSession', { params: { id } })
  expect(session.node).toMatchObject({ name: 'a', isHere: false })
  // An event may have reached one of them only.
  await expect.poll(() => isDeepStrictEqual(liveB.session(id), liveA.session(id))).toBe(true)

  // The same command through the other node has the same receipt, and no other effect.
  const send = (node: typeof a) =>
    node.daemon.api().call('sendMessage', { params: { id }, body: { text: 'once more', commandId: 'once' } })
  expect(await send(a)).toEqual(await send(b))
  await untilSession(liveB, id, (it) => it.turns.past.size === 2 && it.turns.current === null)
  const { events } = await b.daemon.api().call('listEvents', { params: { id }, query: {} })
  const isSent = (it: (typeof events)[0]) =>
    it.kind === 'sent' && it.message.type === 'user' && JSON.stringify(it).includes('once more')
  expect(events.filter(isSent)).toHaveLength(1)

  await b.daemon.api().call('deleteSession', { params: { id } })
  await Promise.all(
    [liveA, liveB].map((live) => untilLive(live, (it) => !it.state.sessions?.some((s) => s.id === id))),
  )
})
