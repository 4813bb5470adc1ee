/** A buffer, without gaps, of a session's last events as JSON, for clients that lack them. It is bounded in events and characters. */
import type { SessionEvent } from '../../state/events.ts'
import { eventJson } from '../journal/event-json.ts'

export class RecentEvents {
  readonly #mostEvents: number
  readonly #mostCharacters: number
  #texts: string[] = []
  #characters = 0
  /** The number of the first event in the buffer, or of the next one if it is empty. */
  #first = 0

  constructor(mostEvents: number, mostCharacters: number) {
    this.#mostEvents = mostEvents
    this.#mostCharacters = mostCharacters
  }

  /** Undefined if the buffer is empty. */
  get first(): number | undefined {
    return this.#texts.length > 0 ? this.#first : undefined
  }

  add(events: readonly SessionEvent[]): void {
    for (const event of events) {
      // There is a gap: nobody watched meanwhile.
      if (event.seq !== this.#first + this.#texts.length) this.#begin(event.seq)
      const text = eventJson(event)
      this.#texts.push(text)
      this.#characters += text.length
    }
    // Cut at twice the limit, so that not every event moves all others.
    if (this.#texts.length > this.#mostEvents * 2 || this.#characters > this.#mostCharacters * 2) this.#cut()
  }

  /** Events after this number. */
  after(seq: number): string[] {
    return this.#texts.slice(Math.max(0, seq + 1 - this.#first))
  }

  /** Drops events up to this number, which every client has. */
  forget(upTo: number): void {
    this.#drop(Math.min(Math.max(0, upTo + 1 - this.#first), this.#texts.length))
  }

  #begin(seq: number): void {
    this.#first = seq
    this.#texts = []
    this.#characters = 0
  }

  #cut(): void {
    let count = Math.max(0, this.#texts.length - this.#mostEvents)
    let characters = this.#texts.slice(count).reduce((sum, { length }) => sum + length, 0)
    while (characters > this.#mostCharacters) characters -= this.#texts[count++]?.length ?? 0
    this.#drop(count)
  }

  #drop(count: number): void {
    for (let i = 0; i < count; i++) this.#characters -= this.#texts[i]?.length ?? 0
    this.#texts = count === this.#texts.length ? [] : this.#texts.slice(count)
    this.#first += count
  }
}
