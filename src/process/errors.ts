import { FairleadError } from '../protocol/errors.ts'

export { FairleadError }

/** One place where the binary was looked for, and why it is not what was wanted. */
export interface PlaceLookedAt {
  /** Who named the place: the option, a variable, or one of the usual places. */
  readonly source: string
  readonly path: string
  readonly reason: string
}

export class BinaryNotFoundError extends FairleadError {
  readonly looked: readonly PlaceLookedAt[]

  constructor(problem: string, looked: readonly PlaceLookedAt[]) {
    const places = looked.map(({ source, path, reason }) => `\n  ${path} (${source}): ${reason}`)
    super('binary-not-found', `${problem} Looked at:${places.join('') || ' nothing, PATH is empty'}`)
    this.looked = looked
  }
}

export class WorkingDirectoryError extends FairleadError {
  readonly cwd: string

  constructor(cwd: string, reason: 'does not exist' | 'is not a directory', options?: ErrorOptions) {
    super('cwd-missing', `The working directory ${cwd} ${reason}.`, options)
    this.cwd = cwd
  }
}

/** Options that cannot work, found before anything was started. */
export class OptionsError extends FairleadError {
  /** One sentence for each thing that is wrong. */
  readonly problems: readonly string[]

  constructor(...problems: string[]) {
    super('bad-options', problems.join(' '))
    this.problems = problems
  }
}
