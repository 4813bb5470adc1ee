/** Matches a message against a pattern: data in which only the named fields count. */
import { isObject, type JsonObject } from '../protocol/json.ts'

/**
 * A pattern: an object whose named fields must match, a list whose entries must match, a regular expression for a string, a
 * predicate, or the value itself.
 */
export type Wanted = unknown

export function looksLike(value: unknown, wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(value) === true
  if (wanted instanceof RegExp) return typeof value === 'string' && wanted.test(value)
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((it, i) => looksLike(value[i], it))
    )
  }
  if (isObject(wanted))
    return isObject(value) && Object.entries(wanted).every(([name, it]) => looksLike(value[name], it))
  return Object.is(value, wanted)
}

/** Describes the pattern, for someone who reads why nothing matched. */
export function inWords(wanted: Wanted): string {
  if (typeof wanted === 'function') return wanted.name || 'something else'
  if (wanted instanceof RegExp) return String(wanted)
  if (Array.isArray(wanted)) return `[${wanted.map(inWords).join(', ')}]`
  if (!isObject(wanted)) return JSON.stringify(wanted) ?? 'nothing'
  return `{ ${Object.entries(wanted)
    .map(([name, it]) => `${name}: ${inWords(it)}`)
    .join(', ')} }`
}

export const aText = (value: unknown) => typeof value === 'string' && value !== ''
export const aNumber = (value: unknown) => typeof value === 'number'
export const aList = (value: unknown) => Array.isArray(value)
export const anObject = (value: unknown) => isObject(value)
export const something = (value: unknown) => value !== undefined && value !== null

/** Returns the value at a path of field names, or undefined. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value
  for (const step of path)
    here = isObject(here) || Array.isArray(here) ? (here as JsonObject)[step] : undefined
  return here
}
