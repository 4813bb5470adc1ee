/**
 * Which project each session belongs to: the main checkout of its repository, which all worktrees share, or its own folder where
 * there is no repository. A new session stores it. For sessions of earlier versions git is asked once per folder, one folder
 * after another, and until then the folder counts as the project.
 */
import { basename } from 'node:path'
import type { Project } from '../../api/resources.ts'
import type { Git } from '../git/git.ts'
import type { SessionRow } from '../journal/store.ts'

type Located = Pick<SessionRow, 'cwd' | 'extra'>

export class Projects {
  readonly #git: Pick<Git, 'checkout'>
  /** Called with the folder of sessions whose project has turned out to be another one. */
  readonly #onFound: (cwd: string) => void
  /** By folder. */
  readonly #found = new Map<string, string>()
  #last: Promise<void> = Promise.resolve()

  constructor(git: Pick<Git, 'checkout'>, onFound: (cwd: string) => void) {
    this.#git = git
    this.#onFound = onFound
  }

  of({ cwd, extra }: Located): Project {
    const { project } = extra
    return projectAt(typeof project === 'string' ? project : this.#look(cwd))
  }

  #look(cwd: string): string {
    const known = this.#found.get(cwd)
    if (known !== undefined) return known
    this.#found.set(cwd, cwd)
    this.#last = this.#last.then(() => this.#find(cwd)).catch(() => {})
    return cwd
  }

  async #find(cwd: string): Promise<void> {
    const checkout = await this.#git.checkout(cwd)
    if (checkout === undefined || checkout === cwd) return
    this.#found.set(cwd, checkout)
    this.#onFound(cwd)
  }
}

function projectAt(path: string): Project {
  return { path, name: basename(path).replace(/\.git$/, '') || path }
}
