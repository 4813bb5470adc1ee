/**
 * The page's one connection to its host: the typed client for commands, and `Live` for everything that changes. It is
 * created when the page loads and lives as long as the page. It retries at once when the page wakes up or the network is back.
 */
import { SIGN_IN_AGAIN } from '../../api/browser-access.ts'
import { browserName } from '../../api/browser-name.ts'
import { ApiClient } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { Live, type SocketEvents } from '../../api/live.ts'
import type { AuthenticateMessage } from '../../api/stream.ts'
import { askHost, onSignIn, secret } from '../sign-in/signed-in.ts'

/** The name of this page in the audit log, and for others who see its answers. */
const NAME = browserName(navigator.userAgent)
const LABEL = NAME === undefined ? 'console' : `console (${NAME})`

export const api = new ApiClient({ url: '', fetch: askHost, label: LABEL })

export const live = new Live({
  label: LABEL,
  open: openSocket,
  askItems: (id, thread, from, limit) =>
    api.call('listItems', { params: { id }, query: { thread, from, limit } }),
  later: (action, ms) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
})

function openSocket({ opened, received, closed }: SocketEvents) {
  const shown = secret()
  if (shown === undefined) {
    closed(NOT_SIGNED_IN)
    return { send: () => {}, close: () => {} }
  }
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/stream`)
  let wasOpen = false
  socket.onopen = () => {
    wasOpen = true
    const first: AuthenticateMessage = { type: 'authenticate', secret: shown }
    socket.send(JSON.stringify(first))
    opened()
  }
  socket.onmessage = ({ data }) => received(String(data))
  socket.onclose = ({ code, reason }) => {
    // On a slow line the secret may have arrived too late: a plain request shows whether it is valid.
    if (!wasOpen || code === SIGN_IN_AGAIN) void whyRefused().then(closed)
    else closed(reason || UNREACHED)
  }
  return socket
}

const NOT_SIGNED_IN = 'this browser is not signed in'
const UNREACHED = 'the host cannot be reached'
const NOT_LET_IN = ['unauthorized', 'too-many', 'forbidden']

/** A browser does not say why a WebSocket was refused, but a plain request gets an answer. */
async function whyRefused(): Promise<string> {
  if (secret() === undefined) return NOT_SIGNED_IN
  try {
    await api.call('listApprovals', {})
    return 'the host answers, but no stream can be opened'
  } catch (failure) {
    if (!(failure instanceof ApiError) || !NOT_LET_IN.includes(failure.code)) return UNREACHED
    return 'the host does not let this page in any more. Run `fairlead open` to sign in again'
  }
}

onSignIn(() => live.retry())
const wake = () => {
  if (document.visibilityState === 'visible') live.retry()
}
document.addEventListener('visibilitychange', wake)
addEventListener('online', wake)
addEventListener('pageshow', wake)
