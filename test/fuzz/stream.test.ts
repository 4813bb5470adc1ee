import { afterAll, beforeAll, expect } from 'vitest'
import { WebSocket } from 'ws'
import fc from '../generate/fast-check.ts'
import { mutatedJson, mutatedText, nasty } from '../generate/mutate.ts'
import { type DaemonStage, daemonStage } from '../host/daemon-stage.ts'
import { fuzz } from './fuzz.ts'

let stage: DaemonStage
let bystander: WebSocket
beforeAll(async () => {
  stage = await daemonStage()
  bystander = await opened()
})
afterAll(async () => {
  bystander.terminate()
  await stage.close()
})

async function opened(): Promise<WebSocket> {
  const socket = new WebSocket(`${stage.daemon.url.replace('http', 'ws')}/api/stream`, {
    headers: { authorization: `Bearer ${stage.token}` },
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return socket
}

/** Resolves with whether the socket was answered: false where it was closed instead. */
function answers(socket: WebSocket, id: number): Promise<boolean> {
  return new Promise((resolve) => {
    const heard = (data: unknown) => {
      const { type, id: to } = JSON.parse(String(data))
      if (type === 'pong' && to === id) settle(true)
    }
    const closed = () => settle(false)
    function settle(isAnswered: boolean): void {
      socket.off('message', heard).off('close', closed)
      resolve(isAnswered)
    }
    socket.on('message', heard).on('close', closed)
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'ping', id }))
    else closed()
  })
}

const said = fc.constantFrom<unknown>(
  { type: 'hello', label: 'x' },
  { type: 'authenticate', secret: 'x' },
  { type: 'watch-list' },
  { type: 'unwatch-list' },
  { type: 'watch', session: 'none', after: 0 },
  { type: 'unwatch', session: 'none' },
  { type: 'ping', id: 1 },
)
const frames = fc.array(
  fc.oneof(
    mutatedJson(said).map((value) => JSON.stringify(value) ?? ''),
    mutatedText(said.map((value) => JSON.stringify(value))),
    nasty.map((value) => JSON.stringify(value) ?? ''),
    fc.uint8Array({ maxLength: 100 }),
  ),
  { maxLength: 12 },
)

let asked = 0
fuzz(
  'the stream: no message ends the host or another socket',
  frames,
  async (all) => {
    const socket = await opened()
    for (const frame of all) socket.send(frame)
    asked += 1
    await answers(socket, asked)
    socket.terminate()
    expect(await answers(bystander, asked)).toBe(true)
  },
  { runs: 25 },
)
