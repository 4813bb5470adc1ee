/** How a process ended, as a shell tells it. */
import { constants } from 'node:os'

export interface ExitStatus {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A shell has one number for both: 128 and the signal's number stand for a signal, also where the CLI exits with it. */
export function exitStatus(code: number): ExitStatus {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
  return signal === undefined ? { exitCode: code, signal: null } : { exitCode: null, signal }
}
