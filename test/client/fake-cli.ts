/**
 * The far end of a memory pair, playing the CLI as a test tells it. It answers `initialize`, and whatever else it was
 * given a reply for. Everything that the host writes is decoded, so that a broken line fails the test that made it.
 */
import { randomUUID } from 'node:crypto'
import { Session } from '../../src/client/session.ts'
import type { ConnectOptions } from '../../src/client/session-options.ts'
import { type MemoryPeer, memoryPair } from '../../src/process/memory-transport.ts'
import type { Ending, Transport } from '../../src/process/transport.ts'
import type { ControlResponseMessage, PendingRequests } from '../../src/protocol/control/envelope.ts'
import type { HostControlRequest, HostRequestSubtype } from '../../src/protocol/control/to-cli.ts'
import { decode, decodeInput } from '../../src/protocol/decode.ts'
import type { Line } from '../../src/protocol/lines.ts'
import type { StdinMessage, UserInput } from '../../src/protocol/stdin.ts'
import { ANY_UUID } from './messages.ts'

type HostAnswer = ControlResponseMessage['response']

export class FakeCli {
  readonly transport: Transport
  /** Signals that the host sent; each ends the process. */
  readonly signals: string[] = []
  readonly #peer: MemoryPeer
  readonly #written: StdinMessage[] = []
  readonly #broken: string[] = []
  readonly #replies = new Map<string, object>([['initialize', { commands: [], models: [], account: {} }]])

  constructor() {
    const { transport, peer } = memoryPair()
    this.#peer = peer
    this.transport = {
      ...transport,
      signal: (name) => {
        this.signals.push(name)
        transport.signal(name)
      },
    }
    peer.onLine((line) => this.#take(line))
  }

  /** From now on, requests of this subtype are answered at once. */
  reply(subtype: HostRequestSubtype, response: object): void {
    this.#replies.set(subtype, response)
  }
  /** Requests of this subtype are not answered. */
  ignore(subtype: HostRequestSubtype): void {
    this.#replies.delete(subtype)
  }

  /** Writes messages to stdout, as one batch. Each must be one that Fairlead lists; for others there is `sayLines`. */
  say(...messages: object[]): void {
    const lines = messages.map((message) => JSON.stringify({ ...message, ...freshUuid(message) }))
    for (const line of lines) if (decode(line).kind !== 'message') throw new Error(`no message: ${line}`)
    this.#peer.write(...lines)
  }
  sayLines(...lines: Line[]): void {
    this.#peer.write(...lines)
  }
  ask(id: string, request: object): void {
    this.say({ type: 'control_request', request_id: id, request })
  }
  withdraw(id: string): void {
    this.say({ type: 'control_cancel_request', request_id: id })
  }
  succeed(id: string, response?: object, pending: PendingRequests = {}): void {
    this.say({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, ...(response && { response }), ...pending },
    })
  }
  refuse(id: string, error: string, more: PendingRequests & { error_code?: string } = {}): void {
    this.say({ type: 'control_response', response: { subtype: 'error', request_id: id, error, ...more } })
  }
  exit(ending?: Partial<Ending>): void {
    this.#peer.exit(ending)
  }

  get inputEnded(): boolean {
    return this.#peer.inputEnded
  }
  /** What the host wrote. */
  get written(): readonly StdinMessage[] {
    if (this.#broken.length > 0) throw new Error(`the host wrote lines that are no messages: ${this.#broken}`)
    return this.#written
  }
  get prompts(): UserInput[] {
    return this.written.filter((message) => message.type === 'user')
  }
  requests<S extends HostRequestSubtype>(subtype: S): HostControlRequest<S>[] {
    const requests = this.written.filter((message) => message.type === 'control_request')
    return requests.filter(({ request }) => request.subtype === subtype) as HostControlRequest<S>[]
  }
  /** The id of the only request of this subtype. */
  idOf(subtype: HostRequestSubtype): string {
    const [request, second] = this.requests(subtype)
    if (!request || second) throw new Error(`not one request ${subtype}`)
    return request.request_id
  }
  /** What the host answered to a request of ours. */
  answersTo(id: string): HostAnswer[] {
    return this.written
      .filter((message) => message.type === 'control_response')
      .map((message) => message.response)
      .filter((response) => response.request_id === id)
  }
  /** The payload of the one answer, which is a success. */
  answerTo(id: string): unknown {
    const [answer, second] = this.answersTo(id)
    if (answer?.subtype !== 'success' || second) {
      throw new Error(`not one success for ${id}: ${JSON.stringify(this.answersTo(id))}`)
    }
    return answer.response
  }

  #take(line: string): void {
    const decoded = decodeInput(line)
    if (decoded.kind === 'message') this.#written.push(decoded.message)
    else this.#broken.push(line)
    if (decoded.kind !== 'message' || decoded.message.type !== 'control_request') return
    const { request_id: id, request } = decoded.message
    const reply = this.#replies.get(request.subtype)
    if (reply) this.succeed(id, reply)
  }
}

function freshUuid(message: object): { uuid?: string } {
  return 'uuid' in message && message.uuid === ANY_UUID ? { uuid: randomUUID() } : {}
}

export function connect(
  options: ConnectOptions = {},
  cli: FakeCli = new FakeCli(),
): { cli: FakeCli; session: Session } {
  return { cli, session: new Session(cli.transport, options) }
}

/** Until everything that follows from what was said has happened: all promises that can settle have. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
