/**
 * Finds the schemas of messages in JavaScript, minified or not, and in type declarations: objects whose first field is a
 * `type` or a `subtype` with a literal value.
 */

/** A literal: `T("system")`, `z.literal("system")`, or `'system'` in a declaration. */
const FIXED = String.raw`(?:[\w$]+(?:\.\w+)?\("([a-z][a-z0-9_]*)"\)|'([a-z][a-z0-9_]*)')`
/** One of several: `B(["a","b"])`, `z.enum(["a"])`, or `'a' | 'b'`. */
const SEVERAL = String.raw`(?:[\w$]+(?:\.\w+)?\(\[("[a-z0-9_]+"(?:,"[a-z0-9_]+")*)\]\)|('[a-z0-9_]+'(?: \| '[a-z0-9_]+')+))`
const COMMENT = String.raw`\s*(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*)?`

const FIRST_FIELD = new RegExp(String.raw`\{${COMMENT}(type|subtype):\s?(?:${SEVERAL}|${FIXED})`, 'g')
const SUBTYPE_NEXT = new RegExp(String.raw`^[,;]${COMMENT}subtype:\s?(?:${SEVERAL}|${FIXED})`)

export interface Schema {
  readonly type?: string
  readonly subtypes: readonly string[]
  readonly at: number
}

/** The maximum length of a schema. Longer ones lose their last fields. */
export const MAX_SCHEMA = 64_000

export function* schemasIn(text: string): Generator<Schema> {
  for (const match of text.matchAll(FIRST_FIELD)) {
    const [whole, field, ...found] = match
    const names = namesOf(found)
    // In JavaScript a schema is the argument of a call. Other objects are messages that the program builds.
    const isCall = whole.endsWith(')')
    if (isCall && text[match.index - 1] !== '(') continue
    if (field === 'subtype') {
      yield { subtypes: names, at: match.index }
      continue
    }
    const rest = text.slice(match.index + whole.length, match.index + whole.length + 2000)
    const next = SUBTYPE_NEXT.exec(rest)
    const subtypes = next ? namesOf(next.slice(1)) : []
    for (const type of names) yield { type, subtypes, at: match.index }
  }
}

function namesOf([minified, declared, one, other]: (string | undefined)[]): string[] {
  const single = one ?? other
  if (single !== undefined) return [single]
  return [...(minified ?? declared ?? '').matchAll(/[a-z0-9_]+/g)].map(([name]) => name)
}

/** The field names of the object that begins here, without those of nested objects. */
export function fieldsAt(text: string, open: number): Set<string> {
  const fields = new Set<string>()
  let depth = 0
  let start = open + 1
  const end = Math.min(text.length, open + MAX_SCHEMA)
  for (let at = open; at < end; at += 1) {
    const character = text[at] as string
    if (character === '"' || character === "'" || character === '`') at = endOfString(text, at, end)
    else if (character === '/' && text[at + 1] === '*') at = endOfComment(text, at, end)
    else if ('{[('.includes(character)) depth += 1
    else if ('}])'.includes(character)) depth -= 1
    else if (character === ':' && depth === 1) {
      const name = /([\w$]+)\??$/.exec(text.slice(start, at))?.[1]
      if (name !== undefined) fields.add(name)
    }
    if (depth === 1 && (character === ',' || character === ';')) start = at + 1
    if (depth === 0) break
  }
  return fields
}

function endOfString(text: string, open: number, end: number): number {
  let at = open + 1
  while (at < end && text[at] !== text[open]) at += text[at] === '\\' ? 2 : 1
  return at
}

function endOfComment(text: string, open: number, end: number): number {
  const close = text.indexOf('*/', open)
  return close === -1 ? end : close + 1
}
