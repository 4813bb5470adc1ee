/** How a process ended, so that another process can end in the same way. */
export type LikeEnding = { readonly code: number } | { readonly signal: string }

export function endAs(ending: LikeEnding): void {
  if ('code' in ending) process.exit(ending.code)
  process.removeAllListeners(ending.signal)
  process.kill(process.pid, ending.signal)
  // In case this process does not die of the signal.
  setTimeout(() => process.exit(1), 1000)
}
