import { useRef } from 'react'

/** The last value there was, while another is under way: a view that is asked anew does not go blank. */
export function useKept<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
