/** Optional fields are the CLI's word and were not checked: what is not of the expected kind is taken for absent. */
import { isObject, type JsonObject } from '../protocol/json.ts'

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
export function flagIn(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
export function objectIn(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}
export function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : undefined
}
export function objectsIn(value: unknown): readonly JsonObject[] | undefined {
  return Array.isArray(value) ? value.filter(isObject) : undefined
}

/**
 * For copies that are made at nearly every message: they list their fields, because V8 is many times slower at the spread of an
 * object that is itself the result of a spread.
 */
export type Mutable<T> = { -readonly [Field in keyof T]: T[Field] }
/** A copy that must list every field but these, which it sets where they are present: the compiler finds one that is forgotten. */
export type CopyBut<T, Rare extends keyof T> = Mutable<Required<Omit<T, Rare>> & Pick<T, Rare>>

/**
 * `old` with these fields, for what changes a few times in each turn. Not a spread: Node 20 gives the copy of a copy a hidden class of
 * its own, and all code that reads it is compiled again.
 */
export function changed<T extends object>(old: T, patch: Partial<T>): T {
  return Object.assign({}, old, patch)
}

/** `old` with the fields of `patch` that are there; `old` itself if there are none. Called at nearly every message. */
export function merged<T extends object>(old: T, patch: { readonly [K in keyof T]?: T[K] | undefined }): T {
  let after: T | undefined
  for (const key in patch) {
    const value = patch[key]
    if (value === undefined) continue
    after ??= changed(old, {})
    after[key] = value
  }
  return after ?? old
}
