/**
 * A repository that is worked on. There are two ways to call git that run no program that the repository names, and one that does:
 * - `refs` works in the repository itself, with hooks off. It is for refs, commits and the list of worktrees, and never for
 *   a command that reads or writes the contents of files, which would run filters.
 * - `files` works in a private folder (`private-folder.ts`) without the repository's settings. The objects that it writes go
 *   into the repository; the index is a copy, which `installIndex` can put in place of the repository's own.
 * - `plain` is git as a person would call it, with the settings and hooks of the repository. Only `confirmed.ts` may use it, which
 *   asks first whether a person has confirmed them.
 */
import type { Repository } from './repository.ts'
import type { SafeGit } from './run.ts'

type InFiles = <T>(use: (git: SafeGit, folder: string) => Promise<T>) => Promise<T>

export class OpenRepository {
  readonly repository: Repository
  /** The main checkout, which all worktrees share. */
  readonly checkout: string
  readonly refs: SafeGit
  readonly files: InFiles
  readonly plain: SafeGit

  constructor(
    repository: Repository,
    checkout: string,
    { refs, files, plain }: { refs: SafeGit; files: InFiles; plain: SafeGit },
  ) {
    this.repository = repository
    this.checkout = checkout
    this.refs = refs
    this.files = files
    this.plain = plain
  }

  /** The folder that contains `.git`. */
  get top(): string {
    return this.repository.top
  }
}
