/** Replaces ids of the recording with those of this run. The CLI's ids stay the same; the host's ids are new. */
import { isObject, type JsonObject } from '../../protocol/json.ts'

/**
 * Matches every string of a line, whatever it contains: skipping one would swap the inside and the outside of all later strings.
 */
const QUOTED = /"(?:[^"\\]|\\.)*"/g

export class Ids {
  readonly #prompts = new Map<string, string>()
  readonly #anywhere = new Map<string, string>()
  readonly #callbacks = new Map<string, string>()

  prompt(recorded: string, now: string): void {
    if (recorded !== now) this.#prompts.set(JSON.stringify(recorded), JSON.stringify(now))
  }

  /** Records the CLI's session id, which paths also contain. */
  session(recorded: string, now: string): void {
    if (recorded !== now && recorded.length > 8) this.#anywhere.set(recorded, now)
  }

  /** The host chose the ids of hooks in `initialize`: the first hook of an event maps to the first hook of the same event. */
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

/** Returns the recorded response with the id of this request. */
export function answerTo(requestId: string, answer: JsonObject): JsonObject {
  const response = isObject(answer.response) ? answer.response : {}
  return { ...answer, response: { ...response, request_id: requestId } }
}
