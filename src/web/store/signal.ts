/** Listeners of a value outside React; `useSyncExternalStore` takes `subscribe`. */
export class Signal {
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
