/** Which sessions are isolated, and whether that can be had here. What is required and cannot be had is refused. */
import type { IsolationSetting } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import { durableSupported } from '../process/durable-fifo.ts'
import { type Isolation, IsolationError, isolatedCommand } from '../process/isolation/isolation.ts'
import { prepareIsolation } from '../process/isolation/prepare.ts'
import type { SessionRow } from './journal/store.ts'

export interface SessionIsolationOptions {
  /** The host's data folder: what isolated sessions do not see. */
  readonly folder: string
  /** `require`: for all sessions. */
  readonly setting: IsolationSetting
}

export class SessionIsolation {
  readonly #options: SessionIsolationOptions

  constructor(options: SessionIsolationOptions) {
    this.#options = options
  }

  /** Of a new session. */
  settingFor(asked: IsolationSetting | undefined): IsolationSetting {
    const { setting } = this.#options
    if (setting === 'require' && asked === 'off')
      throw new ApiError(
        'forbidden',
        'isolation: this host requires it for every session (--isolation require): leave it out, or say "require"',
      )
    return asked ?? setting
  }

  /** Of the processes that are started from now on. */
  settingOf({ extra }: Pick<SessionRow, 'extra'>): IsolationSetting {
    return this.#options.setting === 'require' || extra.isolation === 'require' ? 'require' : 'off'
  }

  /** Of the process that runs; otherwise of the next one. */
  shownOf({
    isIsolated,
    row,
  }: {
    readonly isIsolated: boolean | undefined
    readonly row: SessionRow
  }): IsolationSetting {
    if (isIsolated === undefined) return this.settingOf(row)
    return isIsolated ? 'require' : 'off'
  }

  /** For a process in this folder; undefined where none is wanted. Throws if it is and cannot be had. */
  async prepare(setting: IsolationSetting, cwd: string): Promise<Isolation | undefined> {
    if (setting === 'off') return undefined
    const { folder } = this.#options
    try {
      const isolation = await prepareIsolation(folder)
      const durable = await durableSupported(folder)
      if (!durable.isSupported) throw new IsolationError(`Isolation needs FIFOs. ${durable.reason}`)
      // Throws if the folder would be hidden.
      isolatedCommand({ command: '', args: [], cwd }, isolation)
      return isolation
    } catch (error) {
      if (!(error instanceof IsolationError)) throw error
      throw new ApiError('not-possible', `isolation: ${error.message}`, { reason: error.reason })
    }
  }
}
