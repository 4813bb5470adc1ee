/** One client of the stream: where its frames go, what it watches, and what its own frames ask for. */
import { type ClientMessage, clientMessageSchema, type ServerMessage } from '../../api/stream.ts'
import { StoreError } from '../journal/store.ts'
import { Frame } from './frame.ts'
import type { StreamHub } from './stream-hub.ts'

/** Where frames go: a WebSocket, or a stream of server-sent events. */
export interface Outlet {
  /** Bytes that wait to be taken. */
  readonly waiting: number
  send(frame: Frame): void
  /** The frames that `send` passes on are one write. */
  together?(send: () => void): void
}

export class StreamClient {
  readonly outlet: Outlet
  readonly places = new Map<string, number>()
  watchesList = false
  missedList = false
  /** It reads the items that a state does not hold any more from the API. */
  isPaged = false
  label = 'stream'
  readonly #hub: StreamHub

  constructor(hub: StreamHub, outlet: Outlet) {
    this.#hub = hub
    this.outlet = outlet
  }

  tell(message: ServerMessage): void {
    this.send(Frame.of(message))
  }
  send(frame: Frame): void {
    this.outlet.send(frame)
  }
  /** The frames that `send` passes on are one write. */
  together(send: () => void): void {
    if (this.outlet.together) this.outlet.together(send)
    else send()
  }

  /** A frame of the client. One that makes no sense is answered, and harms nothing. */
  receive(frame: string): void {
    const message = parse(frame)
    if (typeof message === 'string') {
      this.tell({ type: 'error', message })
      return
    }
    try {
      this.#follow(message)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.tell({ type: 'error', message: error.message })
    }
  }

  #follow(message: ClientMessage): void {
    switch (message.type) {
      case 'hello':
        this.label = message.label
        this.isPaged = message.paged === true
        break
      case 'watch-list':
        this.#hub.watchList(this)
        break
      case 'unwatch-list':
        this.watchesList = false
        break
      case 'watch':
        this.#hub.watch(this, message.session, message.after)
        break
      case 'unwatch':
        this.#hub.unwatch(this, message.session)
        break
      case 'ping':
        this.tell({ type: 'pong', id: message.id })
        break
    }
  }
}

function parse(frame: string): ClientMessage | string {
  let value: unknown
  try {
    value = JSON.parse(frame)
  } catch {
    return 'this is not JSON'
  }
  const result = clientMessageSchema.safeParse(value)
  return result.success
    ? result.data
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}
