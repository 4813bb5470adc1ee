/**
 * Whose changes are in a folder that sessions share: a file that a session's edit tools named is its own, one that another running
 * session's tools named is not; of the rest, commands of the session may have changed anything. In a worktree all is the session's.
 */
import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { ReviewFiles } from '../../api/review-files.ts'
import { type Done, doneSince } from '../checkpoints/done.ts'
import type { Store } from '../journal/store.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { worktreeOf } from '../worktrees/worktree.ts'

type Owner = NonNullable<ReviewFiles['files'][number]['by']>
/** What it did, up to an event. */
interface SoFar extends Done {
  readonly seq: number
}
/** Of the sessions that run in one folder. */
const MAX_OTHERS = 50

export class Attribution {
  readonly #store: Store
  readonly #sessions: () => readonly HostSession[]
  readonly #known = new WeakMap<HostSession, SoFar>()

  constructor(store: Store, sessions: () => readonly HostSession[]) {
    this.#store = store
    this.#sessions = sessions
  }

  /** `part`: what it did in a turn. Without it, since it began. Paths are seen from the top of the repository; `from`: the name before. */
  ownerOf(session: HostSession, top: string, part?: Done): (path: string, from?: string) => Owner {
    if (worktreeOf(session.row)) return () => 'own'
    const { edited, ranCommands } = part ?? this.#doneBy(session)
    const own = pathsOf(session, edited, top)
    const others = this.#sessions()
      .filter((it) => it !== session && it.isRunning && !worktreeOf(it.row))
      .slice(0, MAX_OTHERS)
    const foreign = new Set(others.flatMap((it) => [...pathsOf(it, this.#doneBy(it).edited, top)]))
    return (path, from = path) => {
      if (own.has(path) || own.has(from)) return 'own'
      return ranCommands && !foreign.has(path) ? 'possibly' : 'foreign'
    }
  }

  #doneBy(session: HostSession): Done {
    const known = this.#known.get(session)
    const seq = this.#store.lastSeq(session.id)
    if (known?.seq === seq) return known
    const { edited, ranCommands } = doneSince(this.#store, session.id, known?.seq ?? 0)
    const done = {
      seq,
      edited: [...new Set([...(known?.edited ?? []), ...edited])],
      ranCommands: ranCommands || (known?.ranCommands ?? false),
    }
    this.#known.set(session, done)
    return done
  }
}

function pathsOf({ row: { cwd } }: HostSession, edited: readonly string[], top: string): Set<string> {
  const real = realpathSync(top)
  return new Set(edited.map((path) => relative(real, resolve(cwd, path))))
}
