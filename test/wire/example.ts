/**
 * What every test of this folder does with an example that has all the fields a rule names: it passes as it is and
 * with its required fields alone, and it no longer passes when one of those is left out or holds another kind of
 * value. That the optional fields exist is the compiler's part: the example is written down as its type.
 */
import { expect } from 'vitest'

export interface Example<T extends object> {
  all: T
  /** Paths of the required fields, such as `tools` or `questions[0].options[0].label`. */
  needs?: string[]
  /** Required fields that may hold any kind of value. */
  needsAny?: string[]
  /** Other values of a field that pass. A string must be one that the type lists by name. */
  values?: { [K in keyof T]?: Value<T[K]>[] }
}
type Value<V> = Known<V> | Extract<V, null | boolean | number>
/** The names that a type lists, without the `string` of an open set. */
export type Known<T> = T extends string ? (string extends T ? never : T) : never
/** The names of the fields that a type requires. */
export type Needed<T> = keyof { [K in keyof T as Record<never, never> extends Pick<T, K> ? never : K]: T[K] }

/** T, closed if it has no fields: TypeScript lets anything pass for an object without fields. */
export type Closed<T> = T extends unknown ? (keyof T extends never ? Record<string, never> : T) : never

/** True if the value passes, otherwise the reason, or false where there is none to be had. */
export type Judge = (value: object) => boolean | string

export function expectExample<T extends object>(judge: Judge, example: Example<T>): void {
  const { all, needs = [], needsAny = [], values = {} } = example
  const required = [...needs, ...needsAny]
  expect(judge(all), 'with all fields').toBe(true)
  expect(judge(only(all, required)), 'with the required fields alone').toBe(true)
  for (const [field, others] of Object.entries<unknown[]>(values)) {
    for (const other of others) expect(judge({ ...all, [field]: other }), `${field}: ${other}`).toBe(true)
  }
  for (const path of new Set(required.flatMap(upTo))) {
    if (!path.endsWith(']')) expectRefused(judge(changed(all, path, remove)), path, 'without')
    if (!needsAny.includes(path))
      expectRefused(judge(changed(all, path, otherKind)), path, 'with another kind of')
  }
}

function expectRefused(verdict: boolean | string, path: string, how: string): void {
  if (typeof verdict === 'string') expect(verdict, `${how} ${path}`).toContain(`${path} is `)
  else expect(verdict, `${how} ${path}`).toBe(false)
}

/** `a.b[0].c` and the paths on the way there: `a`, `a.b`, `a.b[0]`, `a.b[0].c`. */
function upTo(path: string): string[] {
  return [...path.matchAll(/[^.[\]]\]?(?=[.[]|$)/g)].map((end) => path.slice(0, end.index + end[0].length))
}

function keysOf(path: string): string[] {
  return path.match(/[^.[\]]+/g) ?? []
}

type Fields = { [key: string]: unknown }

/** A copy without anything but the fields at these paths. Where nothing deeper is listed, objects and arrays are empty. */
function only(value: object, paths: string[]): object {
  const copy = Array.isArray(value) ? [] : {}
  for (const path of paths) {
    let from = value as Fields
    let to = copy as Fields
    for (const key of keysOf(path)) {
      const field = from[key]
      if (typeof field !== 'object' || field === null) {
        to[key] = field
        break
      }
      to[key] ??= Array.isArray(field) ? [] : {}
      from = field as Fields
      to = to[key] as Fields
    }
  }
  return copy
}

/** A copy in which something was done to the field at this path. */
function changed(value: object, path: string, change: (parent: Fields, key: string) => void): object {
  const copy: object = structuredClone(value)
  const keys = keysOf(path)
  const last = keys.pop() as string
  const parent = keys.reduce((at, key) => at[key] as Fields, copy as Fields)
  expect(parent, path).toHaveProperty(last)
  change(parent, last)
  return copy
}

function remove(parent: Fields, key: string): void {
  delete parent[key]
}

function otherKind(parent: Fields, key: string): void {
  parent[key] = typeof parent[key] === 'number' ? 'seven' : 7
}
