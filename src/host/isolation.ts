/** Which sessions are isolated, and whether this machine can do it. Isolation that is required but impossible is refused. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { IsolationSetting } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import { durableSupported } from '../process/durable/fifo.ts'
import { type Isolation, IsolationError, isolatedCommand } from '../process/isolation/isolation.ts'
import { prepareIsolation } from '../process/isolation/prepare.ts'
import { isWithin } from './folders/roots.ts'
import type { SessionRow } from './journal/store.ts'
import type { HostSession } from './sessions/host-session.ts'

export interface SessionIsolationOptions {
  /** The host's data folder, which isolated sessions cannot read. */
  readonly folder: string
  /** Of all sessions. */
  readonly setting: IsolationSetting
  /** By folder: of the sessions in it and below. The nearest folder decides. */
  readonly projects?: Readonly<Record<string, ProjectSettings>> | undefined
}

export interface ProjectSettings {
  readonly isolation?: IsolationSetting | undefined
}

export class SessionIsolation {
  readonly #options: SessionIsolationOptions

  constructor(options: SessionIsolationOptions) {
    this.#options = options
  }

  /** The setting of a new session in this folder. */
  settingFor(asked: IsolationSetting | undefined, cwd: string): IsolationSetting {
    const required = this.#requiredBy(cwd)
    if (required !== undefined && asked === 'off')
      throw new ApiError(
        'forbidden',
        `isolation: ${required.by} requires it for every session (${required.where}): leave it out, or say "require"`,
      )
    return required ? 'require' : (asked ?? 'off')
  }

  /** The setting of the processes that are started from now on. */
  settingOf({ extra, cwd }: Pick<SessionRow, 'extra' | 'cwd'>): IsolationSetting {
    return extra.isolation === 'require' || this.#requiredBy(cwd) ? 'require' : 'off'
  }

  /** Of the running process, or else of the next one. */
  shownOf({ isIsolated, row }: Pick<HostSession, 'isIsolated' | 'row'>): IsolationSetting {
    if (isIsolated === undefined) return this.settingOf(row)
    return isIsolated ? 'require' : 'off'
  }

  /** For a process in this folder; undefined with `off`. Throws if it is impossible here. */
  async prepare(setting: IsolationSetting, cwd: string): Promise<Isolation | undefined> {
    if (setting === 'off') return undefined
    const { folder } = this.#options
    try {
      const isolation = await prepareIsolation(folder)
      const durable = await durableSupported(folder)
      if (!durable.isSupported) throw new IsolationError(`Isolation needs FIFOs. ${durable.reason}`)
      // Throws if the session's own folder would be hidden.
      isolatedCommand({ command: '', args: [], cwd }, isolation)
      return isolation
    } catch (error) {
      if (!(error instanceof IsolationError)) throw error
      throw new ApiError('not-possible', `isolation: ${error.message}`, { reason: error.reason })
    }
  }

  /** Who requires isolation in this folder, if anybody does. */
  #requiredBy(cwd: string): { readonly by: string; readonly where: string } | undefined {
    const { setting, projects = {} } = this.#options
    if (setting === 'require') return { by: 'this host', where: '--isolation require, or config.json' }
    const nearest = Object.entries(projects)
      .filter(([, project]) => project.isolation !== undefined)
      .map(([folder, project]) => ({ folder: realPath(folder), named: folder, ...project }))
      .filter(({ folder }) => isWithin(cwd, folder))
      .sort((a, b) => b.folder.length - a.folder.length)[0]
    if (nearest?.isolation !== 'require') return undefined
    return { by: `the project ${nearest.named}`, where: 'projects in config.json' }
  }
}

/** A folder that does not exist yet has the path that was configured. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}
