import type { JsonObject } from '../../../protocol/json.ts'
import { TIMED_OUT } from './channel.ts'

/** The requests to a server that have no answer yet, by id. */
export class Waiting {
  readonly #settle = new Map<unknown, (answer: JsonObject | string) => void>()

  /** Resolves with the answer, or with the reason why none comes. */
  for(id: unknown, signal?: AbortSignal): Promise<JsonObject | string> {
    return new Promise((resolve) => {
      const late = () => {
        this.#settle.delete(id)
        resolve(TIMED_OUT)
      }
      signal?.addEventListener('abort', late, { once: true })
      this.#settle.set(id, (answer) => {
        this.#settle.delete(id)
        signal?.removeEventListener('abort', late)
        resolve(answer)
      })
    })
  }

  take(message: JsonObject): void {
    this.#settle.get(message.id)?.(message)
  }

  end(why: string): void {
    for (const settle of [...this.#settle.values()]) settle(why)
  }
}

/** Returns true for a message that needs an answer: neither a notification nor an answer itself. */
export function isQuestion({ id, method }: JsonObject): boolean {
  return id !== undefined && method !== undefined
}
