import type { Output } from '../io/output.ts'
import type { AgentOptions } from '../options/options.ts'
import type { Profile } from '../version.ts'

const MODES = ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan']

export interface ModeProblem {
  readonly error: string
  readonly error_code: string
}

/** The permission mode, and the mode to return to after a plan. Notifies the host of each change. */
export class PermissionModes {
  readonly canBypass: boolean
  readonly #output: Output
  readonly #profile: Profile
  #mode: string
  #beforePlan = 'default'

  constructor(options: AgentOptions, output: Output, profile: Profile) {
    this.#mode = options.mode
    this.canBypass = options.canBypass
    this.#output = output
    this.#profile = profile
  }

  get mode(): string {
    return this.#mode
  }

  get beforePlan(): string {
    return this.#beforePlan
  }

  set(mode: string, isTold = true): void {
    if (mode === this.#mode) return
    if (mode === 'plan') this.#beforePlan = this.#mode
    this.#mode = mode
    // 2.1.197 silently accepts a mode that does not exist.
    if (!MODES.includes(mode)) return
    if (isTold) this.#output.system('status', { status: null, permissionMode: mode })
  }

  /** Returns the mode that the host's name stands for, or what is wrong with it. */
  check(asked: string): { mode: string } | ModeProblem {
    const mode = asked === 'manual' && !this.#profile.isOld ? 'default' : asked
    if (mode === 'bypassPermissions' && !this.canBypass && !this.#profile.isFirst) {
      const error =
        'Cannot set permission mode to bypassPermissions because the session was not launched with ' +
        '--dangerously-skip-permissions'
      return { error, error_code: 'bypass_not_launched' }
    }
    if (this.#profile.isOld || MODES.includes(mode)) return { mode }
    const error = `Cannot set permission mode: must be one of ${MODES.join(', ')}`
    return { error, error_code: 'invalid_mode' }
  }
}
