import type { McpChannel } from './channel.ts'

/** A channel that leads nowhere, for a server whose configuration is invalid. */
export class NoChannel implements McpChannel {
  readonly #problem: string

  constructor(problem: string) {
    this.#problem = problem
  }

  open(): Promise<void> {
    return Promise.reject(new Error(this.#problem))
  }

  async send(): Promise<string> {
    return this.#problem
  }

  close(): void {}
}
