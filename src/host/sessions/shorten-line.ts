/**
 * A message of many megabytes would be stored, kept in the state and sent to each client as a whole, and hold up all other
 * sessions. So only the beginning of its long strings goes into the journal; the output file of the process has the rest. The
 * line is not parsed for that, because finding the ends of its strings is much cheaper.
 */

/** In characters. Shorter lines are left unchanged: the largest image that the API accepts fits. */
export const MAX_WHOLE_LINE = 8 * 1024 * 1024
/** How much of a string is kept, in characters of the line: first, and if the line is still too long. */
const KEPT = [64 * 1024, 1024] as const

const QUOTE = '"'
const BACKSLASH = '\\'
const HIGH_SURROGATE = /(?:\\u[dD][89abAB][0-9a-fA-F]{2}|[\uD800-\uDBFF])$/

/** Cuts the long strings of a line that is too long, and adds a note to each. */
export function shortenLine(line: string): string {
  if (line.length <= MAX_WHOLE_LINE) return line
  let shortened = line
  for (const kept of KEPT) {
    if (shortened.length > MAX_WHOLE_LINE) shortened = cutTexts(shortened, kept)
  }
  return shortened
}

/** `kept`: how much of each text, in characters of the line. */
export function cutTexts(line: string, kept: number): string {
  const parts: string[] = []
  let copied = 0
  for (let open = line.indexOf(QUOTE); open !== -1; ) {
    const start = open + 1
    const end = endOfText(line, start)
    // Not JSON: `decode` will report it.
    if (end === -1) return line
    if (end - start > kept) {
      const cut = cutWithin(line, start, start + kept)
      parts.push(line.slice(copied, cut), noteOf(end - cut))
      copied = end
    }
    open = line.indexOf(QUOTE, end + 1)
  }
  return parts.length === 0 ? line : parts.join('') + line.slice(copied)
}

/** The quote that ends a text which begins at `start`: one with an even number of backslashes before it. */
function endOfText(line: string, start: number): number {
  for (let end = line.indexOf(QUOTE, start); end !== -1; end = line.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (line[end - 1 - backslashes] === BACKSLASH && end - 1 - backslashes >= start) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return -1
}

/** Not within an escape sequence or a surrogate pair. */
function cutWithin(line: string, start: number, most: number): number {
  let cut = start
  for (;;) {
    const length = line[cut] !== BACKSLASH ? 1 : line[cut + 1] === 'u' ? 6 : 2
    if (cut + length > most) break
    cut += length
  }
  const before = HIGH_SURROGATE.exec(line.slice(Math.max(start, cut - 6), cut))
  return cut - (before?.[0].length ?? 0)
}

function noteOf(left: number): string {
  return `… [${left} more characters are left out here; the output file of the process has them]`
}
