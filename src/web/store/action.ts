/** A command to the host, with what a person must see of it: that it is under way, and why it failed. */
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'

export interface Action<Args extends unknown[]> {
  /** Answers whether it worked. While one is under way, another does nothing. */
  run: (...args: Args) => Promise<boolean>
  isPending: boolean
  /** Why the last one failed. */
  error: string | undefined
  clear: () => void
}

export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>): Action<Args> {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const isRunning = useRef(false)
  const latest = useRef(work)
  latest.current = work
  const run = useCallback(async (...args: Args) => {
    if (isRunning.current) return false
    isRunning.current = true
    setPending(true)
    setError(undefined)
    try {
      await latest.current(...args)
      return true
    } catch (failure) {
      setError(messageOf(failure))
      return false
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }, [])
  const clear = useCallback(() => setError(undefined), [])
  return { run, isPending, error, clear }
}

export function messageOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === 'unauthorized')
    return 'This browser is not signed in any more: run `fairlead open` to sign in again.'
  return failure instanceof Error ? failure.message : String(failure)
}

/** For the id of a command: the host does the same one once, however often it is sent. */
export const newId = (): string => crypto.randomUUID?.() ?? fallbackId()

/** `randomUUID` is there in secure contexts only; a host on another address without TLS is none. */
function fallbackId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
