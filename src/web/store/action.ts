/** A command to the host, with what the user must see of it: that it is running, and why it failed. */
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { useReconnected } from './reconnected.ts'

export interface Action<Args extends unknown[]> {
  /** Returns whether it worked. Does nothing while another run is pending. */
  run: (...args: Args) => Promise<boolean>
  isPending: boolean
  /** Why the last run failed. */
  error: string | undefined
  clear: () => void
}

interface Options {
  /** Told why a run failed, for a view that does not show `error` itself: `toastFailure`. */
  onFailure?: (message: string) => void
}

export function useAction<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
  { onFailure }: Options = {},
): Action<Args> {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const isRunning = useRef(false)
  const latest = useRef({ work, onFailure })
  latest.current = { work, onFailure }
  const run = useCallback(async (...args: Args) => {
    if (isRunning.current) return false
    isRunning.current = true
    setPending(true)
    setError(undefined)
    try {
      await latest.current.work(...args)
      return true
    } catch (failure) {
      const message = messageOf(failure)
      setError(message)
      latest.current.onFailure?.(message)
      return false
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }, [])
  const clear = useCallback(() => setError(undefined), [])
  useReconnected(error === HOST_UNREACHED, clear)
  return { run, isPending, error, clear }
}

/** Stands for the browser's own words ("Failed to fetch"), and goes once the page is connected again. */
const HOST_UNREACHED = 'The host cannot be reached.'

export function messageOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === 'unreachable') return HOST_UNREACHED
  if (failure instanceof ApiError && failure.code === 'unauthorized')
    return 'This browser is not signed in any more: run `fairlead open` to sign in again.'
  return failure instanceof Error ? failure.message : String(failure)
}

/** A command id: the host runs a command once, however often it receives the same id. */
export const newId = (): string => crypto.randomUUID?.() ?? fallbackId()

/** `randomUUID` exists in secure contexts only; a host on another machine without TLS is not one. */
function fallbackId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
