/** The state of the host, kept up to date over a WebSocket. The caller closes it. */
import { WebSocket } from 'ws'
import { Live, type SocketEvents } from '../../api/live.ts'
import { type FoundHost, labelOf } from './find-host.ts'

export function openLive({ address, token, api }: FoundHost, env: NodeJS.ProcessEnv): Live {
  return new Live({
    open: (events) => open(address(), token, events),
    later,
    label: labelOf(env),
    askItems: (id, thread, from, limit) =>
      api.call('listItems', { params: { id }, query: { thread, from, limit } }),
  })
}

function open(url: string, token: string, events: SocketEvents) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/stream`, {
    headers: { authorization: `Bearer ${token}` },
  })
  let reason = ''
  socket.on('open', () => events.opened())
  socket.on('message', (data) => events.received(String(data)))
  // Emitted before `close`, which does not have the cause.
  socket.on('error', ({ message }) => {
    reason = message
  })
  socket.on('close', (code) => events.closed(reason || `closed (${code})`))
  return { send: (frame: string) => socket.send(frame), close: () => socket.terminate() }
}

function later(action: () => void, ms: number): () => void {
  const timer = setTimeout(action, ms)
  return () => clearTimeout(timer)
}
