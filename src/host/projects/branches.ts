/**
 * The branch that each folder with sessions is on, for lists. Git is asked once per folder, one folder after another, and again
 * when a turn in the folder has ended or the host has worked there: never because somebody reads a list.
 */
import type { Git } from '../git/git.ts'

export class Branches {
  readonly #git: Pick<Git, 'branch'>
  /** Called with a folder that turned out to be on another branch. */
  readonly #onChange: (cwd: string) => void
  readonly #known = new Map<string, string | undefined>()
  readonly #waiting = new Set<string>()
  #last: Promise<void> = Promise.resolve()

  constructor(git: Pick<Git, 'branch'>, onChange: (cwd: string) => void) {
    this.#git = git
    this.#onChange = onChange
  }

  /** Undefined until git was asked, and where there is none. */
  of(cwd: string): string | undefined {
    if (!this.#known.has(cwd)) {
      this.#known.set(cwd, undefined)
      this.look(cwd)
    }
    return this.#known.get(cwd)
  }

  /** Asks again; no list has shown the folder yet if it is not known. */
  look(cwd: string): void {
    if (!this.#known.has(cwd) || this.#waiting.has(cwd)) return
    this.#waiting.add(cwd)
    this.#last = this.#last.then(() => this.#look(cwd)).catch(() => {})
  }

  async #look(cwd: string): Promise<void> {
    this.#waiting.delete(cwd)
    const branch = await this.#git.branch(cwd)
    if (branch === this.#known.get(cwd)) return
    this.#known.set(cwd, branch)
    this.#onChange(cwd)
  }
}
