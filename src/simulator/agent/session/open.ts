import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { AgentOptions } from '../options/options.ts'
import type { Profile } from '../version.ts'
import type { Places } from './places.ts'
import { Session } from './session.ts'

export interface Opened {
  readonly session: Session
  readonly problem?: string
  /** Report the problem to the host in a result, not only on stderr. */
  readonly isResult?: boolean
}

export function openSession(options: AgentOptions, places: Places, profile: Profile): Opened {
  const fresh = (id: string) => new Session(id, places, profile, options.persist)
  const wanted = options.resume ?? (options.continue ? places.newest() : undefined)
  if (wanted === undefined) {
    const id = options.sessionId ?? randomUUID()
    const session = fresh(id)
    if (options.sessionId !== undefined && existsSync(places.transcript(id)))
      return { session, problem: `Error: Session ID ${id} is already in use.` }
    return { session }
  }
  const file = places.find(wanted, !profile.isOld)
  if (file === undefined) {
    const problem = `No conversation found with session ID: ${wanted}`
    return { session: fresh(wanted), problem, isResult: true }
  }
  const session = fresh(options.fork ? (options.sessionId ?? randomUUID()) : wanted)
  if (!session.load(file, { at: options.resumeAt, fork: options.fork }))
    return { session, problem: `No message found with message.uuid of: ${options.resumeAt}`, isResult: true }
  return { session }
}
