/** Which runs of the conversation are open, by the id of their first item. */
import { useCallback, useState } from 'react'
import type { Run } from './runs.ts'

export interface OpenRuns {
  readonly isOpen: (run: Run) => boolean
  readonly toggle: (run: Run) => void
  readonly open: (run: Run) => void
}

export function useOpenRuns(): OpenRuns {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((run: Run) => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(keyOf(run))) after.add(keyOf(run))
      return after
    })
  }, [])
  const open = useCallback(
    (run: Run) => setOpened((before) => (before.has(keyOf(run)) ? before : new Set(before).add(keyOf(run)))),
    [],
  )
  return { isOpen: (run) => opened.has(keyOf(run)), toggle, open }
}

function keyOf({ items, from }: Run): string {
  return items[0]?.id ?? String(from)
}
