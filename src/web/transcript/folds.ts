/**
 * What is open and what is folded. A row that is scrolled away is taken off the page, and must come back as it was; so this
 * is kept beside the list, for as long as the session is shown.
 */
import { createContext, useContext, useState } from 'react'

export const FoldsContext = createContext(new Map<string, boolean>())

/** `startsOpen` counts once, when it is first shown. */
export function useFold(key: string, startsOpen = false): [isOpen: boolean, toggle: () => void] {
  const folds = useContext(FoldsContext)
  const [isOpen, setOpen] = useState(() => {
    const known = folds.get(key) ?? startsOpen
    folds.set(key, known)
    return known
  })
  const toggle = () => {
    folds.set(key, !isOpen)
    setOpen(!isOpen)
  }
  return [isOpen, toggle]
}
