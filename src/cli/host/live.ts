/** The state of the host, kept up to date over a WebSocket. The caller closes it. */
import { WebSocket } from 'ws'
import { Live } from '../../api/live.ts'
import { openSocket } from '../../api/open-socket.ts'
import type { WebSocketClass } from '../../api/runtime.ts'
import { type FoundHost, labelOf } from './find-host.ts'

export function openLive({ address, token, api }: FoundHost, env: NodeJS.ProcessEnv): Live {
  return new Live({
    api,
    label: labelOf(env),
    // Node's own loads its whole HTTP client, which takes longer than to connect.
    open: (events) =>
      openSocket({ url: address(), token, api, WebSocket: WebSocket as WebSocketClass }, events),
  })
}
