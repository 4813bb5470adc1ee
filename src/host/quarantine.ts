/**
 * Sessions of which something in the journal cannot be read. They are shown, with what is wrong and what to do, and nothing can be
 * done with them: what is not known of them must not be guessed. Their processes are left alone: one that runs goes on, its output
 * is kept in its files, and `fairlead recover` makes the session whole from them. The other sessions are not touched.
 */
import { ApiError } from '../api/errors.ts'
import type { SessionSummary } from '../api/resources.ts'
import { type DamagedSession, withRemedy } from './journal/store.ts'

export class Quarantine {
  readonly #sessions = new Map<string, DamagedSession & { readonly since: number }>()

  put(session: DamagedSession, since: number): void {
    this.#sessions.set(session.id, { ...session, since })
  }

  /** One for each. Anyone on this machine can read them: no titles. */
  get problems(): string[] {
    return [...this.#sessions.keys()].flatMap((id) => this.problemOf(id) ?? [])
  }
  problemOf(id: string): string | undefined {
    const found = this.#sessions.get(id)
    return found && withRemedy(`session ${id} is damaged: ${found.problem}`)
  }

  /** Throws if it is one of them. */
  check(id: string): void {
    const problem = this.problemOf(id)
    if (problem !== undefined) throw new ApiError('storage', problem)
  }

  /** As lines of the list, among those that need a person. */
  summaries(): SessionSummary[] {
    return [...this.#sessions.values()].map(({ id, title, problem, since }) => ({
      id,
      title: title ?? '(title unknown)',
      cwd: '',
      agent: '',
      createdAt: since,
      updatedAt: since,
      archived: false,
      group: 'needs-you',
      liveness: {
        status: 'error',
        words: 'damaged: it cannot be read',
        since,
        lastEventAt: since,
        reason: withRemedy(problem),
      },
      lastLine: problem,
      costUsd: 0,
      pendingApprovals: 0,
      queued: 0,
      seq: 0,
      durable: true,
      isolation: 'off',
      warnings: [withRemedy(problem)],
    }))
  }
}
