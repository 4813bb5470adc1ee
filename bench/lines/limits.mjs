// @ts-check
// The limits: the least that a program can do to get from bytes to parsed lines. No check, no limit, no byte order
// mark, no broken line; but right at every chunk border. Input is taken to end in a line end.

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** @typedef {(message: unknown) => void} Take */
/** @typedef {(chunks: Buffer[], take: Take) => void} Splitter */

const LF = 0x0a

/**
 * Holds pieces until their line ends, then decodes all complete lines at once.
 * @param {(text: string, take: Take) => void} parseLines
 * @returns {Splitter}
 */
const byRegion = (parseLines) => (chunks, take) => {
  /** @type {Buffer[]} */
  let pieces = []
  for (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF)
    if (end === -1) {
      pieces.push(chunk)
      continue
    }
    const last = chunk.subarray(0, end)
    parseLines((pieces.length === 0 ? last : Buffer.concat([...pieces, last])).toString(), take)
    pieces = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : []
  }
}

/** @satisfies {Record<string, Splitter>} */
export const bareSplitters = {
  'region, indexOf': byRegion((text, take) => {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      take(JSON.parse(text.slice(start, end)))
      start = end + 1
    }
    take(JSON.parse(text.slice(start)))
  }),

  'region, split': byRegion((text, take) => {
    for (const line of text.split('\n')) take(JSON.parse(line))
  }),

  /** @type {Splitter} */
  'line by line': (chunks, take) => {
    /** @type {Buffer[]} */
    let pieces = []
    for (const chunk of chunks) {
      let start = 0
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        if (pieces.length === 0) take(JSON.parse(chunk.toString('utf8', start, end)))
        else {
          take(JSON.parse(Buffer.concat([...pieces, chunk.subarray(start, end)]).toString()))
          pieces = []
        }
        start = end + 1
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start))
    }
  },

  /**
   * `rest` is looked at only once its line is complete: searching it each time would be quadratic.
   * @type {Splitter}
   */
  'string rest': (chunks, take) => {
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for (const chunk of chunks) {
      const text = decoder.write(chunk)
      let start = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        take(JSON.parse(rest + text.slice(start, end)))
        rest = ''
        start = end + 1
      }
      rest += text.slice(start)
    }
  },
}

/** @typedef {(input: Readable, take: Take) => Promise<unknown>} Reader */

/** @satisfies {Record<string, Reader>} */
export const readlineReaders = {
  /** @type {Reader} */
  'line events': (input, take) => {
    const lines = createInterface({ input })
    lines.on('line', (line) => take(JSON.parse(line)))
    return once(lines, 'close')
  },

  /**
   * As the official client does.
   * @type {Reader}
   */
  'for await': async (input, take) => {
    for await (const line of createInterface({ input })) take(JSON.parse(line))
  },
}

/** A stream that hands out the chunks as they are. */
export function streamOf(/** @type {Buffer[]} */ chunks) {
  let next = 0
  return new Readable({
    read() {
      while (this.push(chunks[next++] ?? null));
    },
  })
}
