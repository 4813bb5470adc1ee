import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ServerMessage } from '../../src/api/index.ts'
import { type DaemonStage, daemonStage, opener } from './daemon-stage.ts'
import { isIdle, untilLive, untilSession } from './waiting.ts'

let stage: DaemonStage
beforeAll(async () => {
  stage = await daemonStage()
})
afterAll(() => stage.close())

describe('the stream', () => {
  test('gives every client the same state as the host has, whenever it comes', async () => {
    const early = stage.live('early')
    const id = await stage.create('hello')
    await untilSession(early, id, isIdle)
    const { seq } = await stage.settled(id)
    const seen = await untilSession(early, id, (it) => it.seq >= seq)
    const late = stage.live('late')
    const caught = await untilSession(late, id, (it) => it.seq >= seq)
    const { state } = await stage.api.call('getSession', { params: { id } })
    expect(seen).toEqual(state)
    expect(caught).toEqual(state)
  })

  test('tells the list and the inbox, and what is gone from them', async () => {
    const live = stage.live()
    const id = await stage.create('fix the bug')
    await untilLive(live, ({ state }) => state.approvals.some(({ session }) => session === id))
    expect(live.state.sessions?.find((it) => it.id === id)).toMatchObject({
      group: 'needs-you',
      pendingApprovals: 1,
    })
    const ofThis = () => live.state.approvals.filter(({ session }) => session === id)
    const [approval] = ofThis()
    await stage.api.call('answerApproval', {
      params: { id, approval: approval?.id as string },
      body: { decision: 'deny', interrupt: true },
    })
    await untilLive(live, () => ofThis().length === 0)
    await stage.api.call('deleteSession', { params: { id } })
    await untilLive(live, ({ state }) => !state.sessions?.some((it) => it.id === id))
  })

  test('a client that is ahead of the host, as after a restored copy of the journal, gets a snapshot', async () => {
    const id = await stage.create('hello')
    await stage.settled(id)
    const snapshot = await new Promise<ServerMessage>((resolve) => {
      const socket = opener(
        stage.daemon.url,
        stage.token,
      )({
        opened: () => socket.send(JSON.stringify({ type: 'watch', session: id, after: 1e9 })),
        received: (frame) => {
          const message = JSON.parse(frame) as ServerMessage
          if (message.type === 'snapshot') resolve(message)
        },
        closed: () => {},
      })
      onTestFinished(() => socket.close())
    })
    const { state } = await stage.api.call('getSession', { params: { id } })
    expect(snapshot).toMatchObject({ session: id, seq: state.seq, state })
  })

  test('server-sent events say the same', async () => {
    const id = await stage.create('hello')
    await stage.settled(id)
    const abort = new AbortController()
    const response = await fetch(`${stage.daemon.url}/api/stream?watch=${id}:3`, {
      headers: { authorization: `Bearer ${stage.token}` },
      signal: abort.signal,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    let text = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString()
      if (text.includes('"type":"events"') && text.endsWith('\n\n')) break
    }
    abort.abort()
    const frames = text
      .split('\n\n')
      .filter(Boolean)
      .map((frame) => JSON.parse(frame.replace(/^data: /, '')))
    const { events } = frames.find(({ type }) => type === 'events')
    expect(events[0].seq).toBe(4)
  })

  test('a frame that makes no sense is answered, and the stream goes on', async () => {
    const answers: string[] = []
    await new Promise<void>((resolve) => {
      const socket = opener(
        stage.daemon.url,
        stage.token,
      )({
        opened: () => {
          for (const frame of ['{', '[]', '{"type":"watch"}', '{"type":"ping","id":7}']) socket.send(frame)
        },
        received: (frame) => {
          const message = JSON.parse(frame) as ServerMessage
          if (message.type === 'error') answers.push(message.message)
          if (message.type === 'pong') resolve()
        },
        closed: () => {},
      })
      onTestFinished(() => socket.close())
    })
    expect(answers).toHaveLength(3)
  })
})

test('a host that ends says goodbye before it closes the connection', async () => {
  const other = await daemonStage()
  onTestFinished(() => other.close())
  const heard: string[] = []
  const closed = new Promise<void>((resolve) => {
    opener(
      other.daemon.url,
      other.token,
    )({
      opened: () => void other.daemon.stop(),
      received: (frame) => heard.push((JSON.parse(frame) as ServerMessage).type),
      closed: () => resolve(),
    })
  })
  await closed
  expect(heard).toEqual(['welcome', 'bye'])
})

test('the API describes itself', async () => {
  const response = await fetch(`${stage.daemon.url}/api/openapi.json`, {
    headers: { authorization: `Bearer ${stage.token}` },
  })
  const { paths } = (await response.json()) as { paths: Record<string, object> }
  expect(Object.keys(paths['/api/sessions/{id}'] ?? {})).toEqual(['get', 'patch', 'delete'])
})
