/**
 * What the CLI at hand can do: as it says itself, in the answer to `initialize` (some of it) and in each `system/init`
 * (all of it). Where it says nothing, its version tells.
 */
import { atLeast, type CliVersion } from '../process/version.ts'
import { EARLY_REQUESTS, isEarly } from '../protocol/early.ts'
import { BadRequestError, ControlRequestError } from './errors.ts'

/** What the client asks about, with the first version known to have it. */
const SINCE = {
  /** `interrupt` takes the waiting prompts out too. */
  interrupt_cancel_queued_v1: '2.1.325',
  /** `mcp_call` asks for permission where it is told to. An older CLI runs the tool without a word. */
  mcp_call_check_permissions_v1: '2.1.325',
} as const

export type Capability = keyof typeof SINCE

export class Capabilities {
  readonly #version: CliVersion | undefined
  #told = new Set<unknown>()
  #isComplete = false

  constructor(version?: CliVersion) {
    this.#version = version
  }

  /** One of the versions that a host must treat otherwise. */
  get isEarly(): boolean {
    return isEarly(this.#version?.parsed?.join('.'))
  }

  /** Those that the CLI has named, whether the client knows them or not. */
  get named(): string[] {
    return [...this.#told].filter((name) => typeof name === 'string')
  }

  /** Takes a list of the CLI; `all` says that what is not in it is not there. */
  learn(list: unknown, { all }: { all: boolean }): void {
    if (!Array.isArray(list)) return
    this.#told = new Set(all ? list : [...this.#told, ...list])
    this.#isComplete ||= all
  }

  /** Known to be there. */
  has(name: Capability): boolean {
    return this.#told.has(name) || (!this.#isComplete && atLeast(this.#version, SINCE[name]))
  }

  /** Known to be missing. Of a CLI that says nothing, and whose version is not known, neither is known. */
  lacks(name: Capability): boolean {
    return !this.has(name) && (this.#isComplete || this.#version?.parsed !== undefined)
  }

  /** Why a request must not be sent: the CLI would never answer, or do something else than it is asked to. */
  problemWith(subtype: string, fields: object): Error | undefined {
    if (this.isEarly && !EARLY_REQUESTS.has(subtype))
      return new ControlRequestError(
        subtype,
        `Claude Code ${this.#version?.text} does not know it`,
        'unsupported',
      )
    if (subtype !== 'mcp_call' || this.has('mcp_call_check_permissions_v1')) return undefined
    if (!('check_permissions' in fields) || fields.check_permissions !== true) return undefined
    return new BadRequestError('mcp_call: this CLI would run the tool without checking the permission')
  }
}
