/** How a process ended, for another one that is to end alike. */
export type LikeEnding = { readonly code: number } | { readonly signal: string }

/** Ends this process. */
export function endAs(ending: LikeEnding): void {
  if ('code' in ending) process.exit(ending.code)
  process.removeAllListeners(ending.signal)
  process.kill(process.pid, ending.signal)
  // A signal that this process does not die of.
  setTimeout(() => process.exit(1), 1000)
}
