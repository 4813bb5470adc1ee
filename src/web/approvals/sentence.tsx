import { visible } from '../../state/unseen.ts'

interface Piece {
  readonly text: string
  readonly isCode: boolean
}

/** A sentence with parts of a request in it, which stand out as code. */
export function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isCode }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and never move
    isCode ? <code key={index}>{visible(text)}</code> : visible(text),
  )
}
