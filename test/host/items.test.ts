/** A session that is longer than its state: its items are read page by page, and nothing is shown for the whole that is not. */
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { ServerMessage } from '../../src/api/stream.ts'
import { askedTools } from '../../src/host/policies/asked-tools.ts'
import { WINDOW } from '../../src/host/sessions/recovery.ts'
import type { EventBody } from '../../src/state/events.ts'
import { firstHeld, itemCount } from '../../src/state/select.ts'
import { type DaemonStage, daemonStage } from './daemon-stage.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let stage: DaemonStage
afterEach(() => stage.close())

/** A session with so many notices after its first turn. */
async function longSession(notices: number): Promise<string> {
  stage = await daemonStage()
  const id = await stage.create('hello')
  await stage.settled(id)
  const bodies = Array.from(
    { length: notices },
    (_, n): EventBody => ({ kind: 'notice', level: 'info', text: `notice ${n}` }),
  )
  await stage.daemon.host.journal.append(id, bodies)
  return id
}

test('the whole transcript is read in pages, and the state holds its end', async () => {
  const id = await longSession(5000)
  const { api } = stage
  const { state } = await api.call('getSession', { params: { id }, query: { paged: 'true' } })
  const size = itemCount(state)
  expect(size).toBeGreaterThan(5000)
  expect(size - firstHeld(state)).toBeLessThanOrEqual(WINDOW)
  const seen: string[] = []
  for (let from = 0; from < size; from += 500) {
    const page = await api.call('listItems', { params: { id }, query: { from, limit: 500 } })
    expect(page.size).toBe(size)
    for (const { index, item } of page.items) {
      expect(index).toBe(seen.length)
      seen.push('text' in item ? item.text : item.kind)
    }
  }
  expect(seen).toHaveLength(size)
  expect(seen[0]).toBe('user')
  expect(seen.slice(-5000)).toEqual(Array.from({ length: 5000 }, (_, n) => `notice ${n}`))
  const last = await api.call('listItems', { params: { id }, query: { limit: 3 } })
  expect(last.items.map(({ index }) => index)).toEqual([size - 3, size - 2, size - 1])
})

test('the place of an event is found, also where its item has left the state', async () => {
  const id = await longSession(3000)
  const { items } = await stage.api.call('listItems', { params: { id }, query: { from: 700, limit: 1 } })
  const { seq } = items[0]?.item ?? { seq: 0 }
  const around = await stage.api.call('listItems', { params: { id }, query: { event: seq, limit: 11 } })
  expect(around.found).toBe(700)
  expect(around.items.map(({ index }) => index)).toEqual(Array.from({ length: 11 }, (_, i) => 695 + i))
})

test.each([
  ['from=-1', 'from'],
  ['from=x', 'from'],
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['event=0', 'event'],
  ['event=3&from=2', '`event` goes with neither'],
  ['page=3', 'page'],
])('?%s is refused with the reason', async (query, reason) => {
  stage = await daemonStage()
  const id = await stage.create()
  const headers = { authorization: `Bearer ${stage.token}` }
  const answer = await stage.ask(`/api/sessions/${id}/items?${query}`, { headers })
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.text).error.message).toContain(reason)
})

test('a client that does not know of pages is told so, and not shown a part for the whole', async () => {
  const id = await longSession(3000)
  await expect(stage.api.call('getSession', { params: { id } })).rejects.toMatchObject({
    code: 'not-possible',
    message: expect.stringContaining('older than the host'),
  })
  const told = (hello: object) =>
    new Promise<ServerMessage>((resolve) => {
      const socket = new WebSocket(`${stage.daemon.url.replace('http', 'ws')}/api/stream`, {
        headers: { authorization: `Bearer ${stage.token}` },
      })
      socket.on('open', () => {
        socket.send(JSON.stringify({ type: 'hello', label: 'old', ...hello }))
        socket.send(JSON.stringify({ type: 'watch', session: id, after: 0 }))
      })
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as ServerMessage
        if (message.type === 'welcome') return
        socket.close()
        resolve(message)
      })
    })
  expect(await told({})).toMatchObject({
    type: 'gone',
    reason: expect.stringContaining('older than the host'),
  })
  expect(await told({ paged: true })).toMatchObject({ type: 'snapshot', session: id })
})

test('what is removed with a session are its items too', async () => {
  const id = await longSession(3000)
  const { store, session } = { store: stage.daemon.host.store, session: stage.daemon.host.session(id) }
  await expect.poll(() => store.lastItem(id, '')).toBeGreaterThan(500)
  await session.close()
  await stage.api.call('deleteSession', { params: { id }, query: { commandId: 'c' } })
  expect(store.itemsAfter(id, undefined, 10)).toEqual([])
})

test('a policy is tried on all calls, also those that have left the state', async () => {
  const id = await longSession(0)
  const { journal } = stage.daemon.host
  const shared = { session_id: 's', parent_tool_use_id: null }
  const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'rm -rf /' } }
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'no' }
  await journal.append(id, [
    { kind: 'recalled', message: { type: 'assistant', message: { content: [call] }, uuid: 'u1', ...shared } },
    {
      kind: 'recalled',
      message: { type: 'user', message: { role: 'user', content: [result] }, uuid: 'u2', ...shared },
    },
    ...Array.from({ length: 3000 }, (): EventBody => ({ kind: 'notice', level: 'info', text: 'n' })),
  ] as EventBody[])
  expect(stage.daemon.host.session(id).state.transcript.calls.size).toBe(0)
  const asked = [...askedTools(stage.daemon.host.sessions())]
  expect(asked).toMatchObject([{ toolName: 'Bash', input: { command: 'rm -rf /' } }])
})
