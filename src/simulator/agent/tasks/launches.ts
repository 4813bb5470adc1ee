/**
 * Sub-agents that were launched in the background. A sub-agent begins when the model has got the result of the launch and is
 * called again, so that even the end of a very short sub-agent is news to the model and starts a turn of its own. If the model is
 * not called soon, the sub-agent does not wait.
 */

/** The minimum time that a real sub-agent takes, in milliseconds. */
const SOON = 50

export class Launches {
  readonly #launched = new Map<string, () => void>()
  readonly #told = new Set<string>()

  /** Resolves when the sub-agent that this tool call launched may begin. */
  ready(toolUseId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#launched.set(toolUseId, resolve)
      signal.addEventListener('abort', () => this.#begin(toolUseId), { once: true })
    })
  }

  /** The result of a tool call is in the conversation. */
  told(toolUseId: string): void {
    if (!this.#launched.has(toolUseId)) return
    this.#told.add(toolUseId)
    setTimeout(() => this.#begin(toolUseId), SOON)
  }

  /** The model is called: it now knows the results so far. */
  asked(): void {
    for (const id of this.#told) this.#begin(id)
  }

  #begin(toolUseId: string): void {
    this.#launched.get(toolUseId)?.()
    this.#launched.delete(toolUseId)
    this.#told.delete(toolUseId)
  }
}
