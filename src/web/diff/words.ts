/** Which words differ between a line and the line that replaces it. */

/** A part of a line: from the first character up to, not including, the second. */
export type Range = readonly [from: number, to: number]
export interface WordMarks {
  readonly before: readonly Range[]
  readonly after: readonly Range[]
}

const TOKEN = /[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu
/** Comparing more tokens takes longer than finer marks are worth. */
const MAX_CELLS = 60_000
/** Nobody reads the marks in a longer line. */
const MAX_LENGTH = 5000

interface Token {
  readonly text: string
  readonly from: number
  isCommon: boolean
}

/** Undefined if the lines have too little in common for marks to help. */
export function wordMarks(before: string, after: string): WordMarks | undefined {
  if (Math.max(before.length, after.length) > MAX_LENGTH) return undefined
  const [a, b] = [tokensOf(before), tokensOf(after)]
  markCommon(a, b)
  const longer = Math.max(lettersOf(before), lettersOf(after))
  const inCommon = a.reduce((sum, { text, isCommon }) => (isCommon ? sum + lettersOf(text) : sum), 0)
  if (inCommon * 3 < longer) return undefined
  return { before: rangesOf(a), after: rangesOf(b) }
}

function tokensOf(line: string): Token[] {
  return [...line.matchAll(TOKEN)].map((found) => ({ text: found[0], from: found.index, isCommon: false }))
}

function lettersOf(text: string): number {
  return text.replace(/\s+/g, '').length
}

function markCommon(a: readonly Token[], b: readonly Token[]): void {
  let start = 0
  while (start < a.length && start < b.length && isSame(a[start], b[start])) start += 1
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && isSame(a[endA - 1], b[endB - 1])) {
    endA -= 1
    endB -= 1
  }
  const keep = (token: Token | undefined) => {
    if (token) token.isCommon = true
  }
  for (let at = 0; at < start; at++) [a[at], b[at]].forEach(keep)
  for (let at = endA; at < a.length; at++) [a[at], b[at + endB - endA]].forEach(keep)
  for (const [i, j] of longestCommon(a.slice(start, endA), b.slice(start, endB)))
    [a[start + i], b[start + j]].forEach(keep)
}

function isSame(a: Token | undefined, b: Token | undefined): boolean {
  return a?.text === b?.text
}

/** The pairs of a longest common subsequence. */
function longestCommon(a: readonly Token[], b: readonly Token[]): [number, number][] {
  if (a.length * b.length > MAX_CELLS) return []
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = isSame(a[i], b[j])
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (isSame(a[i], b[j])) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}

/** Neighbouring tokens that differ are one range, also across a blank between them. A range has no blanks at its ends. */
function rangesOf(tokens: readonly Token[]): Range[] {
  const ranges: { from: number; text: string }[] = []
  for (const [index, { text, from, isCommon }] of tokens.entries()) {
    const isBetween =
      isCommon && text.trim() === '' && [tokens[index - 1], tokens[index + 1]].every(isChanged)
    if (isCommon && !isBetween) continue
    const last = ranges.at(-1)
    if (last && last.from + last.text.length === from) last.text += text
    else ranges.push({ from, text })
  }
  return ranges.map(({ from, text }) => trimmed(from, text))
}

function trimmed(from: number, text: string): Range {
  if (text.trim() === '') return [from, from + text.length]
  const start = from + text.length - text.trimStart().length
  return [start, start + text.trim().length]
}

function isChanged(token: Token | undefined): boolean {
  return token !== undefined && !token.isCommon
}
