/**
 * What joins a host to others. The host knows nothing of them: an extension stands between its clients and its handlers, and
 * between its clients and its stream. It is made before the host listens, and closed before the host is.
 */
import type { Guarded } from './handlers/bypass-guard.ts'
import type { Handlers } from './handlers/handler.ts'
import type { Host } from './host.ts'
import type { StreamSource } from './http/stream-source.ts'
import type { SessionDeps } from './sessions/session-deps.ts'

export interface HostExtension {
  readonly handlers: Guarded<Handlers>
  readonly source: StreamSource
  readonly problems: readonly string[]
  close(): Promise<void>
}

export interface ExtensionParts {
  readonly host: Host
  readonly handlers: Guarded<Handlers>
  readonly version: string
  /** The data folder. */
  readonly folder: string
  readonly log: SessionDeps['log']
  /** The names of the agents that can be run. */
  readonly agents: () => readonly string[]
}

/** Makes the extension of a host. */
export type ExtendHost = (parts: ExtensionParts) => HostExtension
