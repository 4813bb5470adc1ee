import type { McpChannel } from './channel.ts'

/** To nowhere: the configuration of the server cannot be right. */
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
