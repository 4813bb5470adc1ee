/** Checks of option values, for the tables of option names: each returns what the value must be, or undefined if it is that. */
import { isObject } from './json.ts'

export type ValueCheck = (value: unknown) => string | undefined

const check =
  (what: string, fits: (value: unknown) => boolean): ValueCheck =>
  (value) =>
    fits(value) ? undefined : what
const isText = (value: unknown): value is string => typeof value === 'string'
const isName = (value: unknown): boolean => isText(value) && value.trim() !== ''

export const aText = check('a text', isText)
/** A text in which something stands. */
export const aName = check('a text that is not empty', isName)
export const texts = check('a list of texts', (value) => Array.isArray(value) && value.every(isText))
export const textOrTexts = check(
  'a text or a list of texts',
  (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
)
export const yesOrNo = check('true or false', (value) => typeof value === 'boolean')
export const aFunction = check('a function', (value) => typeof value === 'function')
export const anObject = check('an object', isObject)
export const milliseconds = check(
  'a number of milliseconds',
  (value) => typeof value === 'number' && value >= 0,
)
export const seconds = check('a number of seconds', (value) => typeof value === 'number' && value >= 0)
export const amount = check('an amount of 0 or more', (value) => typeof value === 'number' && value >= 0)
export const countFromOne = check(
  'a whole number above 0',
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
)
export const aPort = check(
  'a whole number from 0 to 65535',
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
)
export const aboveZero = check(
  'a number above 0',
  (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
)

/** One of these values. */
export function oneOf(...values: readonly unknown[]): ValueCheck {
  const what = values.length === 1 ? shown(values[0]) : `one of ${values.join(', ')}`
  return check(what, (value) => values.includes(value))
}
/** An object whose values are all right; those that are undefined are left out. */
export function valuesOf(what: string, inner: ValueCheck): ValueCheck {
  const fits = (value: unknown) => value === undefined || inner(value) === undefined
  return check(what, (value) => isObject(value) && Object.values(value).every(fits))
}
/** What passes either check. */
export function either(first: ValueCheck, second: ValueCheck): ValueCheck {
  return (value) => {
    const problem = first(value)
    const other = problem && second(value)
    return problem && other && `${problem} or ${other}`
  }
}

/** A value in an error message: short, and on one line. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
