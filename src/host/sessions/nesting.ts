/** How deep the lists and objects of a line lie in each other. What is too deep cannot be stored or sent on: it overflows the stack. */

export const MAX_NESTING = 500
const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0))
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)))
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)))

export function isTooDeep(line: string): boolean {
  // Each level has two signs.
  if (line.length < 2 * MAX_NESTING) return false
  let depth = 0
  let isText = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charCodeAt(at)
    if (isText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) isText = false
    } else if (sign === QUOTE) isText = true
    else if (OPENING.has(sign)) {
      depth += 1
      if (depth > MAX_NESTING) return true
    } else if (CLOSING.has(sign)) depth -= 1
  }
  return false
}
