/**
 * Requests from node to node. Both ways a long text goes in parts. While a handler works, whoever asked hears so every few seconds
 * and waits on; one that hears nothing gives up, and does not know whether the command was carried out: that is what receipts
 * are for.
 */
import type { Msg, Subscription } from '@nats-io/transport-node'
import { FleetError } from '../fleet-error.ts'
import { PartsReader, partsOf } from '../parts.ts'
import type { BusRequest, CommandBus } from '../ports.ts'
import type { Connection } from './connection.ts'

const HEADER = 'Fairlead-Part'
const WORKING = 'working'
const CANCEL = 'cancel'
const WORKING_EVERY = 2000
const SILENT_AFTER = 10_000
const HEADROOM = 8 * 1024
/** The first part came and the others did not. */
const INCOMPLETE_AFTER = 30_000

export class NatsCommandBus implements CommandBus {
  readonly #connection: Connection
  readonly #prefix: string

  constructor(connection: Connection, prefix: string) {
    this.#connection = connection
    this.#prefix = prefix
  }

  serve(node: string, handler: (request: BusRequest) => Promise<string>): Promise<() => void> {
    return this.#connection.run(async () => {
      /** By the inbox of whoever asks. */
      const running = new Map<string, AbortController>()
      const arriving = new Map<string, { reader: PartsReader; timer: NodeJS.Timeout }>()
      const receive = (message: Msg) => {
        const { reply } = message
        const part = partIn(message)
        if (reply === undefined || part === undefined) return
        if (typeof part === 'string') {
          if (part === CANCEL) running.get(reply)?.abort()
          return
        }
        const known = arriving.get(reply)
        const { reader, timer } = known ?? {
          reader: new PartsReader(),
          timer: setTimeout(() => arriving.delete(reply), INCOMPLETE_AFTER),
        }
        arriving.set(reply, { reader, timer })
        const whole = reader.add(reply, part.index, part.count, message.data)
        if (!whole) return
        clearTimeout(timer)
        arriving.delete(reply)
        void this.#answer(reply, new TextDecoder().decode(whole), handler, running)
      }
      const subscription = this.#connection.nc.subscribe(this.#subject(node), {
        callback: (error, message) => {
          if (!error) receive(message)
        },
      })
      await this.#connection.nc.flush()
      return () => {
        subscription.unsubscribe()
        for (const { timer } of arriving.values()) clearTimeout(timer)
        for (const controller of running.values()) controller.abort()
      }
    })
  }

  async #answer(
    reply: string,
    text: string,
    handler: (request: BusRequest) => Promise<string>,
    running: Map<string, AbortController>,
  ): Promise<void> {
    const controller = new AbortController()
    running.set(reply, controller)
    const tell = () => {
      if (this.#connection.isConnected)
        this.#connection.nc.publish(reply, '', { headers: this.#headers(WORKING) })
    }
    const timer = setInterval(tell, WORKING_EVERY)
    try {
      const answer = await handler({ text, signal: controller.signal })
      if (this.#connection.isConnected) this.#send(reply, answer)
    } finally {
      clearInterval(timer)
      running.delete(reply)
    }
  }

  async request(node: string, text: string, signal?: AbortSignal): Promise<string> {
    this.#connection.check()
    const { nc, nats } = this.#connection
    const inbox = nats.core.createInbox()
    const subject = this.#subject(node)
    let subscription: Subscription | undefined
    let timer: NodeJS.Timeout | undefined
    let unlisten = () => {}
    const cancel = () => {
      if (this.#connection.isConnected)
        nc.publish(subject, '', { reply: inbox, headers: this.#headers(CANCEL) })
    }
    try {
      return await new Promise<string>((resolve, reject) => {
        const lost = () =>
          reject(
            new FleetError(
              'no-answer',
              `node ${node} did not answer, and may have carried out the command: repeat it with the same commandId`,
            ),
          )
        const wait = () => {
          clearTimeout(timer)
          timer = setTimeout(lost, SILENT_AFTER)
        }
        const reader = new PartsReader()
        subscription = nc.subscribe(inbox, {
          callback: (error, message) => {
            if (error) return reject(error)
            if (message.headers?.code === 503)
              return reject(new FleetError('no-node', `no node ${node} is connected to the fleet`))
            wait()
            const part = partIn(message)
            if (part === undefined || typeof part === 'string') return
            const whole = reader.add(inbox, part.index, part.count, message.data)
            if (whole) resolve(new TextDecoder().decode(whole))
          },
        })
        unlisten = this.#connection.onChange((isConnected) => !isConnected && lost())
        signal?.addEventListener('abort', cancel)
        wait()
        this.#send(subject, text, inbox)
      })
    } finally {
      clearTimeout(timer)
      unlisten()
      subscription?.unsubscribe()
      signal?.removeEventListener('abort', cancel)
    }
  }

  #send(subject: string, text: string, reply?: string): void {
    const { nc } = this.#connection
    const parts = partsOf(new TextEncoder().encode(text), (nc.info?.max_payload ?? 1024 * 1024) - HEADROOM)
    for (const [index, part] of parts.entries())
      nc.publish(subject, part, {
        headers: this.#headers(`${index} ${parts.length}`),
        ...(reply !== undefined && { reply }),
      })
  }

  #headers(value: string) {
    const headers = this.#connection.nats.core.headers()
    headers.set(HEADER, value)
    return headers
  }

  #subject(node: string): string {
    return `${this.#prefix}.${node}`
  }
}

function partIn({
  headers,
}: Msg): { index: number; count: number } | typeof WORKING | typeof CANCEL | undefined {
  const text = headers?.get(HEADER) ?? ''
  if (text === WORKING || text === CANCEL) return text
  const [index, count] = text.split(' ').map(Number)
  return Number.isSafeInteger(index) && Number.isSafeInteger(count)
    ? { index: index as number, count: count as number }
    : undefined
}
