export const systemClock = {
  now: () => Date.now(),
  after(ms: number, call: () => void, { isQuiet = false }: { readonly isQuiet?: boolean } = {}): () => void {
    const timer = setTimeout(call, ms)
    if (isQuiet) timer.unref()
    return () => clearTimeout(timer)
  },
}
