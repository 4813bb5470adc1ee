/**
 * Run-time checks for what the types promise. A shape lists the required fields of an interface and what each must hold; the
 * compiler (`ShapeOf`) ensures that none is missing and that each check fits the field's type. Optional fields are not checked: a
 * new CLI that changes one must not turn a whole message into an unknown one. Shapes are data, so tests can also generate
 * messages from them.
 */
import { isObject, type JsonObject } from './json.ts'

type Primitive = 'string' | 'number' | 'boolean'
export type Check =
  | Primitive
  | `${Primitive}|null`
  /** Any value, but the field must be present. */
  | 'value'
  /** An array in which every element passes. */
  | readonly [Check]
  | OneOf
  | AnyOf
  | Variants
  | Shape

/** An object in which every listed field passes. */
export interface Shape {
  readonly [field: string]: Check
}
/** One of these strings. */
export class OneOf<Name extends string = string> {
  readonly names: readonly Name[]

  constructor(...names: readonly Name[]) {
    this.names = names
  }
}
export class AnyOf {
  readonly checks: readonly Check[]

  constructor(checks: readonly Check[]) {
    this.checks = checks
  }
}
/** An object whose variant is named by the string in field `by`. An unlisted name passes if the set is open. */
export class Variants {
  readonly by: string
  readonly set: 'open' | 'closed'
  readonly shapes: { readonly [name: string]: Shape }

  constructor(by: string, set: 'open' | 'closed', shapes: { readonly [name: string]: Shape }) {
    this.by = by
    this.set = set
    this.shapes = shapes
  }
}

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]
type IsUnion<T, U = T> = [T] extends [never] ? false : T extends U ? ([U] extends [T] ? false : true) : never

type CheckFor<V> = unknown extends V
  ? 'value'
  : [V] extends [string]
    ? string extends V
      ? 'string'
      : OneOf<V>
    : [V] extends [number]
      ? 'number'
      : [V] extends [boolean]
        ? 'boolean'
        : [V] extends [string | null]
          ? 'string|null'
          : [V] extends [number | null]
            ? 'number|null'
            : [V] extends [boolean | null]
              ? 'boolean|null'
              : [V] extends [readonly (infer E)[]]
                ? readonly [CheckFor<E>]
                : IsUnion<V> extends true
                  ? AnyOf | Variants
                  : ShapeOf<V>

/** The shape of T: a check for each required field. `Told` names the fields that dispatch has already checked. */
export type ShapeOf<T, Told extends string = 'type' | 'subtype'> = {
  readonly [K in Exclude<RequiredKeys<T>, Told> & string]: CheckFor<T[K]>
}

/** Returns what is wrong with `value`, or undefined if it passes. */
export function mismatch(value: unknown, check: Check, path = ''): string | undefined {
  if (typeof check === 'string') return mismatchPlain(value, check, path)
  if (check instanceof OneOf) {
    if (typeof value !== 'string') return expected(value, 'a string', path)
    return check.names.includes(value) ? undefined : `${path} is "${value}", not ${check.names.join(' or ')}`
  }
  if (check instanceof AnyOf) {
    const problems = check.checks.map((one) => mismatch(value, one, path))
    return problems.includes(undefined) ? undefined : problems.join(', and ')
  }
  if (Array.isArray(check)) {
    if (!Array.isArray(value)) return expected(value, 'an array', path)
    for (const [i, element] of value.entries()) {
      const problem = mismatch(element, check[0], `${path}[${i}]`)
      if (problem !== undefined) return problem
    }
    return undefined
  }
  if (!isObject(value)) return expected(value, 'an object', path)
  if (check instanceof Variants) {
    const name = value[check.by]
    if (typeof name !== 'string') return expected(name, 'a string', join(path, check.by))
    const shape = Object.hasOwn(check.shapes, name) ? check.shapes[name] : undefined
    if (shape) return mismatchFields(value, shape, path)
    return check.set === 'open' ? undefined : `${join(path, check.by)} "${name}" is not listed`
  }
  return mismatchFields(value, check as Shape, path)
}

function mismatchFields(value: JsonObject, shape: Shape, path: string): string | undefined {
  for (const field of Object.keys(shape)) {
    const problem = mismatch(value[field], shape[field] as Check, join(path, field))
    if (problem !== undefined) return problem
  }
  return undefined
}

function mismatchPlain(value: unknown, check: string, path: string): string | undefined {
  if (check === 'value') return value === undefined ? expected(value, 'a value', path) : undefined
  if (value === null && check.endsWith('|null')) return undefined
  const want = check.replace('|null', '')
  return typeof value === want ? undefined : expected(value, `a ${check.replace('|', ' or ')}`, path)
}

function expected(value: unknown, what: string, path: string): string {
  const place = path === '' ? 'the value' : path
  if (value === undefined) return `${place} is missing`
  const kind = Array.isArray(value) ? 'array' : typeof value
  const got = value === null ? 'null' : `${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind}`
  return `${place} is ${got}, not ${what}`
}

function join(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`
}
