/** Options of an unknown name are refused: a misspelt one that is ignored costs its author an hour. */
import { OptionsError } from './errors.ts'
import { nearest } from './nearest.ts'

/** Up to this many known names are listed. */
const SHORT_LIST = 12

/** A table with every name of an option type: the compiler refuses one that lacks a name. What the values are does not matter. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: unknown }

/** Throws for each name in `options` that is not in `table`. Options that hold undefined count as left out. */
export function checkOptionNames<Options extends object>(
  options: Options,
  table: OptionNames<Options>,
): void {
  if (typeof options !== 'object' || options === null)
    throw new OptionsError(`the options must be an object, not ${JSON.stringify(options)}.`)
  const known = Object.keys(table)
  const names = new Set(known)
  const unknown = Object.entries(options).filter(([name, value]) => value !== undefined && !names.has(name))
  if (unknown.length > 0) throw new OptionsError(...unknown.map(([name]) => problemWith(name, known)))
}

/** Throws for each of the named options that is there and is no function. */
export function checkFunctions<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
): void {
  const wrong = names.filter((name) => options[name] !== undefined && typeof options[name] !== 'function')
  if (wrong.length > 0) throw new OptionsError(...wrong.map((name) => `\`${name}\` must be a function.`))
}

function problemWith(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  if (near !== undefined) return `unknown option '${name}'; did you mean '${near}'?`
  const there = known.length > SHORT_LIST ? '' : `; there are ${known.join(', ')}`
  return `unknown option '${name}'${there}: leave it out.`
}
