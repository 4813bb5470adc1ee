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
  readonly restarts?: RestartLimits | undefined
  /** How long the model may be silent until the CLI is asked whether it is there. Default 120 s; false: never. */
  readonly stallAfter?: number | false | undefined
  /** How long each signal has to end a CLI that does not answer an interrupt. */
  readonly signalWaits?: SignalWaits | undefined
  /** How many past processes keep their output files. */
  readonly keptOutputs?: number | undefined
  /**
   * Returns the options to start a process with. Throws if they are not allowed: an earlier host may have allowed more, or a
   * link in a path may have changed.
   */
  readonly checkOptions?: (options: SessionRow['options']) => Promise<SessionRow['options']>
  /** How a process is isolated, if it has to be. Throws if that is impossible here. */
  readonly isolate?: (row: SessionRow) => Promise<Isolation | undefined>
  /** Before a process is started: its folder is made ready. Throws if that is impossible. */
  readonly prepare?: (signal: AbortSignal) => Promise<void>
  /** Why nothing may be sent now: a budget is used up. */
  readonly blocked?: ((session: HostSession) => string | undefined) | undefined
}
