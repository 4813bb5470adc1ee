/** What a host is made of, and who is notified of what happens in it. */
import type { SessionEvent } from '../state/events.ts'
import type { AdmissionLimits } from './admission.ts'
import type { DiskWatchOptions } from './disk/disk-watch.ts'
import type { Git } from './git/git.ts'
import type { Host } from './host.ts'
import type { SessionIsolationOptions } from './isolation.ts'
import type { Store } from './journal/store.ts'
import type { HostSession } from './sessions/host-session.ts'
import type { Agent } from './sessions/launch.ts'
import type { PolicyEvaluator } from './sessions/policy-gate.ts'
import type { SessionDeps } from './sessions/session-deps.ts'

/** What a `Host` takes. */
export interface HostOptions {
  readonly store: Store
  /** Where the processes have their files. */
  readonly folder: string
  readonly agent: (name: string | undefined) => Agent
  readonly evaluate?: PolicyEvaluator
  readonly git?: Git
  readonly now?: () => number
  readonly log?: SessionDeps['log']
  /** New sessions only in these folders and below. Default: anywhere. */
  readonly roots?: readonly string[]
  readonly allowBypass?: boolean
  /** Which sessions are isolated, and from which folder. Default: none; the folder of the processes' files. */
  readonly isolation?: SessionIsolationOptions
  readonly limits?: AdmissionLimits | undefined
  /** Watches the disk that the processes write to. Default: it is not watched. */
  readonly disk?: DiskWatchOptions
  readonly restarts?: SessionDeps['restarts']
  readonly stallAfter?: SessionDeps['stallAfter']
  readonly signalWaits?: SessionDeps['signalWaits']
  readonly keptOutputs?: SessionDeps['keptOutputs']
  readonly blocked?: SessionDeps['blocked']
  readonly warningsOf?: (session: HostSession, host: Host) => readonly string[]
}

/** Is notified of what happens in a host. */
export interface HostListener {
  /** Called after the events were stored and folded. */
  events?(session: HostSession, events: readonly SessionEvent[]): void
  /** A session is new, or its line in the list has changed. */
  changed?(session: HostSession): void
  removed?(id: string): void
  /** The state of this session was unloaded. A listener can drop what it caches of it. */
  unloaded?(id: string): void
}
