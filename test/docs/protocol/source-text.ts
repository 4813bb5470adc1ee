/** Finds its way in TypeScript source as text: brackets, strings and comments, nothing more. */

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')', '<': '>' }
/** `<` is a bracket in types, and a comparison in values. */
export const IN_TYPES = '{[(<'
export const IN_VALUES = '{[('

/** The index after the string, comment or bracket group that begins at `start`, or after the one character there. */
export function skip(text: string, start: number, brackets: string): number {
  const char = text[start] ?? ''
  if (text.startsWith('//', start)) return orEnd(text.indexOf('\n', start), text)
  if (text.startsWith('/*', start)) return orEnd(text.indexOf('*/', start) + 2, text)
  if (`'"\``.includes(char)) return afterString(text, start)
  if (!brackets.includes(char)) return start + 1
  for (let at = start + 1; at < text.length; at = skip(text, at, brackets)) {
    if (text.startsWith('=>', at)) at += 1
    else if (text[at] === CLOSING[char]) return at + 1
  }
  return text.length
}

function orEnd(index: number, text: string): number {
  return index < 2 ? text.length : index
}

function afterString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === text[start]) return at + 1
  }
  return text.length
}

/** The parts between separators that stand outside of all brackets, without white space around them. */
export function splitOutside(text: string, separators: string, brackets: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; ) {
    const next = text.startsWith('=>', at) ? at + 2 : skip(text, at, brackets)
    if (next === at + 1 && separators.includes(text[at] ?? '')) {
      parts.push(text.slice(from, at))
      from = next
    }
    at = next
  }
  parts.push(text.slice(from))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The expression or type that begins at `start`: up to a line end, comma, semicolon or bracket that it did not open. */
export function untilEnd(text: string, start: number, brackets: string): string {
  let at = start
  while (at < text.length && !endsAt(text, at, start)) at = skip(text, at, brackets)
  return text.slice(start, at).trim()
}

function endsAt(text: string, at: number, start: number): boolean {
  if (';,)]}'.includes(text[at] ?? '')) return true
  if (text[at] !== '\n') return false
  const begun = text.slice(start, at).trim() !== ''
  return begun && !/^\s*[|&] /.test(text.slice(at, at + 40))
}
