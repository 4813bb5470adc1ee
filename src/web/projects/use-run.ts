/** The run script of a checkout or a worktree: what it has printed so far, and new output as it comes. */
import { useEffect, useState } from 'react'
import type { ProjectRun } from '../../api/projects.ts'
import { type Action, messageOf, newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useConfirmed } from '../worktree/use-confirmed.tsx'

const MAX_SHOWN = 256 * 1024
const RETRY_MS = 2_000

export interface Run {
  /** Undefined until it is known. */
  readonly view: Omit<ProjectRun, 'output' | 'from' | 'next'> | undefined
  readonly output: string
  readonly error: string | undefined
  readonly start: Action<[]>
  readonly stop: Action<[]>
  /** Has to be rendered. */
  readonly dialog: ReturnType<typeof useConfirmed>['dialog']
}

/** `folder`: any of the checkout or worktree that it runs in. */
export function useRun(folder: string, onStarted: () => void = () => {}): Run {
  const [count, setCount] = useState(0)
  const [view, setView] = useState<Run['view']>()
  const [output, setOutput] = useState('')
  const [error, setError] = useState<string>()
  const again = () => setCount((it) => it + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` says when to look again
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (after: number | undefined): Promise<void> => {
      const query = { path: folder, ...(after !== undefined && { after, wait: 'true' as const }) }
      const { output: more, from, next, ...rest } = await api.call('getRun', { query })
      if (isOver) return
      setError(undefined)
      setView(rest)
      // What was printed in between may not be kept any more.
      setOutput((before) => (after === undefined || from > after ? more : before + more).slice(-MAX_SHOWN))
      if (rest.status === 'running') await look(next)
    }
    const follow = (): Promise<void> =>
      look(undefined).catch((failure) => {
        if (isOver) return
        setError(messageOf(failure))
        timer = setTimeout(follow, RETRY_MS)
      })
    void follow()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [folder, count])
  const start = useConfirmed(folder, ['run'], async () => {
    await api.call('startRun', { body: { commandId: newId(), path: folder } })
    onStarted()
    again()
  })
  const stop = useAction(async () => {
    await api.call('stopRun', { body: { commandId: newId(), path: folder } })
    again()
  })
  return { view, output, error, start, stop, dialog: start.dialog }
}
