// @ts-check
// Framing and decode, side by side with the least that can be done: see README.md.

import { readlineReaders, bareSplitters, streamOf } from './limits.mjs'
import {
  importBuilt,
  interleave,
  machine,
  memoryOver,
  progress,
  readOptions,
  round,
  smallest,
  table,
  target,
  targetTable,
} from './measure.mjs'
import { cut, makeLongLine, makeStream, STREAMS } from './streams.mjs'

const options = readOptions(`Usage: npm run bench:lines -- [options]

Measures framing and decode against bare split + JSON.parse and against readline + JSON.parse.

  --json         one JSON object on stdout, and nothing else there
  --quick        fewer repeats and less input: a few seconds, rough figures
  --dist FOLDER  measure another build
  --help         this text
`)
/** @type {typeof import('../src/protocol/index.ts')} */
const { LineFramer, decode } = await importBuilt('protocol/index.js', options.dist)

const KIB = 1024
const MIB = 1024 * KIB
const repeats = options.quick ? 3 : 9
const share = options.quick ? 0.25 : 1
/** The smaller the chunks, the slower a byte; so the less input. */
const inputBytes = new Map([
  [1, share * 128 * KIB],
  [16, share * MIB],
  [256, share * 4 * MIB],
  [4 * KIB, share * 8 * MIB],
  [64 * KIB, share * 8 * MIB],
])
const memoryBytes = (options.quick ? 256 : 1024) * MIB

// Every competitor hands its messages to this one function, so none is favoured by how it is compiled.
let taken = 0
const take = () => {
  taken += 1
}

/**
 * @param {Buffer[]} chunks
 * @param {(message: unknown) => void} take
 */
function fairlead(chunks, take) {
  const framer = new LineFramer()
  for (const chunk of chunks) {
    for (const line of framer.push(chunk)) {
      const decoded = decode(line)
      if (decoded.kind === 'message') take(decoded.message)
    }
  }
}

/**
 * @param {Buffer[]} chunks
 * @param {(line: unknown) => void} take
 */
function framing(chunks, take) {
  const framer = new LineFramer()
  for (const chunk of chunks) for (const line of framer.push(chunk)) take(line)
}

/** The same over a stream, as `readline` reads it.
 * @param {import('node:stream').Readable} input
 * @param {(message: unknown) => void} take
 */
function fairleadReader(input, take) {
  const framer = new LineFramer()
  return new Promise((resolve) => {
    input.on('end', resolve)
    input.on('data', (chunk) => {
      for (const line of framer.push(chunk)) {
        const decoded = decode(line)
        if (decoded.kind === 'message') take(decoded.message)
      }
    })
  })
}
