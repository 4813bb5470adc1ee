/** Texts of a request as a person must see them: what is not seen, or turns others around, is written out. */

/** Control characters but line feed and tab, marks of direction, and what has no width. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Every text in it. To be shown only: the answer goes out with what came in. */
export function visibleIn<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T
  if (Array.isArray(value)) return value.map(visibleIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [visible(name), visibleIn(it)])) as T
}
