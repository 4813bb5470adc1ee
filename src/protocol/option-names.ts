/** Options of an unknown name or a wrong type are refused: one that is ignored costs its author an hour. */
import { OptionsError } from './errors.ts'
import { nearest } from './nearest.ts'
import { shown, type ValueCheck } from './option-values.ts'

/** Up to this many known names are listed. */
const SHORT_LIST = 12

/**
 * A table with every name of an option type: the compiler refuses one that lacks a name. A function checks the option's value;
 * anything else says that the value is checked elsewhere.
 */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: ValueCheck | object | true }
/** What options that belong to another program, or to another place, are called here. */
export type OtherNames = Readonly<Record<string, string>>

/** Throws for each option that is not in `table`, or whose value its check refuses. Undefined counts as left out. */
export function checkOptionNames<Options extends object>(
  options: Options,
  table: OptionNames<Options>,
  others: OtherNames = {},
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new OptionsError(`the options must be an object, not ${shown(options)}.`)
  const problems: string[] = []
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    const check = Object.hasOwn(table, name) ? table[name as keyof Options] : undefined
    if (check === undefined) problems.push(unknownName(name, Object.keys(table), others))
    else if (typeof check === 'function') {
      const wanted = check(value)
      if (wanted !== undefined) problems.push(`\`${name}\` must be ${wanted}, not ${shown(value)}.`)
    }
  }
  if (problems.length > 0) throw new OptionsError(...problems)
}

function unknownName(name: string, known: readonly string[], others: OtherNames): string {
  if (Object.hasOwn(others, name)) return `unknown option '${name}': use ${others[name]}.`
  const near = nearest(name, known)
  if (near !== undefined) return `unknown option '${name}'; did you mean '${near}'?`
  const there = known.length > SHORT_LIST ? '' : `; there are ${known.join(', ')}`
  return `unknown option '${name}'${there}: leave it out.`
}
