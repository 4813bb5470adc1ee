/** Fuzzy matching: the letters of the query occur in the text in this order. */
export interface Match {
  /** The greater, the better. */
  readonly score: number
  /** The places of the letters that were found. */
  readonly places: readonly number[]
}

const IN_ROW = 8
const AT_WORD = 6
const AT_START = 4
const FOUND = 1
/** Letters that are scattered over a text are no match. */
const MIN_PER_LETTER = 3

export function match(query: string, text: string): Match | undefined {
  const wanted = query.toLowerCase().replace(/\s+/g, '')
  if (wanted === '') return { score: 0, places: [] }
  const lower = text.toLowerCase()
  const whole = query.trim().toLowerCase()
  const at = bestPlace(lower, whole)
  if (at >= 0)
    return found(
      lower,
      [...whole].map((_, index) => at + index),
    )
  const places: number[] = []
  let from = 0
  for (const letter of wanted) {
    const word = nextWordStart(lower, letter, from)
    const place = word >= 0 && lower[from] !== letter ? word : lower.indexOf(letter, from)
    if (place < 0) return undefined
    places.push(place)
    from = place + 1
  }
  const result = found(lower, places)
  return result.score >= wanted.length * MIN_PER_LETTER ? result : undefined
}

/** Where the text has the query: at the beginning of a word rather than within one. */
function bestPlace(text: string, query: string): number {
  const first = text.indexOf(query)
  for (let at = first; at >= 0; at = text.indexOf(query, at + 1)) if (isWordStart(text, at)) return at
  return first
}

function nextWordStart(text: string, letter: string, from: number): number {
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1))
    if (isWordStart(text, at)) return at
  return -1
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '')
}

function found(text: string, places: readonly number[]): Match {
  let score = 0
  for (const [index, place] of places.entries()) {
    score += FOUND
    if (index > 0 && places[index - 1] === place - 1) score += IN_ROW
    if (isWordStart(text, place)) score += AT_WORD
    if (place === 0) score += AT_START
  }
  return { score: score - text.length / 1000, places }
}
