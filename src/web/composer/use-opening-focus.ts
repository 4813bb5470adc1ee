import { type RefObject, useContext, useEffect } from 'react'
import { HasKeys, openedByLetter } from '../keys/keys.ts'
import { TOUCH } from '../store/media.ts'

/**
 * A session that is opened gives the focus to its message field. Not on touch, where the keyboard would cover the conversation;
 * not while an approval is open, whose keys are letters; not in a pane whose keys do not work; and not after a letter opened the session: `j` goes on to the next.
 */
export function useOpeningFocus(field: RefObject<HTMLTextAreaElement | null>, hasApproval: boolean): void {
  const hasKeys = useContext(HasKeys)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the session is opened
  useEffect(() => {
    const { activeElement } = document
    const isFree =
      activeElement === null ||
      activeElement === document.body ||
      activeElement.matches('#main, .sidebar *, .popup *, .palette *')
    if (isFree && hasKeys && !hasApproval && !openedByLetter() && !matchMedia(TOUCH).matches)
      field.current?.focus({ preventScroll: true })
  }, [])
}
