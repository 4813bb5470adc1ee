/** Words that mean the same to every shell: no escapes, no patterns, no expansions. */

/**
 * Letters, digits and a few signs, or quoted text. It excludes signs that a shell expands at the start of a word or after `=` or
 * `:`, a backslash in any quotes (legacy versions of the CLI treat it as an escape), and `''` within a word (some shells read it
 * as one quote).
 */
const PLAIN_PIECES =
  /(?:[A-Za-z0-9_./,@%+-]+|[=:](?![~=])|(?<=[A-Za-z0-9])[~^]|(?<!')'[^'\\]*'|"[^"$`\\]*")/gy

/** Returns the value of a plain word, or undefined. Deliberately independent of the parser: both must produce the same value. */
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

/**
 * Control characters except blank, tab and line break, and everything that a screen does not show; emoji may have their variation
 * selector.
 */
const HIDDEN = /(?![\n\t]|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Returns the first hidden character of a line, as `U+200E`. */
export function hidden(line: string): string | undefined {
  const [found] = HIDDEN.exec(line) ?? []
  return found && `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Shell built-ins that evaluate a word as an expression, a name with an index or another command. */
const EVALUATING = new Set(
  `[ test printf let read mapfile readarray declare typeset local export readonly unset integer float exit return break continue
  shift getopts set wait kill trap eval source . exec builtin command ulimit umask print zparseopts vared sched history fc`.split(
    /\s+/,
  ),
)

/** Returns the word that such a built-in would evaluate. */
export function evaluatedWord([name = '', ...args]: readonly string[]): string | undefined {
  return EVALUATING.has(name) ? args.find((word) => /[$`]/.test(word)) : undefined
}
