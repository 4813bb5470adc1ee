import type { Writable } from 'node:stream'
import type { Output, Wire } from './output.ts'

/** For `--output-format text` and `json`: writes only the last result. */
export class ResultOutput implements Output {
  readonly #stream: Writable
  readonly #asJson: boolean

  constructor(stream: Writable, asJson: boolean) {
    this.#stream = stream
    this.#asJson = asJson
  }

  emit(message: Wire): void {
    if (message.type !== 'result') return
    const text = this.#asJson ? JSON.stringify(message) : String(message.result ?? message.errors ?? '')
    this.#stream.write(`${text}\n`)
  }

  system(): void {}

  async drained(): Promise<void> {}

  async flushed(): Promise<void> {
    await new Promise<void>((resolve) => this.#stream.write('', () => resolve()))
  }
}
