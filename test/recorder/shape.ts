/** A state without what may differ between two runs, or between a recording and its redacted twin. */
import { isObject } from '../../src/protocol/json.ts'

/** Texts become their lengths; everything else stays. */
export function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return `text of ${value.length}`
  if (Array.isArray(value)) return value.map(shapeOf)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      /^[\w-]+$/.test(key) ? key : `key of ${key.length}`,
      shapeOf(one),
    ]),
  )
}

const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(?:fl-)?req(?:uest)?[_-]\w+\b/g

/** Ids become numbers in the order in which they come, and times go: what is left must be the same. */
export function neutral(value: unknown): unknown {
  const ids = new Map<string, string>()
  const text = (it: string) =>
    it.replaceAll(ID, (id) => {
      const known = ids.get(id) ?? `id-${ids.size + 1}`
      ids.set(id, known)
      return known
    })
  const look = (it: unknown): unknown => {
    if (typeof it === 'string') return text(it)
    if (Array.isArray(it)) return it.map(look)
    if (!isObject(it)) return it
    return Object.fromEntries(
      Object.entries(it)
        .filter(([key]) => !/^(at|seq|pid)$|At$|^since$/.test(key))
        .map(([key, one]) => [text(key), look(one)]),
    )
  }
  return look(value)
}
