/**
 * Sub-agents that were launched in the background. One begins when the model has been told that it was launched and is asked again, so that the
 * end of one that is done at once is news to it, and starts a turn of its own. Where the model is not asked soon, the sub-agent does not wait.
 */

/** What a real sub-agent takes at the least, in milliseconds. */
const SOON = 50

export class Launches {
  readonly #launched = new Map<string, () => void>()
  readonly #told = new Set<string>()

  /** Resolves when the sub-agent that this tool call has launched may begin. */
  ready(toolUseId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#launched.set(toolUseId, resolve)
      signal.addEventListener('abort', () => this.#begin(toolUseId), { once: true })
    })
  }

  /** The model has the result of a tool call. */
  told(toolUseId: string): void {
    if (!this.#launched.has(toolUseId)) return
    this.#told.add(toolUseId)
    setTimeout(() => this.#begin(toolUseId), SOON)
  }

  /** The model is asked: what was told by now is known to it. */
  asked(): void {
    for (const id of this.#told) this.#begin(id)
  }

  #begin(toolUseId: string): void {
    this.#launched.get(toolUseId)?.()
    this.#launched.delete(toolUseId)
    this.#told.delete(toolUseId)
  }
}
