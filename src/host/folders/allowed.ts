/** Which folders sessions may use: those in `roots` and below, if the host has any. Symbolic links cannot lead out. */
import { constants, existsSync } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ApiError } from '../../api/errors.ts'
import { type JsonObject, parseObject } from '../../protocol/json.ts'
import type { SessionRow } from '../journal/store.ts'
import { type Grant, grantsIn } from './grants.ts'
import { isWithin } from './roots.ts'

type Options = SessionRow['options']

const MAX_SETTINGS = 128 * 1024
/** Flags that do the same as an option and would bypass its check. */
const OPTION_OF: Readonly<Record<string, string>> = {
  settings: 'settings',
  'managed-settings': 'managedSettings',
  'project-config-root': 'projectConfigRoot',
}

export class AllowedFolders {
  readonly #roots: readonly string[] | undefined

  constructor(roots: readonly string[] | undefined) {
    this.#roots = roots
  }

  /** Returns the real path of a folder that a session may use. */
  async check(path: string, name = 'cwd'): Promise<string> {
    const found = await realpath(path).catch(() => undefined)
    if (found === undefined || !(await stat(found)).isDirectory())
      throw new ApiError('bad-request', `${name}: ${path} is not a folder on the host's machine`)
    this.#checkWithin(found, name)
    return found
  }

  /** Throws if a folder is outside of the roots. `mayMiss`: folders that no longer exist are skipped. */
  async checkGrants(grants: readonly Grant[], cwd: string, { mayMiss = false } = {}): Promise<void> {
    if (this.#roots === undefined) return
    for (const { name, path } of grants) {
      if (path.startsWith('~'))
        throw new ApiError(
          'bad-request',
          `${name}: ${path} begins with ~: write the folder as an absolute path`,
        )
      const full = resolve(cwd, path)
      if (!mayMiss || existsSync(full)) await this.check(full, name)
    }
  }

  /**
   * Returns the checked options. A settings file is replaced by its contents, because it could change before the CLI reads
   * it.
   */
  async checkOptions(options: Options, cwd: string, { mayMiss = false } = {}): Promise<Options> {
    const { additionalDirectories: more, extraArgs, settings } = options
    if (!mayMiss)
      for (const path of [more].flat().filter((it) => typeof it === 'string'))
        await this.check(resolve(cwd, path), 'additionalDirectories')
    if (this.#roots === undefined) return options
    for (const flag of Object.keys(extraArgs ?? {})) {
      const option = OPTION_OF[flag]
      if (option !== undefined)
        throw new ApiError(
          'bad-request',
          `extraArgs: ${flag} could name folders that this host may not use: give the option ${option} instead`,
        )
    }
    const isFile = typeof settings === 'string' && !settings.trimStart().startsWith('{')
    const checked = isFile ? { ...options, settings: await this.#settingsIn(settings, cwd) } : options
    await this.checkGrants(grantsIn(checked), cwd, { mayMiss })
    return checked
  }

  async #settingsIn(path: string, cwd: string): Promise<JsonObject> {
    const real = await realpath(resolve(cwd, path)).catch(() => undefined)
    if (real === undefined) throw new ApiError('bad-request', `settings: there is no file ${path}`)
    this.#checkWithin(real, 'settings')
    const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const found = await file.stat()
      if (!found.isFile() || found.size > MAX_SETTINGS)
        throw new ApiError(
          'bad-request',
          `settings: ${path} is no file of at most ${MAX_SETTINGS / 1024} KiB`,
        )
      const value = parseObject(await file.readFile('utf8'))
      // The message quotes nothing of it: it may be any file.
      if (!value) throw new ApiError('bad-request', `settings: ${path} is not a JSON object`)
      return value
    } finally {
      await file.close()
    }
  }

  #checkWithin(real: string, name: string): void {
    const roots = this.#roots
    if (!roots || roots.some((root) => isWithin(real, root))) return
    throw new ApiError(
      'forbidden',
      `${name}: ${real} is outside the folders that this host may use: ${roots.join(', ') || '(none)'}`,
    )
  }
}
