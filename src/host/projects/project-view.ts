import { basename } from 'node:path'
import type { ProjectView } from '../../api/work.ts'
import type { Git } from '../git/git.ts'
import { currentBranch } from '../git/refs.ts'
import type { ProjectSettingsStore } from './project-settings.ts'
import { readSetupScript } from './setup-script.ts'

const MAX_TEXT = 100_000

/** The project of a folder. Programs are shown as they are in this folder: a worktree may have others than the main checkout. */
export async function projectView(
  git: Git,
  projects: ProjectSettingsStore,
  cwd: string,
): Promise<ProjectView> {
  const { checkout, top, refs } = await git.open(cwd)
  const settings = projects.of(checkout)
  const branch = await currentBranch(refs)
  const script = settings.setup === undefined ? undefined : await readSetupScript(top, settings.setup)
  return {
    path: checkout,
    name: basename(checkout).replace(/\.git$/, '') || checkout,
    ...(branch !== undefined && { branch }),
    settings,
    programs: script
      ? [
          {
            kind: 'setup',
            title: script.path,
            hash: script.hash,
            isConfirmed: projects.isConfirmed(checkout, script.hash),
            text: script.content.toString('utf8').slice(0, MAX_TEXT),
          },
        ]
      : [],
  }
}
