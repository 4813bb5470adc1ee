/**
 * Loads the events of a session page by page while the component is mounted, then follows new ones. They arrive in bursts
 * while a turn streams, so it pauses before it fetches the next ones together.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../store/action.ts'
import { api } from '../../store/connection.ts'
import { TimeTravel } from '../time-travel.ts'

const PAGE = 2000
const PAUSE = 300

/** `last` is the last event known to exist. */
export function useJournal(id: string, last: number) {
  const [travel] = useState(() => new TimeTravel())
  const [size, setSize] = useState(0)
  const [error, setError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const wanted = useRef(last)
  wanted.current = last
  const isOver = useRef(false)
  const isBusy = useRef(false)

  const load = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      while (!isOver.current && travel.lastSeq < wanted.current) {
        const page = await api.call('listEvents', {
          params: { id },
          query: { after: travel.lastSeq, limit: PAGE },
        })
        if (page.events.length === 0) break
        travel.add(page.events)
        setSize(travel.events.length)
        if (page.events.length < PAGE) await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
      setError(undefined)
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      isBusy.current = false
    }
  }, [id, travel])

  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads when `last` or the attempt changes
  useEffect(() => {
    void load()
  }, [load, last, attempt])
  const again = useCallback(() => setAttempt((it) => it + 1), [])
  return { travel, size, isLoading: travel.lastSeq < last && !error, error, again }
}
