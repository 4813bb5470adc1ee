/** Work on one thing after the other: two merges into a branch would be in each other's way. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>()

  run<T>(of: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(of) ?? Promise.resolve()).then(work)
    const settled = done
      .catch(() => {})
      .then(() => {
        if (this.#last.get(of) === settled) this.#last.delete(of)
      })
    this.#last.set(of, settled)
    return done
  }
}
