import { basename } from 'node:path'
import type { ProjectView } from '../../api/work.ts'
import type { Git } from '../git/git.ts'
import { branchesOf, currentBranch } from '../git/refs.ts'
import { defaultBranchOf, remoteOf } from '../git/remotes.ts'
import { programsOf } from '../git/repository-programs.ts'
import type { ProjectSettingsStore } from './project-settings.ts'
import { readScript } from './repository-script.ts'

const MAX_TEXT = 100_000

/** The project of a folder. Programs are shown as they are in this folder: a worktree may have others than the main checkout. */
export async function projectView(
  git: Git,
  projects: ProjectSettingsStore,
  cwd: string,
): Promise<ProjectView> {
  const repository = await git.open(cwd)
  const { checkout, top, refs } = repository
  const settings = projects.of(checkout)
  const branch = await currentBranch(refs)
  const [remote, defaultBranch] = [await remoteOf(refs), await defaultBranchOf(refs)]
  const hooks = await programsOf(git, repository)
  const view = (
    kind: ProjectView['programs'][number]['kind'],
    title: string,
    hash: string,
    text: string,
  ) => ({
    ...{
      kind,
      title,
      hash,
      isConfirmed: projects.isConfirmed(checkout, hash),
      text: text.slice(0, MAX_TEXT),
      isCut: text.length > MAX_TEXT,
    },
  })
  const scripts = await Promise.all(
    (['setup', 'run'] as const).map(async (kind) => {
      const named = settings[kind]
      const script = named === undefined ? undefined : await readScript(kind, top, named)
      return script ? [view(kind, script.path, script.hash, script.content.toString('utf8'))] : []
    }),
  )
  return {
    path: checkout,
    name: basename(checkout).replace(/\.git$/, '') || checkout,
    ...(branch !== undefined && { branch }),
    ...(defaultBranch !== undefined && { defaultBranch }),
    ...(remote !== undefined && { remote }),
    branches: await branchesOf(refs),
    settings,
    programs: [
      ...scripts.flat(),
      ...(hooks ? [view('hooks', 'Hooks, and settings of the repository', hooks.hash, hooks.text)] : []),
    ],
  }
}
