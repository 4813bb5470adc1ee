/** Words that mean the same to every shell: no escapes, no patterns, nothing that is expanded. */

/** Letters, digits and a few signs; or quoted text. A sign that a shell expands at the start of a word or after `=` or `:` is no part of it. */
const PLAIN_PIECES = /(?:[A-Za-z0-9_./,@%+-]+|[=:](?!~)|(?<=[A-Za-z0-9])[~^]|'[^']*'|"[^"$`\\]*")/gy

/** The value of a plain word, or undefined. Written apart from the parser on purpose: both must come to the same. */
export function plainValue(text: string): string | undefined {
  if (text.startsWith('=') || text.startsWith('%')) return undefined
  let value = ''
  let at = 0
  for (const [piece] of text.matchAll(PLAIN_PIECES)) {
    value += /^['"]/.test(piece) ? piece.slice(1, -1) : piece
    at += piece.length
  }
  return at === text.length && text !== '' ? value : undefined
}

/** Control characters but blank, tab and line break, and everything that a screen does not show; emoji may have their selector. */
const HIDDEN = /(?![\n\t]|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** The first hidden character of a line, as `U+200E`. */
export function hidden(line: string): string | undefined {
  const [found] = HIDDEN.exec(line) ?? []
  return found && `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
