/** Waits for something of a session, and says what the session was doing when it did not come. */
import type { Session } from '../client/session.ts'
import type { SessionState } from '../state/session-state.ts'
import { failure } from './failure.ts'

/** How long a helper waits. */
export interface WaitOptions {
  /** In milliseconds. Default 10,000. */
  readonly timeoutMs?: number
}

const TIMEOUT = 10_000
/** Some of what a session is follows from the time that passes, of which nobody is notified. */
const LOOK_AGAIN = 50

/**
 * Waits until the state of a session is as the test wants it, and returns it. Fails with the transcript and the liveness of the
 * session when the time is over, or as soon as the process has ended.
 *
 * @example
 * await waitForState(session, ({ tasks }) => tasks.list.length === 2)
 */
export async function waitForState(
  session: Session,
  isAsWanted: (state: SessionState) => boolean,
  options: WaitOptions = {},
): Promise<SessionState> {
  const look = () => (isAsWanted(session.state) ? session.state : undefined)
  return waitFor(session, 'the state that the test wants', look, options)
}

/** Waits until `look` returns a value. The error is made here, so that its stack leads to the test. */
export async function waitFor<Value>(
  session: Session,
  what: string,
  look: () => Value | undefined,
  { timeoutMs = TIMEOUT }: WaitOptions,
): Promise<Value> {
  const startedAt = performance.now()
  const hasCome = () => look() !== undefined
  const why = hasCome() ? 'come' : await settled(session, hasCome, timeoutMs)
  const value = look()
  if (value !== undefined) return value
  const waited = Math.round(performance.now() - startedAt)
  throw failure(
    session,
    why === 'ended' ? `The session ended while waiting for ${what}` : `Waited ${waited} ms for ${what}`,
  )
}

type Why = 'come' | 'ended' | 'timeout'

function settled(session: Session, hasCome: () => boolean, timeoutMs: number): Promise<Why> {
  return new Promise((resolve, reject) => {
    const finish = (why: Why) => {
      stopListening()
      clearInterval(timer)
      clearTimeout(limit)
      resolve(why)
    }
    const look = () => {
      try {
        if (hasCome()) finish('come')
      } catch (error) {
        finish('timeout')
        reject(error)
      }
    }
    const stopListening = session.onChange(look)
    const timer = setInterval(look, LOOK_AGAIN)
    const limit = setTimeout(() => finish('timeout'), timeoutMs)
    void session.ended.then(() => finish('ended'))
  })
}
