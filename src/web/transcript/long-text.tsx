import type { ReactNode } from 'react'
import { useFold } from './folds.ts'
import { partOf } from './part-of.ts'

interface Props {
  name: string
  text: string
  /** How many lines are shown before somebody asks for all. */
  most?: number
  /** The end tells more than the beginning. */
  fromEnd?: boolean
  children: (text: string) => ReactNode
}

/** A text of which a part is shown at first, and all of it on demand. */
export function LongText({ name, text, most = 12, fromEnd = false, children }: Props) {
  const [isOpen, toggle] = useFold(name)
  const shown = isOpen ? text : partOf(text, most, fromEnd)
  if (!isOpen && shown.length === text.length) return children(text)
  const button = (
    <button type="button" className="fold-button" aria-expanded={isOpen} onClick={toggle}>
      {isOpen ? 'Show less' : `Show all (${text.split('\n').length} lines)`}
    </button>
  )
  return (
    <>
      {fromEnd && button}
      {children(shown)}
      {!fromEnd && button}
    </>
  )
}
