// @ts-check
// A client of a host's stream, and how far it is in each session that it watches.

import { WebSocket } from 'ws'

export class Subscriber {
  /** @type {Map<string, { seq: number, turns: number }>} */
  places = new Map()
  events = 0
  gaps = 0
  snapshots = 0
  /** @type {number[]} milliseconds */
  delays = []
  onNews = () => {}
  #socket

  /** @param {{ url: string, token: string }} host */
  constructor({ url, token }) {
    const headers = { authorization: `Bearer ${token}` }
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { headers })
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('open', resolve)
      this.#socket.once('error', reject)
    })
    this.#socket.on('message', (data) => this.#hear(process.hrtime.bigint(), String(data)))
  }

  /** @param {string} session */
  watch(session) {
    this.places.set(session, { seq: 0, turns: 0 })
    this.#socket.send(JSON.stringify({ type: 'watch', session, after: 0 }))
  }
  /** @param {string} session */
  unwatch(session) {
    this.places.delete(session)
    this.#socket.send(JSON.stringify({ type: 'unwatch', session }))
  }
  watchList() {
    this.#socket.send(JSON.stringify({ type: 'watch-list' }))
  }

  /** It has the results of so many turns of a session. @param {string} session @param {number} turns */
  has(session, turns) {
    return (this.places.get(session)?.turns ?? 0) >= turns
  }

  close() {
    this.#socket.close()
  }

  /**
   * @param {bigint} now
   * @param {string} frame
   */
  #hear(now, frame) {
    const message = JSON.parse(frame)
    const place = this.places.get(message.session)
    if (!place) return
    if (message.type === 'snapshot') {
      this.snapshots += 1
      place.seq = message.seq
      place.turns = message.state.turns.past.size
    }
    for (const event of message.events ?? []) {
      this.events += 1
      if (event.seq !== place.seq + 1) this.gaps += 1
      place.seq = event.seq
      if (event.kind !== 'received') continue
      if (event.message.type === 'result') place.turns += 1
      if (event.message.at) this.delays.push(Number(now - BigInt(event.message.at)) / 1e6)
    }
    this.onNews()
  }
}

/**
 * @param {readonly Subscriber[]} subscribers
 * @param {() => boolean} isDone
 */
export function until(subscribers, isDone) {
  return new Promise((resolve) => {
    const check = () => isDone() && resolve(undefined)
    for (const subscriber of subscribers) subscriber.onNews = check
    check()
  })
}
