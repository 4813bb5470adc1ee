/** Ids of the recording, and what stands for them in this run. Those of the CLI stay; those of the host are its new ones. */
import { isObject, type JsonObject } from '../../protocol/json.ts'

/** Every string of a line, whatever is in it: one that is left out would turn inside and outside around. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g

export class Ids {
  readonly #prompts = new Map<string, string>()
  readonly #anywhere = new Map<string, string>()
  readonly #callbacks = new Map<string, string>()

  /** A prompt's uuid. */
  prompt(recorded: string, now: string): void {
    if (recorded !== now) this.#prompts.set(JSON.stringify(recorded), JSON.stringify(now))
  }

  /** The CLI's session id, which also stands in paths. */
  session(recorded: string, now: string): void {
    if (recorded !== now && recorded.length > 8) this.#anywhere.set(recorded, now)
  }

  /** Hooks have the ids that the host gave them in `initialize`: the first of an event is the first of that event again. */
  hooks(recorded: JsonObject, now: JsonObject): void {
    const [before, after] = [recorded.hooks, now.hooks]
    if (!isObject(before) || !isObject(after)) return
    for (const event of Object.keys(before)) {
      const given = callbackIds(after[event])
      callbackIds(before[event]).forEach((id, index) => {
        const own = given[index]
        if (own !== undefined && own !== id) this.#callbacks.set(id, own)
      })
    }
  }

  /** The line with the ids of this run. */
  apply(line: string): string {
    let text = line
    if (this.#prompts.size > 0)
      text = text.replaceAll(QUOTED, (quoted) => this.#prompts.get(quoted) ?? quoted)
    for (const [from, to] of this.#anywhere) text = text.replaceAll(from, to)
    return this.#callbacks.size > 0 && text.includes('"hook_callback"') ? this.#withCallback(text) : text
  }

  #withCallback(line: string): string {
    const message: unknown = JSON.parse(line)
    if (!isObject(message) || !isObject(message.request)) return line
    const { callback_id: id } = message.request
    const own = typeof id === 'string' ? this.#callbacks.get(id) : undefined
    return own === undefined
      ? line
      : JSON.stringify({ ...message, request: { ...message.request, callback_id: own } })
  }
}

function callbackIds(matchers: unknown): string[] {
  if (!Array.isArray(matchers)) return []
  return matchers.flatMap((matcher: unknown) => {
    const ids = isObject(matcher) ? matcher.hookCallbackIds : undefined
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  })
}

/** An answer to this request. */
export function answerTo(requestId: string, answer: JsonObject): JsonObject {
  const response = isObject(answer.response) ? answer.response : {}
  return { ...answer, response: { ...response, request_id: requestId } }
}
