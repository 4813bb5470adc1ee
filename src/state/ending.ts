/** Why a process is gone, in words for a person. */
import { lastValue } from './list.ts'
import type { SessionState } from './session-state.ts'

/** It was asked to end, or had nothing more to do. */
export function isCleanEnd(state: SessionState): boolean {
  const { ended } = state.process
  if (!ended || ended.cause === 'close') return true
  if (ended.cause !== 'exit' || ended.signal !== null) return false
  // When its input ends after a turn that was interrupted, the CLI exits with 1.
  return ended.exitCode === 0 || (ended.exitCode === 1 && wasInterrupted(state))
}

export function endReason(state: SessionState): string {
  const { ended } = state.process
  if (!ended || isCleanEnd(state)) return 'ended'
  const how = {
    spawn: `could not be started${ended.error ? `: ${ended.error}` : ''}`,
    close: 'ended',
    kill: `had to be ended${ended.signal ? ` with ${ended.signal}` : ' by force'}`,
    exit: ended.signal
      ? `was ended by signal ${ended.signal}`
      : `exited with code ${ended.exitCode ?? 'unknown'}`,
    unknown: 'ended with an unknown exit status',
  }[ended.cause]
  const told = ended.error ?? lastError(state) ?? lastLine(ended.stderr)
  const why = ended.cause === 'spawn' ? undefined : told
  return why === undefined ? how : `${how}: ${why}`
}

function wasInterrupted({ turns, process }: SessionState): boolean {
  const turn = lastValue(turns.past)
  return turn?.generation === process.generation && turn.interrupted && turn.lost === undefined
}

/** The error of the last turn often explains the end better than the exit code. */
function lastError({ turns, process }: SessionState): string | undefined {
  const turn = lastValue(turns.past)
  if (turn?.generation !== process.generation || turn.result?.status !== 'error') return undefined
  return turn.result.text || undefined
}

function lastLine(stderr = ''): string | undefined {
  return stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .at(-1)
}
