// @ts-check
// A program of its own for one part of `lines`, so that no part has the garbage and the compiled code of another.
// Told by its arguments what to measure; answers with one JSON object on stdout.

import { deepStrictEqual } from 'node:assert/strict'
import { bareSplitters, readlineReaders, streamOf } from './limits.mjs'
import * as measure from './measure.mjs'
import { cut, makeLongLine, makeStream } from './streams.mjs'

/** @typedef {import('./limits.mjs').Take} Take */
/** @typedef {import('./limits.mjs').Splitter} Splitter */
/** @typedef {number | 'line'} ChunkSize */
/** @typedef {{ repeats: number, warmUps: number }} Turns */
/** @typedef {{ [Task in keyof typeof tasks]: Awaited<ReturnType<(typeof tasks)[Task]>> }} Figures */
/** @typedef {{ [Task in keyof typeof tasks]: Parameters<(typeof tasks)[Task]>[0] }} Orders */

const PIPE_CHUNK = 64 * 1024
const [task = '', order = '', dist] = process.argv.slice(2)
/** @type {typeof import('../src/protocol/index.ts')} */
const { LineFramer, decode } = await measure.importBuilt('protocol/index.js', dist)

/** @type {Splitter} */
function fairlead(chunks, take) {
  const framer = new LineFramer()
  for (const chunk of chunks) {
    for (const line of framer.push(chunk)) {
      const decoded = decode(line)
      if (decoded.kind === 'message') take(decoded.message)
    }
  }
}

/** @type {Splitter} */
function framingAlone(chunks, take) {
  const framer = new LineFramer()
  for (const chunk of chunks) for (const line of framer.push(chunk)) take(line)
}

/** @type {import('./limits.mjs').Reader} */
function fairleadReader(input, take) {
  const framer = new LineFramer()
  input.on('data', (chunk) => {
    for (const line of framer.push(chunk)) {
      const decoded = decode(line)
      if (decoded.kind === 'message') take(decoded.message)
    }
  })
  return new Promise((resolve) => input.on('end', resolve))
}

const splitters = { fairlead, ...bareSplitters }
const readers = { fairlead: fairleadReader, ...readlineReaders }

let taken = 0
/** Where all messages go while time is taken. */
const count = () => {
  taken += 1
}

/**
 * Makes a run that fails if it does not yield every message.
 * @param {string} name
 * @param {number} messages
 * @param {(take: Take) => unknown} work
 * @returns {measure.Run}
 */
function counted(name, messages, work) {
  const check = () => {
    if (taken !== messages) throw new Error(`${name}: ${taken} messages instead of ${messages}`)
  }
  return () => {
    taken = 0
    const result = work(count)
    if (result instanceof Promise) return result.then(check)
    check()
  }
}

/**
 * Fails unless every competitor yields the messages of the stream, whatever the chunk borders.
 * @param {string} stream
 * @param {ChunkSize} chunkBytes
 */
async function checkCompetitors(stream, chunkBytes) {
  const { bytes } = makeStream(stream, 2 * PIPE_CHUNK)
  const chunks = cut(bytes, chunkBytes)
  const lines = bytes.toString().split('\n').slice(0, -1)
  const expected = lines.map((line) => JSON.parse(line))
  /** @param {(take: Take) => unknown} work */
  const check = async (work) => {
    /** @type {unknown[]} */
    const messages = []
    await work((message) => messages.push(message))
    deepStrictEqual(messages, expected)
  }
  for (const split of Object.values(splitters)) await check((take) => split(chunks, take))
  for (const read of Object.values(readers)) await check((take) => read(streamOf(chunks), take))
}

const tasks = {
  /**
   * Milliseconds of each competitor.
   * @param {Turns & { stream: string, chunkBytes: ChunkSize, bytes: number }} order
   */
  async rate({ stream, chunkBytes, bytes: atLeast, ...turns }) {
    await checkCompetitors(stream, chunkBytes)
    const { bytes, messages } = makeStream(stream, atLeast)
    const chunks = cut(bytes, chunkBytes)
    const splits = measure.mapValues(splitters, (split, name) =>
      counted(name, messages, (take) => split(chunks, take)),
    )
    const reads = measure.mapValues(readers, (read, name) =>
      counted(name, messages, (take) => read(streamOf(chunks), take)),
    )
    const timing = /** @type {const} */ ({ ...turns, clock: 'processor' })
    const direct = await measure.interleave(splits, timing)
    const overStream = await measure.interleave(reads, timing)
    return { messages, lineBytes: Math.round(bytes.length / messages), direct, overStream }
  },

  /**
   * Nanoseconds per byte of one long line and of short lines with the same characters.
   * @param {Turns & { text: 'plain' | 'multi-byte', bytes: number, decoded: boolean }} order
   */
  async longLine({ text, bytes, decoded, ...turns }) {
    const short = makeStream(text === 'plain' ? 'deltas' : 'multi-byte', bytes)
    const long = { bytes: makeLongLine(short.bytes), messages: 1 }
    const longChunks = cut(long.bytes, PIPE_CHUNK)
    const shortChunks = cut(short.bytes, PIPE_CHUNK)
    const split = decoded ? fairlead : framingAlone
    const ms = await measure.interleave(
      {
        long: counted('long', long.messages, (take) => split(longChunks, take)),
        short: counted('short', short.messages, (take) => split(shortChunks, take)),
      },
      { ...turns, clock: 'processor' },
    )
    return { long: (ms.long * 1e6) / long.bytes.length, short: (ms.short * 1e6) / short.bytes.length }
  },

  /**
   * One framer that is fed the same chunks over and over.
   * @param {{ bytes: number }} order
   */
  async memory({ bytes: atLeast }) {
    const { bytes } = makeStream('with 100 KB results', 4 * 1024 * 1024)
    const chunks = cut(bytes, PIPE_CHUNK)
    const framer = new LineFramer()
    const rounds = Math.ceil(atLeast / bytes.length)
    const memory = await measure.memoryOver(rounds, () => {
      for (const chunk of chunks) for (const line of framer.push(chunk)) decode(line)
    })
    return { inputBytes: rounds * bytes.length, ...memory }
  },
}

const run = /** @type {(order: object) => Promise<object>} */ (Reflect.get(tasks, task))
process.stdout.write(JSON.stringify(await run(JSON.parse(order))))
