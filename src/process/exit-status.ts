/** How a process ended, from the exit status of a shell. */
import { constants } from 'node:os'

export interface ExitStatus {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A shell reports a signal as 128 plus its number, which cannot be told from an exit code of that value. */
export function exitStatus(code: number): ExitStatus {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
  return signal === undefined ? { exitCode: code, signal: null } : { exitCode: null, signal }
}
