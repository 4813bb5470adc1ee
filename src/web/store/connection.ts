/**
 * The page's one connection to its host: the typed client for commands, and `Live` for all that changes. Made once, when
 * the page loads, and there as long as the page is. A page that wakes up or gets its network back tries at once.
 */
import { ApiClient } from '../../api/client.ts'
import { Live, type SocketEvents } from '../../api/live.ts'
import { clientLabel } from './client-label.ts'

const LABEL = clientLabel(navigator.userAgent)

export const api = new ApiClient({ url: '', fetch: (url, init) => fetch(url, init), label: LABEL })

export const live = new Live({
  label: LABEL,
  open: openSocket,
  later: (action, ms) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
})

function openSocket({ opened, received, closed }: SocketEvents) {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/stream`)
  socket.onopen = opened
  socket.onmessage = ({ data }) => received(String(data))
  socket.onclose = ({ reason }) => closed(reason || 'the host cannot be reached')
  return socket
}

const wake = () => {
  if (document.visibilityState === 'visible') live.retry()
}
document.addEventListener('visibilitychange', wake)
addEventListener('online', wake)
addEventListener('pageshow', wake)
