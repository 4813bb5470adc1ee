/** Repositories within a repository: submodules, and folders with a `.git` that the repository knows nothing of. */
import type { OpenRepository } from './open-repository.ts'
import { expectOk, type More, type SafeGit } from './run.ts'

export interface Submodule {
  readonly path: string
  readonly commit: string
}

/** Those that the index names. */
export function submodulesIn({ files }: Pick<OpenRepository, 'files'>): Promise<Submodule[]> {
  return files((git) => submodulesOf(git))
}

export async function submodulesOf(git: SafeGit, more?: More): Promise<Submodule[]> {
  const { stdout } = await expectOk(git, ['ls-files', '--stage', '-z'], more)
  const rows = stdout.split('\0').map((row) => /^160000 ([0-9a-f]+) \d\t(.+)$/s.exec(row))
  return rows.flatMap((row) => (row ? [{ commit: row[1] as string, path: row[2] as string }] : []))
}

/** Folders with a `.git` that the index does not name, and that are not ignored. */
export async function unknownRepositories(git: SafeGit): Promise<string[]> {
  const { stdout } = await expectOk(git, ['ls-files', '--others', '--exclude-standard', '-z'])
  return stdout.split('\0').flatMap((path) => (path.endsWith('/') ? [path.slice(0, -1)] : []))
}
