/**
 * The projects that the host knows: those of its sessions, of the CLI's own history, and those that a person has added. Git is asked
 * once per folder; a folder without a repository is asked about again after a while.
 */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProjectList as Listed } from '../../api/projects.ts'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionInfo } from '../../client/transcripts/list.ts'
import type { AllowedFolders } from '../folders/allowed.ts'
import { isWithin } from '../folders/roots.ts'
import type { Git } from '../git/git.ts'
import type { ProjectSettingsStore } from './project-settings.ts'

type Session = Pick<
  SessionSummary,
  'cwd' | 'project' | 'worktree' | 'archived' | 'updatedAt' | 'cliSessionId'
>
type Entry = Listed['projects'][number]

export interface ProjectListContext {
  readonly git: Pick<Git, 'checkout'>
  readonly folders: AllowedFolders
  readonly settings: ProjectSettingsStore
  readonly sessions: () => readonly Session[]
  readonly now: () => number
}

const ASK_AGAIN = 60_000
/** Of the history, which may have thousands. */
const MAX_FOLDERS = 300

export class ProjectList {
  readonly #context: ProjectListContext
  readonly #checkouts = new Map<string, { readonly checkout: string | undefined; readonly at: number }>()

  constructor(context: ProjectListContext) {
    this.#context = context
  }

  /** `history`: the latest conversations that the CLI has on disk. */
  async list(history: readonly SessionInfo[]): Promise<Listed> {
    const { settings, sessions } = this.#context
    const entries = new Map<string, { -readonly [K in keyof Entry]: Entry[K] }>()
    const entry = (path: string) => {
      const found = entries.get(path)
      if (found) return found
      const made = {
        ...{ path, name: nameOf(path), isRepository: false, isAdded: false, isMissing: !existsSync(path) },
        ...{ sessions: 0, past: 0, lastUsedAt: 0 },
      }
      entries.set(path, made)
      return made
    }
    for (const path of settings.known) entry(path).isAdded = true
    const own = sessions()
    for (const { project, archived, updatedAt } of own) {
      const found = entry(project.path)
      if (!archived) found.sessions += 1
      found.lastUsedAt = Math.max(found.lastUsedAt, updatedAt)
    }
    const continued = new Set(own.flatMap(({ cliSessionId }) => cliSessionId ?? []))
    const folders = await this.projectsOf(history.map(({ cwd }) => cwd ?? ''))
    for (const { id, cwd = '', updatedAt } of history) {
      const path = folders.get(cwd)
      if (path === undefined || continued.has(id)) continue
      const isKnown = entries.has(path) || (await this.#checkout(path)) !== undefined
      if (!isKnown) continue
      const found = entry(path)
      found.past += 1
      found.lastUsedAt = Math.max(found.lastUsedAt, updatedAt)
    }
    for (const found of entries.values())
      found.isRepository = !found.isMissing && (await this.#checkout(found.path)) !== undefined
    return { projects: [...entries.values()].sort((a, b) => b.lastUsedAt - a.lastUsedAt) }
  }

  /** The project of each folder, also of one that is gone where a session or a worktree was there; otherwise the folder itself. */
  async projectsOf(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = new Map<string, string>()
    const trees: [string, string][] = []
    for (const { cwd, project, worktree } of this.#context.sessions()) {
      known.set(cwd, project.path)
      if (worktree) trees.push([worktree.path, worktree.checkout])
    }
    const all = [...new Set(folders)].filter((it) => it !== '').slice(0, MAX_FOLDERS)
    const found = await Promise.all(
      all.map(async (cwd) => {
        const tree = trees.find(([path]) => isWithin(cwd, path))?.[1]
        const project = known.get(cwd) ?? tree ?? (await this.#checkout(cwd)) ?? usualCheckout(cwd)
        return [cwd, project ?? cwd] as const
      }),
    )
    return new Map(found)
  }

  /** The main checkout; undefined without a repository, or outside of the roots. */
  async #checkout(cwd: string): Promise<string | undefined> {
    const { git, folders, now } = this.#context
    const known = this.#checkouts.get(cwd)
    if (known && (known.checkout !== undefined || now() - known.at < ASK_AGAIN)) return known.checkout
    const real = await folders.check(cwd, 'path').catch(() => undefined)
    const checkout = real === undefined ? undefined : await git.checkout(real)
    this.#checkouts.set(cwd, { checkout, at: now() })
    return checkout
  }
}

function nameOf(path: string): string {
  return basename(path).replace(/\.git$/, '') || path
}

/** Of a worktree that is gone, in the usual place beside its project. */
function usualCheckout(cwd: string): string | undefined {
  const path = /^(.+)\.worktrees\//.exec(cwd)?.[1]
  return path !== undefined && existsSync(path) ? path : undefined
}
