/** The repository of this node that belongs to the same project as one of another node. */
import { ApiError } from '../../api/errors.ts'
import { rootsOf } from '../../host/git/bundle.ts'
import type { OpenRepository } from '../../host/git/open-repository.ts'
import { remoteOf } from '../../host/git/remotes.ts'
import type { Host } from '../../host/host.ts'
import { remoteKey } from '../placement/remote-key.ts'
import type { GitSnapshot } from '../snapshots/manifest.ts'

type Wanted = Pick<GitSnapshot, 'remote' | 'roots'>

/** `cwd`: a folder of it that a person has named. Throws with the reason if there is none. */
export async function findRepository(
  host: Host,
  wanted: Wanted,
  cwd: string | undefined,
): Promise<OpenRepository> {
  if (cwd !== undefined) {
    const repository = await host.git.open(await host.folders.check(cwd))
    return host.git.open(repository.checkout)
  }
  for (const folder of await projectFolders(host)) {
    const real = await host.folders.check(folder, 'path').catch(() => undefined)
    const repository = real === undefined ? undefined : await host.git.open(real).catch(() => undefined)
    if (repository && (await isSame(repository, wanted))) return host.git.open(repository.checkout)
  }
  const which =
    wanted.remote === undefined
      ? 'its repository has no remote'
      : `no project has the remote ${wanted.remote}`
  throw new ApiError(
    'not-possible',
    `this node does not know the repository of the session (${which}): name a folder of it with --cwd, or add it as a project`,
  )
}

async function projectFolders(host: Host): Promise<string[]> {
  const { projects } = await host.work.projectList.list([])
  return projects.flatMap(({ path, isRepository }) => (isRepository ? [path] : []))
}

async function isSame(repository: OpenRepository, { remote, roots }: Wanted): Promise<boolean> {
  if (remote === undefined) {
    const own = new Set(await rootsOf(repository))
    return roots.some((root) => own.has(root))
  }
  const url = await remoteOf(repository.refs)
  return url !== undefined && remoteKey(url) === remote
}
