/**
 * The page's one connection to its host: the typed client for commands, and `Live` for all that changes. Made once, when
 * the page loads, and there as long as the page is. A page that wakes up or gets its network back tries at once.
 */
import { ApiClient } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
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
  let wasOpen = false
  socket.onopen = () => {
    wasOpen = true
    opened()
  }
  socket.onmessage = ({ data }) => received(String(data))
  socket.onclose = ({ reason }) => {
    if (reason || wasOpen) closed(reason || UNREACHED)
    else void whyRefused().then(closed)
  }
  return socket
}

const UNREACHED = 'the host cannot be reached'
const NOT_LET_IN = ['unauthorized', 'too-many', 'forbidden']

/** A browser does not tell a page why a socket was refused; a plain request is told. */
async function whyRefused(): Promise<string> {
  try {
    await api.call('listApprovals', {})
    return 'the host answers, but no stream can be opened'
  } catch (failure) {
    if (!(failure instanceof ApiError) || !NOT_LET_IN.includes(failure.code)) return UNREACHED
    return 'the host does not let this page in any more. Open the address that `fairlead up` prints'
  }
}

const wake = () => {
  if (document.visibilityState === 'visible') live.retry()
}
document.addEventListener('visibilitychange', wake)
addEventListener('online', wake)
addEventListener('pageshow', wake)
