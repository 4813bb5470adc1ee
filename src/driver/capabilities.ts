/**
 * What the CLI at hand can do: as it says itself, in the answer to `initialize` (some of it) and in each `system/init`
 * (all of it). Where it says nothing, its version decides.
 */
import type { HostRequestFields, HostRequestSubtype } from '../protocol/control/to-cli.ts'
import { isLegacy, LEGACY_REQUESTS } from '../protocol/legacy.ts'
import { isAtLeast, versionNumbers } from '../protocol/version.ts'
import { knownMode } from '../state/approvals/to-wire.ts'
import { lastValue } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { BadRequestError, ControlRequestError } from './errors.ts'

/** What a driver asks about, with the first version known to have it. */
const SINCE = {
  /** `interrupt` takes the waiting prompts out too. */
  interrupt_cancel_queued_v1: '2.1.325',
  /** `mcp_call` asks for permission with `check_permissions`. An older CLI runs the tool without asking. */
  mcp_call_check_permissions_v1: '2.1.325',
} as const

/** Older versions (but not legacy ones) honour a rule for local settings only in a folder that the user has trusted. */
const HONOURS_LOCAL_RULES = '2.1.325'

export type Capability = keyof typeof SINCE

export class Capabilities {
  readonly #version: string | undefined
  readonly #named: readonly string[]
  readonly #isComplete: boolean

  constructor({ process, facts, turns }: Pick<SessionState, 'process' | 'facts' | 'turns'>) {
    this.#version = process.version ?? facts.version
    this.#named = facts.capabilities ?? []
    // `system/init`, which opens the first turn of each process, lists all of them.
    const turn = turns.current ?? lastValue(turns.past)
    this.#isComplete = facts.capabilities !== undefined && turn?.generation === process.generation
  }

  /** One of the versions that a host must treat differently. */
  get isLegacy(): boolean {
    return isLegacy(this.#version)
  }
  get ignoresLocalRules(): boolean {
    const isKnown = versionNumbers(this.#version) !== undefined
    return isKnown && !this.isLegacy && !isAtLeast(this.#version, HONOURS_LOCAL_RULES)
  }

  /** Known to be there. */
  has(name: Capability): boolean {
    return this.#named.includes(name) || (!this.#isComplete && isAtLeast(this.#version, SINCE[name]))
  }

  /** Known to be missing. Of a CLI that says nothing, and whose version is not known, neither is known. */
  lacks(name: Capability): boolean {
    return !this.has(name) && (this.#isComplete || versionNumbers(this.#version) !== undefined)
  }

  /**
   * The fields of a request in the words of this CLI. Throws if it must not be sent: the CLI would never answer it, or
   * would do something else than asked.
   */
  fieldsFor<S extends HostRequestSubtype>(subtype: S, fields: HostRequestFields<S>): HostRequestFields<S>
  fieldsFor(subtype: string, fields: Readonly<Record<string, unknown>>): object {
    if (this.isLegacy && !LEGACY_REQUESTS.has(subtype))
      throw new ControlRequestError(subtype, `Claude Code ${this.#version} does not know it`, 'unsupported')
    switch (subtype) {
      case 'mcp_call':
        if (fields.check_permissions === true && !this.has('mcp_call_check_permissions_v1'))
          throw new BadRequestError('mcp_call: this CLI would run the tool without checking the permission')
        return fields
      case 'set_permission_mode':
        return fields.mode === undefined ? fields : { ...fields, mode: knownMode(fields.mode) }
      default:
        return fields
    }
  }
}
