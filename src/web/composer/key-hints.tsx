import type { ReactNode } from 'react'
import { Kbd } from '../ui/kbd.tsx'

interface Props {
  isFocused: boolean
  isEmpty: boolean
  isWorking: boolean
  hasSuggestion: boolean
  /** What Enter does with the text. */
  sends: string
}

/** The keys that work in the message field at this moment. */
export function KeyHints({ isFocused, isEmpty, isWorking, hasSuggestion, sends }: Props): ReactNode {
  if (!isFocused)
    return (
      <>
        <Kbd>c</Kbd> to write
      </>
    )
  if (!isEmpty)
    return (
      <>
        <Kbd>↵</Kbd> to {sends} <Kbd>Shift ↵</Kbd> for a new line
      </>
    )
  if (hasSuggestion)
    return (
      <>
        <Kbd>Tab</Kbd> to accept the suggestion
      </>
    )
  if (isWorking)
    return (
      <>
        <Kbd>Esc</Kbd> to interrupt
      </>
    )
  return (
    <>
      <Kbd>↑</Kbd> for your last message
    </>
  )
}
