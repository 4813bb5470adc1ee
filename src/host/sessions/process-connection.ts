/**
 * The connection to one process of a session: lines out, events in. `start` starts a process, `adopt` takes over one of an
 * earlier host. It ends with the process, with `close`, or with `detach`, which leaves the process running. Where processes
 * cannot outlive the host, it uses plain pipes, and `durable` is false.
 */
import type { Signal } from '../../driver/ports.ts'
import { processExited } from '../../driver/process-exited.ts'
import type { ProcessId } from '../../process/descendants.ts'
import { DurableError, durableSupported } from '../../process/durable/fifo.ts'
import { adoptDurable, startDurable } from '../../process/durable/start.ts'
import type { DurableTransport } from '../../process/durable/transport.ts'
import { spawnPipes } from '../../process/pipe-transport.ts'
import type { Transport } from '../../process/transport.ts'
import { decode } from '../../protocol/decode.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { oversizedReason, whyNotRead } from '../../protocol/line-limits.ts'
import type { Line } from '../../protocol/lines.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { unreadRequest } from '../../protocol/unread-request.ts'
import type { EventBody } from '../../state/events.ts'
import { messageBody, unknownBody } from '../journal/event-json.ts'
import type { SessionLaunch } from './launch.ts'
import { shortenLine } from './shorten-line.ts'

export interface ConnectionReceiver {
  /** Events in order, and the offset in the output after the last of them (pipes have none). */
  received(bodies: readonly EventBody[], offset: number | undefined): void
  /** Something is wrong with the output, in words for a person. */
  problem(text: string, code: string): void
  ended(body: EventBody & { kind: 'process-exited' }): void
}

export class ProcessConnection {
  readonly generation: number
  readonly durable: boolean
  readonly #transport: Transport | DurableTransport
  #hasToldBroken = false

  private constructor(generation: number, transport: Transport | DurableTransport, durable: boolean) {
    this.generation = generation
    this.#transport = transport
    this.durable = durable
  }

  static async start(folder: string, generation: number, launch: SessionLaunch): Promise<ProcessConnection> {
    const { command, args, cwd, env, isolation, secrets } = launch
    const support = await supportIn(folder)
    if (!support && isolation) throw new DurableError('Isolation needs FIFOs, and there are none here.')
    if (!support) return new ProcessConnection(generation, spawnPipes({ command, args, cwd, env }), false)
    const transport = await startDurable({ folder, generation, command, args, cwd, env, isolation, secrets })
    return new ProcessConnection(generation, transport, true)
  }

  /** Returns undefined if nothing is left of that process. */
  static async adopt(
    folder: string,
    generation: number,
    { offset, secrets }: { readonly offset: number; readonly secrets: readonly string[] },
  ): Promise<ProcessConnection | undefined> {
    try {
      const transport = await adoptDurable(folder, generation, { offset, secrets })
      return new ProcessConnection(generation, transport, true)
    } catch (error) {
      if (error instanceof DurableError) return undefined
      throw error
    }
  }

  get pid(): number | undefined {
    return this.#transport.pid
  }
  /** A host was killed while it wrote a long line. A further line would be joined to the half one. */
  get isTorn(): boolean {
    return 'isInputTorn' in this.#transport && this.#transport.isInputTorn
  }

  get isIsolated(): boolean {
    return 'isIsolated' in this.#transport && this.#transport.isIsolated
  }

  /** Of a durable process: the root of the tree that is stopped while the disk is full. */
  get top(): ProcessId | undefined {
    return 'top' in this.#transport ? this.#transport.top : undefined
  }
  get isSuspended(): boolean {
    return 'isSuspended' in this.#transport && this.#transport.isSuspended
  }

  listen(receiver: ConnectionReceiver): void {
    this.#transport.start({
      lines: (batch: readonly Line[], ends?: readonly number[]) => {
        let isBroken = false
        const onBroken = () => {
          isBroken = true
        }
        const bodies = batch.map((line) => bodyOf(line, onBroken))
        receiver.received(bodies, ends?.at(-1))
        if (!isBroken || this.#hasToldBroken) return
        this.#hasToldBroken = true
        receiver.problem(BROKEN_LINE, 'output-lost')
      },
      damaged: ({ message }: Error) => receiver.problem(`The process is ended: ${message}.`, 'output-lost'),
      closed: (ending) => receiver.ended(processExited(this.generation, ending)),
    })
  }
  send(line: string): Promise<void> {
    return this.#transport.send(line)
  }
  pause(): void {
    this.#transport.pause()
  }
  resume(): void {
    this.#transport.resume()
  }
  signal(name: Signal): void {
    this.#transport.signal(name)
  }
  async close(): Promise<void> {
    await this.#transport.close()
  }
  /** The process goes on without this host. One on pipes cannot, and is closed. */
  async detach(): Promise<void> {
    if ('detach' in this.#transport) await this.#transport.detach()
    else await this.#transport.close()
  }
}

const supports = new Map<string, Promise<boolean>>()

function supportIn(folder: string): Promise<boolean> {
  // All sessions of a host are in one file system.
  const parent = folder.slice(0, folder.lastIndexOf('/'))
  let support = supports.get(parent)
  if (!support) {
    support = durableSupported(parent).then(({ isSupported }) => isSupported)
    supports.set(parent, support)
    support.catch(() => supports.delete(parent))
  }
  return support
}

const MAX_NOISE = 10_000
const BROKEN_LINE =
  'A line of the CLI is not whole: part of its output was lost, as on a full disk. What is shown since then may not be complete.'

/** Anybody who knows the CLI's socket could talk to the CLI, so its path, and the line with it, is neither stored nor sent. */
function withoutSocket<T extends object>(message: T): T | undefined {
  if (!('messaging_socket_path' in message)) return undefined
  const { messaging_socket_path: _, ...rest } = message
  return rest as T
}

function received(message: StdoutMessage, line: string): EventBody {
  const rest = withoutSocket(message)
  return rest ? { kind: 'received', message: rest } : messageBody({ kind: 'received', message }, line)
}

function unknown(value: JsonObject, reason: string, line: string): EventBody {
  const rest = withoutSocket(value)
  return rest
    ? { kind: 'unknown', value: rest, reason }
    : unknownBody({ kind: 'unknown', value, reason }, line)
}

/** The event of a line of the CLI. `onBroken`: it begins like a message and is incomplete. */
export function bodyOf(line: Line, onBroken: () => void = () => {}): EventBody {
  const shortened = typeof line === 'string' ? shortenLine(line) : line
  const body = wholeBodyOf(shortened, onBroken)
  // Requests and responses must not be shortened: answers depend on all of their fields.
  const mustBeWhole = body.kind === 'received' && body.message.type.startsWith('control_')
  return mustBeWhole && shortened !== line ? wholeBodyOf(line, onBroken) : body
}

/** A line that is not parsed. A request is one of a kind that is not known, so that it is refused. */
function unread(line: string, reason: string): EventBody {
  const value = unreadRequest(line)
  return value
    ? { kind: 'unknown', value, reason }
    : { kind: 'noise', text: line.slice(0, MAX_NOISE), reason }
}

function wholeBodyOf(line: Line, onBroken: () => void): EventBody {
  const reason = typeof line === 'string' ? whyNotRead(line) : undefined
  if (typeof line === 'string' && reason !== undefined) return unread(line, reason)
  const decoded = decode(line)
  switch (decoded.kind) {
    case 'message':
      return received(decoded.message, decoded.text)
    case 'unknown':
      return unknown(decoded.value, decoded.reason, decoded.text)
    case 'oversized':
      return unread(decoded.text, oversizedReason(decoded.bytes))
    case 'broken':
      onBroken()
      return unread(decoded.text, decoded.reason)
    case 'noise':
      return { kind: 'noise', text: decoded.text.slice(0, MAX_NOISE) }
  }
}
