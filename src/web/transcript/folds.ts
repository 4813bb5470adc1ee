/**
 * Which folds are open. A row that scrolls out of view is unmounted and must come back as it was, so this lives beside the
 * list as long as the session is shown.
 */
import { createContext, useContext, useState } from 'react'

export const FoldsContext = createContext(new Map<string, boolean>())

/** `startsOpen` applies only when the fold is first shown. */
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
