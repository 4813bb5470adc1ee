/** Notifies listeners that a value outside React has changed; `useSyncExternalStore` takes its `subscribe`. */
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
