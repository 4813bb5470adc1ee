/**
 * The projects of this node, as it tells them to the others: those that its own console lists, with what their git remotes name. They
 * are looked at beside everything else, and again a while later; whoever reads them gets what was found last.
 */
import type { Git } from '../../host/git/git.ts'
import { remoteOf } from '../../host/git/remotes.ts'
import type { NodeProject } from '../members.ts'
import { remoteKey } from './remote-key.ts'

export interface OwnProjectsContext {
  /** The folders of the projects. */
  readonly list: () => Promise<readonly string[]>
  readonly git: Pick<Git, 'open'>
  /** They are other ones than before. */
  readonly onChange: () => void
  readonly now?: () => number
}

/** What each record of a node can have. */
const MOST = 200
/** A remote is changed by hand, and rarely. */
const REMOTE_AGAIN = 5 * 60_000

export class OwnProjects {
  readonly #context: OwnProjectsContext
  readonly #remotes = new Map<string, { readonly key: string | undefined; readonly at: number }>()
  #known: readonly NodeProject[] = []
  #isLooking = false

  constructor(context: OwnProjectsContext) {
    this.#context = context
  }

  get known(): readonly NodeProject[] {
    return this.#known
  }

  /** Never rejects: what cannot be read stays as it was. */
  async look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const found: NodeProject[] = []
      for (const path of (await this.#context.list()).slice(0, MOST)) {
        const remote = await this.#remoteIn(path)
        found.push({ path, ...(remote !== undefined && { remote }) })
      }
      const isSame = JSON.stringify(found) === JSON.stringify(this.#known)
      this.#known = found
      if (!isSame) this.#context.onChange()
    } catch {
      // The folder of a project may be gone by now, or the host about to end.
    } finally {
      this.#isLooking = false
    }
  }

  async #remoteIn(path: string): Promise<string | undefined> {
    const now = (this.#context.now ?? Date.now)()
    const before = this.#remotes.get(path)
    if (before && now - before.at < REMOTE_AGAIN) return before.key
    const key = await remoteKeyOf(this.#context.git, path)
    this.#remotes.set(path, { key, at: now })
    return key
  }
}

/** Undefined without a repository or a remote that other machines can have too. */
export async function remoteKeyOf(git: Pick<Git, 'open'>, path: string): Promise<string | undefined> {
  const repository = await git.open(path).catch(() => undefined)
  const remote = repository && (await remoteOf(repository.refs))
  return remote === undefined ? undefined : remoteKey(remote)
}
