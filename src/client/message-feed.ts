/**
 * Hands messages to any number of readers, each at its own pace. A reader's backlog is bounded: over the limit the
 * source is paused (the CLI then blocks on its full pipe) until the slowest reader has caught up. Readers that leave
 * (break, return) free their backlog. `end` lets every reader finish what it has.
 */
export interface FeedSource {
  pause(): void
  resume(): void
}

const MAX_MESSAGES = 1024
const MAX_TEXT = 8 * 1024 * 1024

interface Entry<T> {
  readonly value: T
  readonly size: number
}

export class MessageFeed<T> {
  readonly #source: FeedSource
  readonly #readers = new Set<Reader<T>>()
  #paused = false
  /** How many calls wait for an answer, which comes between the messages. */
  #calls = 0
  #ended = false
  #error: Error | undefined

  constructor(source: FeedSource) {
    this.#source = source
  }

  /** The source waits for a reader. */
  get isPaused(): boolean {
    return this.#paused
  }

  push(value: T, size: number): void {
    if (this.#readers.size === 0) return
    const entry = { value, size }
    for (const reader of this.#readers) reader.push(entry)
    if (!this.#paused && this.#calls === 0 && this.#isFull()) {
      this.#paused = true
      this.#source.pause()
    }
  }

  /**
   * Reads on until the call has its answer, however long the backlog gets. Otherwise a reader that awaits a call before
   * it takes the next message would wait for ever: the answer is behind the messages that it does not take.
   */
  async during<Answer>(call: Promise<Answer>): Promise<Answer> {
    this.#calls += 1
    if (this.#paused) {
      this.#paused = false
      this.#source.resume()
    }
    try {
      return await call
    } finally {
      this.#calls -= 1
    }
  }

  /** With an error, a reader gets it after its backlog. */
  end(error?: Error): void {
    this.#ended = true
    this.#error = error
    for (const reader of this.#readers) reader.end(error)
    this.#readers.clear()
  }

  /** Everything from now on, until the feed ends or the reader leaves. */
  read(): AsyncIterableIterator<T> {
    const reader = new Reader<T>((left) => {
      if (left) this.#readers.delete(reader)
      if (this.#paused && !this.#isFull()) {
        this.#paused = false
        this.#source.resume()
      }
    })
    if (this.#ended) reader.end(this.#error)
    else this.#readers.add(reader)
    return reader
  }

  #isFull(): boolean {
    for (const reader of this.#readers) if (reader.isFull) return true
    return false
  }
}

class Reader<T> implements AsyncIterableIterator<T> {
  readonly #onTaken: (left: boolean) => void
  #backlog: (Entry<T> | undefined)[] = []
  /** Entries before it are taken: an array is not shifted one by one, which would be quadratic. */
  #first = 0
  #text = 0
  #waiting: { resolve: (result: IteratorResult<T>) => void; reject: (error: Error) => void }[] = []
  #ended = false
  #error: Error | undefined

  constructor(onTaken: (left: boolean) => void) {
    this.#onTaken = onTaken
  }

  get isFull(): boolean {
    return this.#backlog.length - this.#first >= MAX_MESSAGES || this.#text >= MAX_TEXT
  }

  push(entry: Entry<T>): void {
    const waiting = this.#waiting.shift()
    if (waiting) {
      waiting.resolve({ value: entry.value, done: false })
      return
    }
    this.#backlog.push(entry)
    this.#text += entry.size
  }

  end(error?: Error): void {
    this.#ended = true
    this.#error = error
    for (const waiting of this.#waiting.splice(0)) {
      if (error) waiting.reject(error)
      else waiting.resolve({ value: undefined, done: true })
      this.#error = undefined
    }
  }

  next(): Promise<IteratorResult<T>> {
    const entry = this.#backlog[this.#first]
    if (entry) {
      this.#backlog[this.#first] = undefined
      this.#first += 1
      this.#text -= entry.size
      // A reader that never quite catches up must not pile up what it has taken either. Half of the array at a time
      // keeps that linear.
      if (
        this.#first === this.#backlog.length ||
        (this.#first >= 64 && this.#first * 2 >= this.#backlog.length)
      ) {
        this.#backlog = this.#backlog.slice(this.#first)
        this.#first = 0
      }
      if (this.#backlog.length - this.#first < MAX_MESSAGES / 2) this.#onTaken(false)
      return Promise.resolve({ value: entry.value, done: false })
    }
    if (this.#ended) {
      const error = this.#error
      this.#error = undefined
      return error ? Promise.reject(error) : Promise.resolve({ value: undefined, done: true })
    }
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  return(): Promise<IteratorResult<T>> {
    this.#backlog = []
    this.#first = 0
    this.#text = 0
    this.end()
    this.#onTaken(true)
    return Promise.resolve({ value: undefined, done: true })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
