/** Makes values that pass a check, for property tests: each listed field, and some that are not listed. */

import { AnyOf, type Check, OneOf, type Shape, Variants } from '../../src/protocol/shape.ts'
import fc from './fast-check.ts'

const strings = fc.string({ unit: 'grapheme', maxLength: 12 })
const primitives = {
  string: strings,
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  boolean: fc.boolean(),
}
// Through JSON once: it has no negative zero.
const anything = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const extraFields = fc.dictionary(
  fc.string({ maxLength: 8 }).map((name) => `x_${name}`),
  anything,
  { maxKeys: 2 },
)

function fromCheck(check: Check): fc.Arbitrary<unknown> {
  if (check === 'value') return anything
  if (typeof check === 'string') {
    const [name, orNull] = check.split('|') as [keyof typeof primitives, 'null'?]
    return orNull ? fc.option<unknown>(primitives[name], { nil: null }) : primitives[name]
  }
  if (check instanceof OneOf) return fc.constantFrom(...check.names)
  if (check instanceof AnyOf) return fc.oneof(...check.checks.map(fromCheck))
  if (check instanceof Variants) {
    const named = Object.entries(check.shapes).map(([name, shape]) => fromShape(shape, { [check.by]: name }))
    return fc.oneof(...named)
  }
  if (Array.isArray(check)) return fc.array(fromCheck(check[0]), { maxLength: 3 })
  return fromShape(check as Shape)
}

export function fromShape(shape: Shape, told: Record<string, string> = {}): fc.Arbitrary<object> {
  const listed = Object.entries(shape).map(([field, check]) => [field, fromCheck(check)] as const)
  return fc
    .tuple(fc.record(Object.fromEntries(listed)), extraFields)
    .map(([fields, extra]) => ({ ...told, ...fields, ...extra }))
}

/** Messages of every listed type. */
export function messagesOf(shapes: { readonly [type: string]: Check }): [string, fc.Arbitrary<object>][] {
  return Object.entries(shapes).map(([type, check]) => [
    type,
    (fromCheck(check) as fc.Arbitrary<object>).map((fields) => ({ type, ...fields })),
  ])
}
