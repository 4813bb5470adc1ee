/** The process that a session runs in, or the last one. A session has many over time; each has its generation. */
import type { ProcessExited, SessionEvent } from './events.ts'
import { emptyState, type SessionState } from './session-state.ts'

/** How it ended, as in the event. */
export type Ended = Omit<ProcessExited, 'kind' | 'generation'> & { readonly at: number }

/** The process of the session, running or ended. */
export interface ProcessState {
  /** `none`: there was none yet. */
  readonly status: 'none' | 'running' | 'ended'
  /** Counts from 1. 0 where messages came and nobody said that a process had started. */
  readonly generation: number
  readonly startedAt?: number
  readonly pid?: number
  readonly agent?: string
  readonly version?: string
  readonly cwd?: string
  /** When it answered `initialize`, which makes it ready; or what it answered instead. */
  readonly initializedAt?: number
  readonly initializeError?: string
  /** Since when the host has it stopped, for want of room on the disk. */
  readonly pausedAt?: number
  /** When the host last let it go on. */
  readonly continuedAt?: number
  readonly ended?: Ended
}

export function foldProcess({ process, control }: SessionState, event: SessionEvent): ProcessState {
  switch (event.kind) {
    case 'process-started': {
      const { kind: _, seq: __, at: startedAt, ...told } = event
      return { status: 'running', startedAt, ...told }
    }
    case 'process-exited': {
      const { kind: _, seq: __, generation, ...ended } = event
      const { pausedAt: _paused, ...known } = isOf(process, generation) ? process : emptyState.process
      return { ...known, generation, status: 'ended', ended }
    }
    case 'process-paused':
      if (!isRunning(process, event.generation)) return process
      return { ...process, pausedAt: process.pausedAt ?? event.at }
    case 'process-continued': {
      if (!isRunning(process, event.generation)) return process
      const { pausedAt, ...rest } = process
      // Repeated, or recorded by a host that never recorded the pause: the first report counts.
      return { ...rest, continuedAt: pausedAt === undefined ? (process.continuedAt ?? event.at) : event.at }
    }
    case 'received': {
      const running = implied(process, event.at)
      if (event.message.type !== 'control_response') return running
      const { response } = event.message
      if (!control.calls.some(({ id, subtype }) => id === response.request_id && subtype === 'initialize'))
        return running
      if (response.subtype === 'error') return { ...running, initializeError: response.error }
      const { initializeError: _, ...rest } = running
      return { ...rest, initializedAt: rest.initializedAt ?? event.at }
    }
    case 'sent':
      return implied(process, event.at)
    default:
      return process
  }
}

function implied(process: ProcessState, startedAt: number): ProcessState {
  return process.status === 'none' ? { ...process, status: 'running', startedAt } : process
}

function isRunning(process: ProcessState, generation: number): boolean {
  return process.status === 'running' && process.generation === generation
}

/** If no start was recorded (generation 0), the end belongs to the process that was to start. */
function isOf(process: ProcessState, generation: number): boolean {
  return process.generation === generation || process.generation === 0
}

/** For a process that is not the current one: its end was recorded before, or a newer process has replaced it. */
export function isStale({ process }: SessionState, event: SessionEvent): boolean {
  if (event.kind === 'process-started') return event.generation <= process.generation
  if (event.kind !== 'process-exited') return false
  if (event.generation !== process.generation) return event.generation < process.generation
  return process.status !== 'running'
}

/** A new process starts, or failed to start, and the end of this one was never recorded. */
export function untoldExit({ process }: SessionState, event: SessionEvent): SessionEvent | undefined {
  if (event.kind !== 'process-started' && event.kind !== 'process-exited') return undefined
  if (process.status !== 'running' || event.generation === process.generation) return undefined
  if (event.kind === 'process-exited' && isOf(process, event.generation)) return undefined
  const { seq, at } = event
  const { generation } = process
  return { kind: 'process-exited', generation, cause: 'unknown', exitCode: null, signal: null, seq, at }
}
