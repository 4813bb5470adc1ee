/** Sessions to which this page has just sent a prompt: their transcripts scroll to it. */
const listeners = new Set<(session: string) => void>()

export function promptSent(session: string): void {
  for (const listener of listeners) listener(session)
}

export function onPromptSent(listener: (session: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
