import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

/** A WebSocket as a page of the host opens it, closed when the test is over. */
export class PageSocket {
  readonly frames: { type: string }[] = []
  readonly closed: Promise<number>
  readonly #socket: WebSocket
  readonly #waiting = new Set<() => void>()

  constructor(url: string, cookie: string, ...first: object[]) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, {
      headers: { origin: url, cookie },
    })
    onTestFinished(() => this.#socket.terminate())
    this.#socket.on('open', () => {
      for (const message of first) this.say(message)
    })
    this.#socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)))
      for (const look of this.#waiting) look()
    })
    this.#socket.on('error', () => {})
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', resolve)
    })
  }

  say(message: object): void {
    this.#socket.send(JSON.stringify(message))
  }
  /** Resolves when a frame of this type has come. */
  heard(type: string): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.frames.some((it) => it.type === type)) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }
}
