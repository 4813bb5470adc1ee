import type { ReactNode } from 'react'
import { useFold } from './folds.ts'
import { partOf } from './part-of.ts'

interface Props {
  name: string
  text: string
  /** The number of lines shown at first. */
  most?: number
  /** Shows the last lines instead of the first. */
  fromEnd?: boolean
  children: (text: string) => ReactNode
}

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
