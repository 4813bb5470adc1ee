/** Spoils what is valid: texts and JSON values, a few places at a time, so that most of it still makes sense. */

import { isObject } from '../../src/protocol/json.ts'
import fc from './fast-check.ts'

const place = fc.nat({ max: 10_000 })
/** Values that code is seldom ready for. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    Number.MAX_VALUE,
    2 ** 53,
    0.5,
    '',
    ' ',
    '\0',
    '..',
    '/',
    '__proto__',
    [],
    {},
  ),
  fc.constantFrom<unknown>('\ud800', 'x'.repeat(5000), [[[[[]]]]], { __proto__: null, constructor: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
)
/** Pieces that mean something in JSON, YAML, shells and paths. */
const pieces = fc.oneof(
  fc.constantFrom(...'{}[]()"\'`:,;&|<>$#*?!~%@=+-\\/\n\r\t\0 \u00a0\ufeff\u2028'.split('')),
  fc.constantFrom(
    '&a',
    '*a',
    '<<: ',
    '---\n',
    '- ',
    '\\u0000',
    '1e999',
    '$(',
    '\r\n',
    '"__proto__":',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

interface Edit {
  readonly kind: 'delete' | 'insert' | 'repeat' | 'cut'
  readonly at: number
  readonly length: number
  readonly text: string
}

const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('delete', 'insert', 'insert', 'repeat', 'cut'),
    at: place,
    length: fc.nat({ max: 20 }),
    text: pieces,
  }),
  { minLength: 0, maxLength: 4 },
)

/** The text with a few edits; sometimes as it was. */
export function mutatedText(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, edits).map(([whole, all]) => all.reduce(edited, whole))
}

function edited(text: string, { kind, at, length, text: added }: Edit): string {
  const start = text.length === 0 ? 0 : at % (text.length + 1)
  const end = Math.min(text.length, start + length)
  if (kind === 'delete') return text.slice(0, start) + text.slice(end)
  if (kind === 'insert') return text.slice(0, start) + added + text.slice(start)
  if (kind === 'repeat') return text.slice(0, end) + text.slice(start)
  return text.slice(0, start)
}

interface Change {
  readonly kind: 'replace' | 'remove' | 'add'
  readonly path: readonly number[]
  readonly name: string
  readonly value: unknown
}

const changes = fc.array(
  fc.record<Change>({
    kind: fc.constantFrom('replace', 'replace', 'remove', 'add'),
    path: fc.array(place, { maxLength: 4 }),
    name: fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', 'type', 'id'),
      fc.string({ maxLength: 6 }),
    ),
    value: nasty,
  }),
  { minLength: 0, maxLength: 3 },
)

/** The value with a few changes somewhere inside; sometimes as it was. */
export function mutatedJson(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, changes).map(([whole, all]) => all.reduce(changed, whole))
}

function changed(value: unknown, { kind, path, name, value: other }: Change): unknown {
  const [step, ...rest] = path
  const isInner = step !== undefined && (Array.isArray(value) || isObject(value))
  const entries: [string, unknown][] = isInner ? Object.entries(value) : []
  const chosen = step === undefined ? undefined : entries[step % Math.max(1, entries.length)]
  if (!isInner) return kind === 'remove' ? value : other
  if (rest.length === 0 && kind === 'add') return rebuilt(value, [...entries, [name, other]])
  if (chosen === undefined) return value
  if (rest.length === 0 && kind === 'remove')
    return rebuilt(
      value,
      entries.filter((entry) => entry !== chosen),
    )
  const inner = rest.length === 0 ? other : changed(chosen[1], { kind, path: rest, name, value: other })
  return rebuilt(
    value,
    entries.map((entry) => (entry === chosen ? [entry[0], inner] : entry)),
  )
}

function rebuilt(like: unknown, entries: [string, unknown][]): unknown {
  return Array.isArray(like) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** Bytes cut into chunks at any place. */
export function chunked(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array[]> {
  return fc.tuple(bytes, fc.array(place, { maxLength: 12 })).map(([whole, borders]) => {
    const places = [0, ...borders.map((at) => at % (whole.length + 1)).sort((a, b) => a - b), whole.length]
    return places.slice(1).map((end, index) => whole.subarray(places[index], end))
  })
}
