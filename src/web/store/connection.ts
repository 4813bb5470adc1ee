/**
 * The page's one connection to its host: the typed client for commands, and `Live` for everything that changes. It is
 * created when the page loads and lives as long as the page. It retries at once when the page wakes up or the network is back.
 */
import { browserName } from '../../api/browser-name.ts'
import { ApiClient } from '../../api/client.ts'
import type { ApiErrorCode } from '../../api/errors.ts'
import { Live } from '../../api/live.ts'
import { openSocket } from '../../api/open-socket.ts'
import type { Socket, SocketEvents } from '../../api/socket.ts'
import { askHost, onSignIn, secret } from '../sign-in/signed-in.ts'

/** The name of this page in the audit log, and for others who see its answers. */
const NAME = browserName(navigator.userAgent)
const LABEL = NAME === undefined ? 'console' : `console (${NAME})`

export const api = new ApiClient({ url: '', fetch: askHost, label: LABEL })

export const live = new Live({ api, label: LABEL, open })

function open(events: SocketEvents): Socket {
  const shown = secret()
  if (shown === undefined) {
    events.closed('this browser is not signed in')
    return { send: () => {}, close: () => {} }
  }
  const closed: SocketEvents['closed'] = (reason, error) =>
    events.closed(error && NOT_LET_IN.includes(error.code) ? SIGN_IN : reason)
  return openSocket({ url: location.origin, secret: shown, api }, { ...events, closed })
}

const SIGN_IN = 'the host does not let this page in any more. Run `fairlead open` to sign in again'
const NOT_LET_IN: readonly ApiErrorCode[] = ['unauthorized', 'too-many', 'forbidden']

onSignIn(() => live.retry())
const wake = () => {
  if (document.visibilityState === 'visible') live.retry()
}
document.addEventListener('visibilitychange', wake)
addEventListener('online', wake)
addEventListener('pageshow', wake)
