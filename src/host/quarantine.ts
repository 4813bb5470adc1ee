/**
 * Sessions with unreadable rows in the journal. They are listed with what is wrong and what to do, and refuse every command,
 * because nothing about them must be guessed. Their processes are left alone: one that runs goes on, its output is kept in its
 * files, and `fairlead recover` restores the session from them. Other sessions are not affected.
 */
import { ApiError } from '../api/errors.ts'
import type { SessionSummary } from '../api/resources.ts'
import { type DamagedSession, withRemedy } from './journal/store.ts'

export class Quarantine {
  readonly #sessions = new Map<string, DamagedSession & { readonly since: number }>()

  put(session: DamagedSession, since: number): void {
    this.#sessions.set(session.id, { ...session, since })
  }

  /** Without titles: anybody on this machine can read them. */
  get problems(): string[] {
    return [...this.#sessions.keys()].flatMap((id) => this.problemOf(id) ?? [])
  }
  problemOf(id: string): string | undefined {
    const found = this.#sessions.get(id)
    return found && withRemedy(`session ${id} is damaged: ${found.problem}`)
  }

  /** Throws if the session is in quarantine. */
  check(id: string): void {
    const problem = this.problemOf(id)
    if (problem !== undefined) throw new ApiError('storage', problem)
  }

  /** As lines of the list, in the group that needs a person. */
  summaries(): SessionSummary[] {
    return [...this.#sessions.values()].map(({ id, title, problem, since }) => ({
      id,
      title: title ?? '(title unknown)',
      cwd: '',
      project: { path: '', name: '' },
      agent: '',
      createdAt: since,
      updatedAt: since,
      archived: false,
      pinned: false,
      group: 'needs-you',
      liveness: {
        status: 'error',
        words: 'damaged: it cannot be read',
        since,
        lastEventAt: since,
        reason: withRemedy(problem),
      },
      lastLine: problem,
      lastWords: '',
      preview: { kind: 'error', text: problem },
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
