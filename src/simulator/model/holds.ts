/**
 * The holds of a model: places in replies at which requests wait for a release by name. A release is permanent until `reset`
 * makes every name wait again; requests that wait then continue to wait. A request whose client has gone leaves its hold. When
 * the model closes, those who wait for an arrival get an error.
 */
interface Hold {
  released: boolean
  reached: boolean
  waiting: Set<() => void>
  watching: { arrived: () => void; closed: (error: Error) => void }[]
}

export class Holds {
  readonly #holds = new Map<string, Hold>()

  /** Resolves when the name is released; rejects when `gone` is aborted. */
  async pass(name: string, gone: AbortSignal): Promise<void> {
    gone.throwIfAborted()
    const hold = this.#named(name)
    hold.reached = true
    for (const { arrived } of hold.watching.splice(0)) arrived()
    if (hold.released) return
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        hold.waiting.delete(enter)
        reject(gone.reason)
      }
      const enter = () => {
        gone.removeEventListener('abort', leave)
        resolve()
      }
      hold.waiting.add(enter)
      gone.addEventListener('abort', leave, { once: true })
    })
  }

  release(name: string): void {
    const hold = this.#named(name)
    hold.released = true
    for (const enter of hold.waiting) enter()
    hold.waiting.clear()
  }

  /** Resolves when a request has arrived at the hold, at once if one already has. */
  arrival(name: string): Promise<void> {
    const hold = this.#named(name)
    if (hold.reached) return Promise.resolve()
    return new Promise((arrived, closed) => {
      hold.watching.push({ arrived, closed })
    })
  }

  reset(): void {
    for (const hold of this.#holds.values()) {
      hold.released = false
      hold.reached = hold.waiting.size > 0
    }
  }

  close(): void {
    for (const [name, hold] of this.#holds) {
      for (const { closed } of hold.watching.splice(0))
        closed(new Error(`The model was closed before a request arrived at the hold "${name}".`))
    }
  }

  #named(name: string): Hold {
    const known = this.#holds.get(name)
    if (known !== undefined) return known
    const hold: Hold = { released: false, reached: false, waiting: new Set(), watching: [] }
    this.#holds.set(name, hold)
    return hold
  }
}
