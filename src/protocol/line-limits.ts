/**
 * Refuses lines that no CLI writes and that would harm a program: deep nesting overflows the stack when the value is stored or
 * sent on, and millions of small values take much time and memory. Only the characters of the line are examined.
 */

export const MAX_NESTING = 500
export const MAX_VALUES = 1_000_000
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [...'"\\,[{]}'].map(
  (sign) => sign.charCodeAt(0),
)

/** Why the line is not parsed; undefined if it may be. */
export function whyNotRead(line: string): string | undefined {
  // A level takes two characters, and a value at least one and a comma.
  if (line.length < 2 * MAX_NESTING) return undefined
  let depth = 0
  let values = 0
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(line, at)
    else if (sign === COMMA) values += 1
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1
      values += 1
      if (depth > MAX_NESTING) return `a line that is nested more than ${MAX_NESTING} levels deep is not read`
    }
    if (values > MAX_VALUES) return `a line with more than ${MAX_VALUES} values is not read`
  }
  return undefined
}

export function oversizedReason(bytes: number): string {
  return `a line of ${bytes} bytes is over the limit`
}

/** Most of a long line is texts: their ends are found without looking at each character. */
export function endOfText(line: string, begin: number): number {
  for (let at = line.indexOf('"', begin + 1); at >= 0; at = line.indexOf('"', at + 1)) {
    let first = at
    while (line.charCodeAt(first - 1) === BACKSLASH) first -= 1
    if ((at - first) % 2 === 0) return at
  }
  return line.length
}
