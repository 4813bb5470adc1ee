// @ts-check
// Framing and decode side by side with the least that can be done: bytes of the CLI's stdout in, messages out.

import { measureLongLine, measureMemory, measureRate } from './lines/tasks.mjs'

/** @typedef {import('./lib/bench.mjs').Part} Part */
/** @typedef {import('./lines/streams.mjs').Stream} Stream */
/** @typedef {import('./lines/streams.mjs').ChunkSize} ChunkSize */

const KIB = 1024
const MIB = 1024 * KIB
const STREAMS = /** @type {const} */ (['deltas', 'results', 'multi-byte'])
/**
 * Input by chunk size: the smaller the chunks, the slower each byte. A line is what a pipe delivers while the reader
 * keeps up, 4 KiB and 64 KiB are what it delivers while the reader lags.
 * @type {[ChunkSize, number][]}
 */
const INPUTS = [
  [1, 128 * KIB],
  ['line', 3 * MIB],
  [4 * KIB, 4 * MIB],
  [64 * KIB, 4 * MIB],
]
const TURNS = { repeats: 7, warmUps: 8 }

/**
 * @param {Stream} stream
 * @param {ChunkSize} chunk
 * @param {number} bytes
 * @returns {Part}
 */
function rate(stream, chunk, bytes) {
  const row = `${stream}-${chunk}`
  return {
    rows: [row, `${row}-stream`],
    seconds: 3,
    settings: { ...TURNS, bytes },
    quick: { repeats: 3, bytes: bytes / 2 },
    async measure({ dist, settings: { repeats = 1, warmUps = 1, bytes = 0 } }) {
      const { direct, overStream } = await measureRate({ dist, stream, chunk, bytes, repeats, warmUps })
      return { [row]: direct, [`${row}-stream`]: overStream }
    },
  }
}

/** @param {'plain' | 'multi-byte'} text @returns {Part} */
const longLine = (text) => ({
  rows: [`long-${text}`],
  seconds: 4,
  settings: { ...TURNS, bytes: 10 * MIB },
  quick: { repeats: 3, warmUps: 3 },
  measure: async ({ dist, settings: { repeats = 1, warmUps = 1, bytes = 0 } }) => ({
    [`long-${text}`]: await measureLongLine({ dist, text, bytes, repeats, warmUps }),
  }),
})

const rates = STREAMS.flatMap((stream) =>
  INPUTS.map(([chunk, bytes]) => /** @type {const} */ ([`${stream}-${chunk}`, rate(stream, chunk, bytes)])),
)

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'framing and decode, against bare splitting and against readline',
  parts: {
    ...Object.fromEntries(rates),
    'long-plain': longLine('plain'),
    'long-multi-byte': longLine('multi-byte'),
    memory: {
      rows: ['memory-live', 'memory-peak'],
      seconds: 7,
      settings: { bytes: 512 * MIB },
      quick: { bytes: 128 * MIB },
      async measure({ dist, settings: { bytes = 0 } }) {
        const { first, last } = await measureMemory({ dist, bytes })
        return { 'memory-live': last.live - first.live, 'memory-peak': last.peak - first.peak }
      },
    },
  },
}
