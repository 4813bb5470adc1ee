/** JSON as text, perhaps only its beginning: replaces its strings in place, so that no other character moves. */

/** Returns the replacement, which must be as long as `value`. */
export type Replace = (key: string, value: string) => string

interface Unit {
  readonly raw: string
  readonly char: string
}

export function replaceStrings(text: string, replace: Replace, replaceKey: (key: string) => string): string {
  let out = ''
  /** The key of each open object or array, and the last key of an object. */
  const keys: string[] = []
  let key = ''
  for (let i = 0; i < text.length; ) {
    const char = text[i] ?? ''
    if (char !== '"') {
      if (char === '{' || char === '[') keys.push(key)
      if (char === '}' || char === ']') key = keys.pop() ?? ''
      out += char
      i++
      continue
    }
    const { units, end, isClosed } = stringAt(text, i + 1)
    const value = units.map(({ char: it }) => it).join('')
    const isKey = isClosed && /^\s*:/.test(text.slice(end))
    const now = isKey ? replaceKey(value) : replace(key, value)
    if (isKey) key = value
    out += `"${written(units, now)}${isClosed ? '"' : ''}`
    i = end
  }
  return out
}

function stringAt(text: string, start: number): { units: Unit[]; end: number; isClosed: boolean } {
  const units: Unit[] = []
  let i = start
  while (i < text.length) {
    const char = text[i] ?? ''
    if (char === '"') return { units, end: i + 1, isClosed: true }
    const size = char !== '\\' ? 1 : text[i + 1] === 'u' ? 6 : 2
    const raw = text.slice(i, i + size)
    units.push({ raw, char: decoded(raw) })
    i += size
  }
  return { units, end: text.length, isClosed: false }
}

function decoded(raw: string): string {
  if (!raw.startsWith('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    // The text is cut off in the middle of an escape.
    return '\\'
  }
}

/** Writes a changed character in the same size as the original one. */
function written(units: readonly Unit[], now: string): string {
  return units
    .map(({ raw, char }, index) => {
      const next = now[index]
      if (next === undefined || next === char) return raw
      if (raw.length === 1) return next
      return raw.length === 6 ? `\\u${next.charCodeAt(0).toString(16).padStart(4, '0')}` : raw
    })
    .join('')
}
