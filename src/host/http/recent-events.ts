/** Events of a session as JSON that some client does not have yet, without a gap: so many of them, and so many characters, at most. */
import type { SessionEvent } from '../../state/events.ts'
import { eventJson } from '../journal/event-json.ts'

export class RecentEvents {
  readonly #mostEvents: number
  readonly #mostCharacters: number
  #texts: string[] = []
  #characters = 0
  /** The number of the first that is kept, or of the next that will be. */
  #first = 0

  constructor(mostEvents: number, mostCharacters: number) {
    this.#mostEvents = mostEvents
    this.#mostCharacters = mostCharacters
  }

  /** Undefined: there is none. */
  get first(): number | undefined {
    return this.#texts.length > 0 ? this.#first : undefined
  }

  add(events: readonly SessionEvent[]): void {
    for (const event of events) {
      // Nobody watched while those between came.
      if (event.seq !== this.#first + this.#texts.length) this.#begin(event.seq)
      const text = eventJson(event)
      this.#texts.push(text)
      this.#characters += text.length
    }
    // Twice what is kept, so that not every event moves all of them.
    if (this.#texts.length > this.#mostEvents * 2 || this.#characters > this.#mostCharacters * 2) this.#cut()
  }

  /** Those after this number. */
  after(seq: number): string[] {
    return this.#texts.slice(Math.max(0, seq + 1 - this.#first))
  }

  /** Every client has those up to this number. */
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
