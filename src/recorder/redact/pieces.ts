/** Texts that come in pieces, over several entries: parts of a reply or of a tool's input, lines of stderr. */
import { isObject, type JsonObject } from '../../protocol/json.ts'

/** The field of each delta that holds its part, and whether the parts form JSON. */
const FIELDS: Readonly<Record<string, { field: string; isJson: boolean }>> = {
  text_delta: { field: 'text', isJson: false },
  thinking_delta: { field: 'thinking', isJson: false },
  input_json_delta: { field: 'partial_json', isJson: true },
}

export interface Piece {
  /** Parts with the same key belong to one text. */
  readonly key: string
  readonly field: string
  readonly text: string
  readonly isJson: boolean
}

export function pieceOf(message: JsonObject): Piece | undefined {
  const event = eventOf(message)
  if (event?.type !== 'content_block_delta' || !isObject(event.delta)) return undefined
  const found = FIELDS[String(event.delta.type)]
  const text = found && event.delta[found.field]
  if (found === undefined || typeof text !== 'string') return undefined
  return { ...found, text, key: `${threadOf(message)} ${event.index} ${found.field}` }
}

/** Returns the thread in which this message starts a new reply, so that no earlier part there continues; otherwise undefined. */
export function newThread(message: JsonObject): string | undefined {
  return eventOf(message)?.type === 'message_start' ? threadOf(message) : undefined
}

export function withPiece(message: JsonObject, field: string, text: string): JsonObject {
  const event = eventOf(message) ?? {}
  const delta = isObject(event.delta) ? event.delta : {}
  return { ...message, event: { ...event, delta: { ...delta, [field]: text } } }
}

function eventOf(message: JsonObject): JsonObject | undefined {
  return message.type === 'stream_event' && isObject(message.event) ? message.event : undefined
}

function threadOf({ parent_tool_use_id: parent }: JsonObject): string {
  return typeof parent === 'string' ? parent : ''
}

/** Collects the pieces of texts, then cuts each changed text at the same places. */
export class Joined<Place> {
  readonly #open = new Map<string, { places: Place[]; texts: string[]; isJson: boolean }>()
  readonly #done: { places: Place[]; texts: string[]; isJson: boolean }[] = []

  add(key: string, place: Place, text: string, isJson = false): void {
    const known = this.#open.get(key) ?? { places: [], texts: [], isJson }
    known.places.push(place)
    known.texts.push(text)
    this.#open.set(key, known)
  }

  /** Texts whose key begins with the prefix are complete. */
  close(prefix: string): void {
    for (const [key, text] of this.#open) {
      if (!key.startsWith(prefix)) continue
      this.#open.delete(key)
      this.#done.push(text)
    }
  }

  /** `change` must keep the length. */
  changed(change: (text: string, isJson: boolean) => string): Map<Place, string> {
    this.close('')
    const pieces = new Map<Place, string>()
    for (const { places, texts, isJson } of this.#done) {
      const whole = change(texts.join(''), isJson)
      let from = 0
      texts.forEach((text, index) => {
        pieces.set(places[index] as Place, whole.slice(from, from + text.length))
        from += text.length
      })
    }
    return pieces
  }
}
