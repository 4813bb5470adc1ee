// @ts-check
// The least that a host can do, as a program: starts emitters, cuts what they write into lines, and sends these as they
// are to whoever watches. No journal, no state, no check.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { WebSocketServer } from 'ws'

const [emitter = '', count = '1'] = process.argv.slice(2)
process.on('disconnect', () => process.exit())

/** @type {Map<string, Set<import('ws').WebSocket>>} */
const watchers = new Map()
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { type, session } = JSON.parse(String(data))
    if (type === 'watch') watchers.get(session)?.add(socket)
  })
})
await once(server, 'listening')

/** @param {string} id */
function startSession(id) {
  const child = spawn(emitter, { stdio: ['pipe', 'pipe', 'ignore'] })
  const own = new Set()
  watchers.set(id, own)
  let [rest, seq] = ['', 0]
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    const end = text.lastIndexOf('\n')
    const lines = (rest + text.slice(0, Math.max(end, 0))).split('\n')
    rest = end === -1 ? rest + text : text.slice(end + 1)
    if (end === -1) return
    const events = lines.map((line) => `{"seq":${++seq},"kind":"received","message":${line}}`)
    const frame = `{"type":"events","session":"${id}","events":[${events.join(',')}]}`
    for (const socket of own) socket.send(frame)
  })
  return child
}

const ids = Array.from({ length: Number(count) }, (_, index) => `session-${index}`)
const children = ids.map(startSession)
process.on('message', (/** @type {string} */ text) => {
  const message = { role: 'user', content: [{ type: 'text', text }] }
  for (const child of children) child.stdin.write(`${JSON.stringify({ type: 'user', message })}\n`)
})
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
process.send?.({ url: `http://127.0.0.1:${port}`, ids })
