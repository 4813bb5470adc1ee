export type JsonPrimitive = string | number | boolean | null
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject
/** An object whose fields are not known further: what the CLI sends and Fairlead has no type for. */
export interface JsonObject {
  readonly [key: string]: unknown
}

/** True for `{…}`, false for null, arrays and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object whose JSON the text is; undefined where it is that of another value, or none. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * A name that this version of Fairlead does not list: the `type` or `subtype` of an open union's last member.
 * At run time it is whatever string the CLI sent. As an enum member it is no literal that one could compare
 * with, so `block.type === 'text'` narrows to the text block alone although the union is open.
 */
export declare enum Unlisted {
  name = '(unlisted)',
}

/** Some known names, for completion in an editor, or any other string: the set grows with the CLI. */
export type OpenString<Known extends string> = Known | (string & Record<never, never>)
