/** Breaks a text that comes in parts between words, so that a terminal does not break it within one. */
export class WordWrap {
  readonly #width: () => number
  /** How much of the line is written. */
  #column = 0
  #spaces = ''
  /** The word whose end has not come yet. */
  #word = ''
  /** Rows of a table stay as they are. */
  #isRow = false

  constructor(width: () => number) {
    this.#width = width
  }

  /** What of the text so far can be written. */
  push(part: string): string {
    let ready = ''
    for (const character of part) {
      if (character === '\n') {
        ready += `${this.#flush()}\n`
        this.#column = 0
        this.#spaces = ''
      } else if (character === ' ' || character === '\t') {
        ready += this.#flush()
        this.#spaces += character
      } else {
        if (this.#column === 0 && this.#word === '') this.#isRow = character === '|'
        this.#word += character
      }
    }
    return ready
  }

  /** The rest. What follows begins a line. */
  end(): string {
    const rest = this.#flush()
    this.#column = 0
    this.#spaces = ''
    return rest
  }

  #flush(): string {
    if (this.#word === '') return ''
    const spaced = `${this.#spaces}${this.#word}`
    const isBroken = !this.#isRow && this.#column > 0 && this.#column + spaced.length > this.#width()
    const written = isBroken ? this.#word : spaced
    this.#column = isBroken ? written.length : this.#column + written.length
    this.#word = ''
    this.#spaces = ''
    return isBroken ? `\n${written}` : written
  }
}
