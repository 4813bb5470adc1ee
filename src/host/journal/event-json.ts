/**
 * Events as JSON. A line of the CLI is parsed once and never stringified: the journal stores, and the stream sends, the text
 * that the CLI wrote. An event carries the JSON of its body in a private field, which shows neither in `JSON.stringify` nor in a
 * copy of the event; a copy is stringified like any other value, so that a changed event never has the text of the original.
 */
import type { EventBody, ReceivedUnknown, SessionEvent } from '../../state/events.ts'

class JsonCarrier {
  readonly #json: string

  constructor(json: string) {
    this.#json = json
  }

  static jsonOf(value: object): string | undefined {
    return #json in value ? value.#json : undefined
  }
}

/** A message of the CLI, or one for it, with its line: the JSON text that the message was parsed from or encoded to. */
export function messageBody<Body extends Extract<EventBody, { kind: 'received' | 'sent' }>>(
  body: Body,
  line: string,
): Body {
  return Object.assign(new JsonCarrier(`{"kind":"${body.kind}","message":${line}}`), body)
}

/** The same for a line that is no known message. */
export function unknownBody(body: ReceivedUnknown, line: string): ReceivedUnknown {
  const reason = body.reason === undefined ? '' : `,"reason":${JSON.stringify(body.reason)}`
  return Object.assign(new JsonCarrier(`{"kind":"unknown","value":${line}${reason}}`), body)
}

/** The event that a body becomes in the journal. Throws if no JSON can be made of the body. */
export function numbered(body: EventBody, seq: number, at: number): SessionEvent {
  return Object.assign(new JsonCarrier(bodyJson(body)), body, { seq, at })
}

/** An event as it was read from a store: `json` is what `bodyJson` returned when it was stored. */
export function storedEvent(body: EventBody, seq: number, at: number, json: string): SessionEvent {
  const event = { seq, at, ...body }
  // `eventJson` puts the number in front of the first field.
  return json.startsWith('{') ? Object.assign(new JsonCarrier(json), event) : event
}

/** The JSON of an event without its number and time. */
export function bodyJson(event: EventBody & { readonly seq?: number; readonly at?: number }): string {
  const known = JsonCarrier.jsonOf(event)
  if (known !== undefined) return known
  const { seq: _, at: __, ...body } = event
  return JSON.stringify(body)
}

/** The JSON of an event, around the text of its body. */
export function eventJson(event: SessionEvent): string {
  return `{"seq":${event.seq},"at":${event.at},${bodyJson(event).slice(1)}`
}
