/** What a session has from its host. */
import type { SignalWaits } from '../../driver/interrupt.ts'
import type { Isolation } from '../../process/isolation/isolation.ts'
import type { SessionEvent } from '../../state/events.ts'
import type { Admission } from '../admission.ts'
import type { Journal } from '../journal/journal.ts'
import type { SessionRow, Store } from '../journal/store.ts'
import type { HostSession } from './host-session.ts'
import type { Agent } from './launch.ts'
import type { PolicyEvaluator } from './policy-gate.ts'
import type { RestartLimits } from './restarts.ts'

export interface SessionDeps {
  readonly journal: Journal
  readonly store: Store
  /** For the files of its processes. */
  readonly folder: string
  readonly agent: (name: string) => Agent
  readonly evaluate: PolicyEvaluator
  readonly now: () => number
  readonly log: (level: 'info' | 'warn' | 'error', message: string, detail?: object) => void
  /** Called after its state, or its row, has changed. */
  readonly onChange: (session: HostSession, events: readonly SessionEvent[]) => void
  readonly admission: Admission
  readonly restarts?: RestartLimits
  /** How long the model may be silent until the CLI is asked whether it is there. Default 120 s; false: never. */
  readonly stallAfter?: number | false
  /** How long each signal has to end a CLI that does not answer an interrupt. */
  readonly signalWaits?: SignalWaits
  /** Of so many processes, the last ones, the files are kept. */
  readonly keptOutputs?: number
  /**
   * The options that a process may be started with. Throws if it may not: another host may have allowed them, or a folder
   * leads elsewhere now.
   */
  readonly checkOptions?: (options: SessionRow['options']) => Promise<SessionRow['options']>
  /** How a process is isolated, if it shall be. Throws if that cannot be had. */
  readonly isolate?: (row: SessionRow) => Promise<Isolation | undefined>
  /** Why nothing may be sent now: a budget is used up. */
  readonly blocked?: (session: HostSession) => string | undefined
}
