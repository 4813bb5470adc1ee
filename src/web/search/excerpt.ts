/** The host puts the words found between U+0001 and U+0002. */
export interface Piece {
  readonly text: string
  readonly isFound: boolean
}

const BEGIN = '\u0001'
const END = '\u0002'

export function piecesOf(excerpt: string): Piece[] {
  const [first = '', ...rest] = excerpt.split(BEGIN)
  const pieces: Piece[] = [{ text: first, isFound: false }]
  for (const part of rest) {
    const end = part.indexOf(END)
    // Without an end the excerpt was cut within the word.
    pieces.push({ text: end === -1 ? part : part.slice(0, end), isFound: true })
    if (end !== -1) pieces.push({ text: part.slice(end + 1).replaceAll(END, ''), isFound: false })
  }
  return pieces.filter(({ text }) => text !== '')
}
