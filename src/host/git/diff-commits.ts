import { countsIn, MAX_DIFF, STATUS, statusesIn } from './changes.ts'
import type { OpenRepository } from './open-repository.ts'
import { expectOk } from './run.ts'
import { asTheyAre } from './snapshot.ts'

export interface CommitDiff {
  readonly files: readonly {
    readonly path: string
    readonly status: string
    readonly added: number
    readonly removed: number
    readonly isBinary: boolean
  }[]
  readonly diff: string
  readonly isCut: boolean
}

const DIFF = ['diff-tree', '-r', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames']

/** What is different between two commits, in a folder of the repository and with names as seen from it. */
export function diffCommits(
  repository: OpenRepository,
  from: string,
  to: string,
  inside: string,
): Promise<CommitDiff> {
  return repository.files(async (git, folder) => {
    await asTheyAre(folder)
    const args = [...DIFF, ...(inside === '' ? [] : [`--relative=${inside}/`])]
    const [named, counted, patch] = await Promise.all([
      expectOk(git, [...args, '--raw', '-z', from, to]),
      expectOk(git, [...args, '--numstat', '-z', from, to]),
      expectOk(git, [...args, '--patch', from, to], { maxBytes: 2 * MAX_DIFF }),
    ])
    const counts = countsIn(counted.stdout)
    const files = statusesIn(named.stdout).map(([path, letter]) => ({
      path,
      status: STATUS[letter] ?? 'modified',
      ...(counts.get(path) ?? { added: 0, removed: 0, isBinary: false }),
    }))
    const isCut = patch.isCut || patch.stdout.length > MAX_DIFF
    return { files, diff: patch.stdout.slice(0, MAX_DIFF), isCut }
  })
}
