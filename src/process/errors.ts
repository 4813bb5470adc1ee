import { FairleadError, OptionsError } from '../protocol/errors.ts'

export { FairleadError, OptionsError }

/** A place that was searched for the binary, and why it was rejected. */
export interface PlaceLookedAt {
  /** The option, the variable, or "usual place". */
  readonly source: string
  readonly path: string
  readonly reason: string
}

/** No `claude` was found. `looked` lists the places. */
export class BinaryNotFoundError extends FairleadError {
  declare readonly looked: readonly PlaceLookedAt[]

  constructor(problem: string, looked: readonly PlaceLookedAt[]) {
    const places = looked.map(({ source, path, reason }) => `\n  ${path} (${source}): ${reason}`)
    super('binary-not-found', `${problem} Looked at:${places.join('') || ' nothing, PATH is empty'}`)
    // Not listed a second time where Node prints the error with its fields.
    Object.defineProperty(this, 'looked', { value: looked })
  }
}

/** The working directory does not exist or is not a directory. */
export class WorkingDirectoryError extends FairleadError {
  readonly cwd: string

  constructor(cwd: string, reason: 'does not exist' | 'is not a directory', options?: ErrorOptions) {
    super('cwd-missing', `The working directory ${cwd} ${reason}.`, options)
    this.cwd = cwd
  }
}
