/**
 * Checks of option values, for the tables of option names: each returns what the value must be, or undefined if it is that. They are
 * plain functions, so that a bundler leaves out those that a page does not use.
 */
import { isObject } from './json.ts'

export type ValueCheck = (value: unknown) => string | undefined

const isText = (value: unknown): value is string => typeof value === 'string'
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const unless = (fits: boolean, what: string): string | undefined => (fits ? undefined : what)
const isFromZero = (value: unknown): boolean => typeof value === 'number' && value >= 0

export const aText: ValueCheck = (value) => unless(isText(value), 'a text')
/** A text in which something stands. */
export const aName: ValueCheck = (value) =>
  unless(isText(value) && value.trim() !== '', 'a text that is not empty')
export const texts: ValueCheck = (value) => unless(areTexts(value), 'a list of texts')
export const textOrTexts: ValueCheck = (value) =>
  unless(isText(value) || areTexts(value), 'a text or a list of texts')
export const yesOrNo: ValueCheck = (value) => unless(typeof value === 'boolean', 'true or false')
export const aFunction: ValueCheck = (value) => unless(typeof value === 'function', 'a function')
export const anObject: ValueCheck = (value) => unless(isObject(value), 'an object')
export const milliseconds: ValueCheck = (value) => unless(isFromZero(value), 'a number of milliseconds')
export const seconds: ValueCheck = (value) => unless(isFromZero(value), 'a number of seconds')
export const amount: ValueCheck = (value) => unless(isFromZero(value), 'an amount of 0 or more')
export const countFromOne: ValueCheck = (value) =>
  unless(Number.isSafeInteger(value) && (value as number) > 0, 'a whole number above 0')
export const aboveZero: ValueCheck = (value) =>
  unless(isFromZero(value) && value !== 0 && Number.isFinite(value), 'a number above 0')
export const aPort: ValueCheck = (value) =>
  unless(
    Number.isInteger(value) && isFromZero(value) && (value as number) <= 65_535,
    'a whole number from 0 to 65535',
  )

/** One of these values. */
export function oneOf(...values: readonly unknown[]): ValueCheck {
  const what = values.length === 1 ? shown(values[0]) : `one of ${values.join(', ')}`
  return (value) => unless(values.includes(value), what)
}
/** An object whose values are all right; those that are undefined are left out. */
export function valuesOf(what: string, inner: ValueCheck): ValueCheck {
  const fits = (value: unknown) => value === undefined || inner(value) === undefined
  return (value) => unless(isObject(value) && Object.values(value).every(fits), what)
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
