/** Patterns of text as a person writes them, matched without backtracking: the time grows with the length of the text, whatever the pattern. */

/** `*` is any text, `?` any character. */
export function textMatches(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return head.length === text.length && fitsAt(head, text, 0)
  const tail = rest.pop() ?? ''
  const end = text.length - tail.length
  if (end < head.length || !fitsAt(head, text, 0) || !fitsAt(tail, text, end)) return false
  let at = head.length
  for (const piece of rest) {
    const found = find(piece, text, at, end)
    if (found < 0) return false
    at = found + piece.length
  }
  return true
}

/** The first place where a piece without `*` fits: the earliest one leaves the most for the pieces after it. */
function find(piece: string, text: string, from: number, end: number): number {
  if (!piece.includes('?')) {
    const found = text.indexOf(piece, from)
    return found >= 0 && found + piece.length <= end ? found : -1
  }
  for (let at = from; at + piece.length <= end; at += 1) if (fitsAt(piece, text, at)) return at
  return -1
}

function fitsAt(piece: string, text: string, at: number): boolean {
  if (!piece.includes('?')) return text.startsWith(piece, at)
  for (let i = 0; i < piece.length; i += 1) if (piece[i] !== '?' && piece[i] !== text[at + i]) return false
  return true
}
