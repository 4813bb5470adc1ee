/** A rule of SPEC.md that the kit can check against a CLI. */
import type { Lab } from './lab.ts'
import type { Verdict } from './verdict.ts'

export interface Rule {
  readonly id: string
  readonly title: string
  /**
   * For a rule under which versions differ: what is seen from which version on. A version older than all of them counts as the
   * first.
   */
  readonly versions?: { readonly [version: string]: string }
  /** Takes long by nature. */
  readonly slow?: true
  /** Throws if the CLI differs; if it returns nothing, the rule holds. */
  readonly run: (lab: Lab) => Promise<Verdict | undefined> | Promise<void>
}

/** A rule without versions. */
export function rule(id: string, title: string, run: Rule['run']): Rule {
  return { id, title, run }
}

/** Rules that are checked one after the other in one lab. */
export interface Group {
  readonly name: string
  readonly rules: readonly Rule[]
}

const FIRST = '2.1.37'
const OLD = '2.1.197'
const NEW = '2.1.325'

/**
 * What the versions show under a rule in which they differ: the old and the new behaviour, and that of the first version if it
 * differs from the old.
 */
export function differing(old: string, now: string, first = old): { readonly [version: string]: string } {
  return { [FIRST]: first, [OLD]: old, [NEW]: now }
}
