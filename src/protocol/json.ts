/** A JSON value that is neither an array nor an object. */
export type JsonPrimitive = string | number | boolean | null
/** Any JSON value. */
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject
/** An object with unknown fields: what the CLI sends and Fairlead has no type for. */
export interface JsonObject {
  readonly [key: string]: unknown
}

/** True for `{…}`, false for null, arrays and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a key that may be any text: undefined for `constructor` and the like, unless the object itself has it. */
export function ownValue<V>(object: { readonly [key: string]: V }, key: string): V | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The object without its undefined fields, for types whose optional fields must be absent. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** Parses the text and returns the object, or undefined if the text is not the JSON of an object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * A name that this version of Fairlead does not list: the `type` or `subtype` of the last member of an open union. At run time it
 * is whatever string the CLI sent. It is an enum because no literal can be compared with it, so `block.type === 'text'` narrows
 * to the text block alone although the union is open.
 */
export declare enum Unlisted {
  name = '(unlisted)',
}

/** One of the known names, which editors complete, or any other string: the set grows with the CLI. */
export type OpenString<Known extends string> = Known | (string & Record<never, never>)
