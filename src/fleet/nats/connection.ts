/**
 * One connection to the fleet's server. `open` fails with what is wrong; after that the connection comes back by itself, for as
 * long as it takes, until `close`. While it is down every call is refused at once, so that nothing is sent later unawares.
 */
import { readFileSync } from 'node:fs'
import type { NatsConnection } from '@nats-io/transport-node'
import { FleetError } from '../fleet-error.ts'
import { isLoopbackUrl } from '../fleet-url.ts'
import { loadNats, type Nats } from './packages.ts'
import { fleetError } from './problems.ts'

export interface ConnectionSettings {
  readonly url: string
  /** What the server shows of this client. */
  readonly name: string
  /** A file: the seed of an nkey, or credentials of NATS (`.creds`). */
  readonly creds?: string | undefined
  /** A file with the certificate of the authority that signed the server's. */
  readonly ca?: string | undefined
  /** No encryption beyond this machine. */
  readonly isInsecure?: boolean | undefined
}

const CONNECT_WITHIN = 5000
const RECONNECT_EVERY = 500
const PING_EVERY = 5000

export class Connection {
  readonly nats: Nats
  readonly nc: NatsConnection
  readonly url: string
  readonly #listeners = new Set<(isConnected: boolean) => void>()
  #isConnected = true

  private constructor(nats: Nats, nc: NatsConnection, url: string) {
    this.nats = nats
    this.nc = nc
    this.url = url
    void this.#follow()
  }

  static async open({ url, name, creds, ca, isInsecure }: ConnectionSettings): Promise<Connection> {
    const nats = await loadNats()
    const authenticator = creds === undefined ? undefined : authenticatorOf(creds, nats)
    const needsTls = !isLoopbackUrl(url) && isInsecure !== true
    try {
      const nc = await nats.core.connect({
        servers: url.split(','),
        name,
        timeout: CONNECT_WITHIN,
        reconnect: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_EVERY,
        pingInterval: PING_EVERY,
        maxPingOut: 2,
        // Credentials that were revoked may be given back.
        ignoreAuthErrorAbort: true,
        ...(authenticator && { authenticator }),
        ...((needsTls || ca !== undefined) && { tls: ca === undefined ? {} : { caFile: ca } }),
      })
      return new Connection(nats, nc, url)
    } catch (error) {
      throw fleetError(error, url)
    }
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.nc.isClosed()
  }

  onChange(listener: (isConnected: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  check(): void {
    if (this.isConnected) return
    throw new FleetError('unreachable', `the connection to the fleet's server ${this.url} is down`)
  }

  /** Refuses while the connection is down, and explains what fails. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.check()
    try {
      return await work()
    } catch (error) {
      throw fleetError(error, this.url)
    }
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await this.nc.close().catch(() => {})
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.nc.status()) {
      if (type === 'disconnect' || type === 'staleConnection') this.#set(false)
      else if (type === 'reconnect') this.#set(true)
    }
    this.#set(false)
  }

  #set(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return
    this.#isConnected = isConnected
    for (const listener of this.#listeners) listener(isConnected)
  }
}

function authenticatorOf(file: string, { core }: Nats) {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new FleetError('credentials', `The credentials ${file} cannot be read: ${(error as Error).message}`)
  }
  const bytes = new TextEncoder().encode(text)
  if (text.includes('BEGIN NATS USER JWT')) return core.credsAuthenticator(bytes)
  const seed = text.split('\n').find((line) => /^SU[A-Z2-7]{56}$/.test(line.trim()))
  if (seed === undefined)
    throw new FleetError(
      'credentials',
      `${file} has no credentials: it must be a file that \`fairlead fleet init\` wrote, or a .creds file of NATS.`,
    )
  return core.nkeyAuthenticator(new TextEncoder().encode(seed.trim()))
}
