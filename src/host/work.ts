/** What a host does in repositories: settings of projects, worktrees of sessions, and checkpoints after their turns. */
import { join } from 'node:path'
import type { ProjectSettings } from '../api/work.ts'
import type { SessionEvent } from '../state/events.ts'
import { Checkpoints } from './checkpoints/checkpoints.ts'
import type { AllowedFolders } from './folders/allowed.ts'
import type { Git } from './git/git.ts'
import type { SessionRow, Store } from './journal/store.ts'
import { ProjectList, type ProjectListContext } from './projects/project-list.ts'
import { ProjectSettingsStore } from './projects/project-settings.ts'
import { ScriptRuns } from './projects/script-runs.ts'
import { Attribution } from './review/attribution.ts'
import { Comments } from './review/comments.ts'
import { Review } from './review/review.ts'
import { ReviewFiles } from './review/review-files.ts'
import type { HostSession } from './sessions/host-session.ts'
import type { SessionDeps } from './sessions/session-deps.ts'
import { worktreeOf } from './worktrees/worktree.ts'
import { Worktrees, type WorktreesContext } from './worktrees/worktrees.ts'

export interface WorkContext {
  readonly git: Git
  readonly store: Store
  readonly folders: AllowedFolders
  /** The host's data folder, and where the processes have their files. */
  readonly dataFolder: string
  readonly folder: string
  readonly sessions: () => readonly HostSession[]
  readonly summaries: ProjectListContext['sessions']
  readonly isolate: WorktreesContext['isolate']
  readonly now: () => number
  readonly log: SessionDeps['log']
}

export class Work {
  readonly projects: ProjectSettingsStore
  readonly projectList: ProjectList
  readonly runs: ScriptRuns
  readonly worktrees: Worktrees
  readonly checkpoints: Checkpoints
  readonly review: Review
  readonly reviewFiles: ReviewFiles
  readonly comments: Comments
  readonly #git: Git

  constructor(context: WorkContext) {
    this.#git = context.git
    this.projects = new ProjectSettingsStore(context.store, (it) => context.log('error', it))
    const parts = { ...context, projects: this.projects, scratch: join(context.folder, 'setup') }
    this.projectList = new ProjectList({ ...context, settings: this.projects, sessions: context.summaries })
    this.runs = new ScriptRuns({
      ...parts,
      isolationOf: async (folder) => {
        const session = context.sessions().find(({ row }) => worktreeOf(row)?.path === folder)
        return session && context.isolate(session.row)
      },
    })
    this.worktrees = new Worktrees({ ...parts, leave: (folder) => this.runs.leave(folder) })
    this.checkpoints = new Checkpoints(parts)
    this.review = new Review(parts)
    this.reviewFiles = new ReviewFiles(
      context.git,
      this.checkpoints,
      new Attribution(context.store, context.sessions),
    )
    this.comments = new Comments({ ...context, files: this.reviewFiles })
  }

  /** Finishes what an earlier host had begun. */
  async start(): Promise<void> {
    this.runs.recover()
    await this.worktrees.ends.start()
    this.worktrees.ends.lookAfter().catch(() => {})
  }

  /** The host ends. */
  close(): Promise<void> {
    return this.runs.close()
  }

  /** Of the project of a folder. */
  async settingsOf(cwd: string): Promise<ProjectSettings> {
    const checkout = this.projects.known.length === 0 ? undefined : await this.#git.checkout(cwd)
    return checkout === undefined ? {} : this.projects.of(checkout)
  }

  /** Before a process is started. */
  async prepare(session: HostSession, signal: AbortSignal): Promise<void> {
    await this.worktrees.prepare(session, signal)
    await this.checkpoints.begin(session)
  }

  follow(session: HostSession, events: readonly SessionEvent[]): void {
    this.checkpoints.follow(session, events)
    this.comments.follow(session, events)
  }

  /** Takes back what was created for a session that is not to be. */
  undo(row: SessionRow): Promise<void> {
    return this.worktrees.undo(row).catch(() => {})
  }

  /** The session is about to be removed. Its worktree stays. */
  async leave(session: HostSession): Promise<void> {
    await this.worktrees.keepRemembered(session)
    await this.checkpoints.forget(session).catch(() => {})
  }
}
