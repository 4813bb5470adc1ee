import { setTimeout as sleep } from 'node:timers/promises'

const PER_DELTA = 18
const FIRST_TOKEN = 350

/** The speed of replies: 1 is about as fast as a model, 2 twice as fast, 0 without any delay. */
export class Pace {
  readonly #speed: number

  constructor(speed: number) {
    this.#speed = speed
  }

  static from(text: string | undefined): Pace {
    const speed = Number(text ?? 1)
    return new Pace(Number.isFinite(speed) && speed >= 0 ? speed : 1)
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#speed === 0 || ms <= 0) return
    await sleep(ms / this.#speed, undefined, { signal }).catch(() => signal.throwIfAborted())
  }

  delta(signal: AbortSignal): Promise<void> {
    return this.wait(PER_DELTA, signal)
  }

  firstToken(signal: AbortSignal): Promise<void> {
    return this.wait(FIRST_TOKEN, signal)
  }
}
