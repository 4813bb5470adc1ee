/** The last events of a session as JSON, without a gap: so many of them, and so many characters, at most. */
import type { SessionEvent } from '../../state/events.ts'

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
      // Those between were not told to it.
      if (event.seq !== this.#first + this.#texts.length) this.#begin(event.seq)
      const text = JSON.stringify(event)
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

  #begin(seq: number): void {
    this.#first = seq
    this.#texts = []
    this.#characters = 0
  }

  #cut(): void {
    let from = 0
    while (
      from < this.#texts.length &&
      (this.#texts.length - from > this.#mostEvents || this.#characters > this.#mostCharacters)
    ) {
      this.#characters -= this.#texts[from]?.length ?? 0
      from += 1
    }
    this.#texts = this.#texts.slice(from)
    this.#first += from
  }
}
