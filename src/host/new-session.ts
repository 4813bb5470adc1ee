import type { CreateSession, ForkCommand, IsolationSetting } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import type { SessionOptionsInput } from '../api/session-options.ts'
import type { ProjectSettings, Worktree } from '../api/work.ts'
import type { Place } from './git/git.ts'
import type { SessionRow } from './journal/store.ts'
import type { HostSession } from './sessions/host-session.ts'
import { FIRST_OPTIONS, type LaunchChange } from './sessions/launch.ts'

/** What a person has set for the project, where the command says nothing. */
export function withDefaults<T extends CreateSession>(body: T, settings: ProjectSettings): T {
  const { options = {} } = body
  const agent = body.agent ?? settings.agent
  const model = body.model ?? options.model ?? settings.model
  const permissionMode = body.permissionMode ?? options.permissionMode ?? settings.permissionMode
  const maxBudgetUsd = options.maxBudgetUsd ?? settings.maxBudgetUsd
  return {
    ...body,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(permissionMode !== undefined && { permissionMode }),
    ...(maxBudgetUsd !== undefined && { options: { ...options, maxBudgetUsd } }),
  }
}

/** Environment values stay in memory only. Only the first process gets the options that choose its conversation. */
export function splitOptions(given: CreateSession['options'] = {}): {
  options: SessionRow['options']
  first: LaunchChange
  env: Record<string, string>
} {
  const { env = {}, ...others } = given
  const options: Omit<SessionOptionsInput, 'env'> = { ...others }
  const first = Object.fromEntries(
    FIRST_OPTIONS.flatMap((name) => (name in others ? [[name, others[name]]] : [])),
  )
  for (const name of FIRST_OPTIONS) delete options[name]
  return { options, first, env }
}

/** What the host has made of the command. */
export interface NewSession extends Pick<SessionRow, 'cwd' | 'agent' | 'options'> {
  readonly first: LaunchChange
  readonly isolation: IsolationSetting
  readonly place: Place | undefined
  /** A worktree of its own that is to be created. */
  readonly worktree: Worktree | undefined
}

export function newRow(
  body: CreateSession & { id: string },
  { cwd, agent, options, first, isolation, place, worktree }: NewSession,
  now: number,
): SessionRow {
  return {
    id: body.id,
    title: body.title ?? titleOf(body.prompt, cwd),
    cwd,
    agent,
    createdAt: now,
    updatedAt: now,
    archived: false,
    options: {
      ...options,
      ...(body.model !== undefined && { model: body.model }),
      ...(body.permissionMode !== undefined && { permissionMode: body.permissionMode }),
    },
    generation: 0,
    offset: 0,
    wanted: 'run',
    ...(place && { gitBase: place.base }),
    extra: {
      first,
      project: place?.checkout ?? cwd,
      ...(isolation === 'require' && { isolation }),
      ...(worktree && { worktree }),
    },
  }
}

/** The command that creates a fork, and the conversation that its first process continues. */
export async function forkOf(
  from: Pick<HostSession, 'row' | 'env' | 'continuation'>,
  { id, title, prompt, at }: ForkCommand & { id: string },
  isolation: IsolationSetting,
): Promise<{ fork: CreateSession & { id: string }; change: LaunchChange }> {
  const { row, env } = from
  // Before its first turn, a session that was resumed or forked still equals its origin.
  const { resume, resumeSessionAt } = await from.continuation()
  if (resume === undefined)
    throw new ApiError('conflict', 'there is nothing to fork: its conversation has not begun')
  const until = at ?? resumeSessionAt
  return {
    fork: {
      id,
      cwd: row.cwd,
      agent: row.agent,
      isolation,
      title: title ?? `${row.title} (fork)`,
      options: { ...row.options, env },
      ...(prompt !== undefined && { prompt }),
    },
    change: { resume, forkSession: true, ...(until !== undefined && { resumeSessionAt: until }) },
  }
}

function titleOf(prompt: string | undefined, cwd: string): string {
  const line = prompt?.trim().split('\n')[0]?.trim()
  if (line) return line.length > 80 ? `${line.slice(0, 79)}…` : line
  return cwd.split('/').at(-1) || cwd
}
