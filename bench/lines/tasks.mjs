// @ts-check
// What `lines` measures, each in a program of its own, so that none has the garbage and the compiled code of another.

import { deepStrictEqual } from 'node:assert/strict'
import * as measure from '../lib/measure.mjs'
import { bareSplitters, readlineReaders, streamOf } from './limits.mjs'
import { cut, makeLongLine, makeStream } from './streams.mjs'

/** @typedef {import('./limits.mjs').Take} Take */
/** @typedef {import('./limits.mjs').Splitter} Splitter */
/** @typedef {import('./limits.mjs').Reader} Reader */
/** @typedef {import('./streams.mjs').Stream} Stream */
/** @typedef {import('./streams.mjs').ChunkSize} ChunkSize */
/** @typedef {{ dist: string, repeats: number, warmUps: number }} Turns */
/** @typedef {typeof import('../../src/protocol/index.ts')} Protocol */

const PIPE_CHUNK = 64 * 1024

/** @param {string} dist */
async function ours(dist) {
  /** @type {Protocol} */
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

  /** @type {Reader} */
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
  return { LineFramer, decode, fairlead, fairleadReader }
}

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
 * @param {Stream} stream
 * @param {ChunkSize} chunk
 * @param {{ splitters: Record<string, Splitter>, readers: Record<string, Reader> }} competitors
 */
async function checkCompetitors(stream, chunk, { splitters, readers }) {
  const { bytes } = makeStream(stream, 2 * PIPE_CHUNK)
  const chunks = cut(bytes, chunk)
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

/**
 * Messages per second of processor time: against the best bare split, and over a stream against the best `readline`.
 * @param {Turns & { stream: Stream, chunk: ChunkSize, bytes: number }} order
 */
export async function measureRate({ dist, stream, chunk, bytes: atLeast, ...turns }) {
  const { fairlead, fairleadReader } = await ours(dist)
  const splitters = { fairlead, ...bareSplitters }
  const readers = { fairlead: fairleadReader, ...readlineReaders }
  await checkCompetitors(stream, chunk, { splitters, readers })
  const { bytes, messages } = makeStream(stream, atLeast)
  const chunks = cut(bytes, chunk)
  const timing = /** @type {const} */ ({ ...turns, clock: 'processor' })
  const direct = await measure.interleave(
    measure.mapValues(splitters, (split, name) => counted(name, messages, (take) => split(chunks, take))),
    timing,
  )
  const overStream = await measure.interleave(
    measure.mapValues(readers, (read, name) =>
      counted(name, messages, (take) => read(streamOf(chunks), take)),
    ),
    timing,
  )
  const bare = best(direct)
  const readline = best(overStream)
  const perSecond = (/** @type {number} */ ms) => (messages / ms) * 1000
  return {
    direct: { fairlead: perSecond(direct.fairlead), limit: perSecond(bare) },
    overStream: { fairlead: perSecond(overStream.fairlead), official: perSecond(readline) },
  }
}

/** The shortest time of the others. @param {Record<string, number>} times */
const best = ({ fairlead: _, ...others }) => Math.min(...Object.values(others))

/**
 * Nanoseconds per byte of one long line and, as the limit, of short lines with the same characters.
 * @param {Turns & { text: 'plain' | 'multi-byte', bytes: number }} order
 */
export async function measureLongLine({ dist, text, bytes, ...turns }) {
  const { fairlead } = await ours(dist)
  const short = makeStream(text === 'plain' ? 'deltas' : 'multi-byte', bytes)
  const long = { bytes: makeLongLine(short.bytes), messages: 1 }
  const longChunks = cut(long.bytes, PIPE_CHUNK)
  const shortChunks = cut(short.bytes, PIPE_CHUNK)
  const ms = await measure.interleave(
    {
      long: counted('long', long.messages, (take) => fairlead(longChunks, take)),
      short: counted('short', short.messages, (take) => fairlead(shortChunks, take)),
    },
    { ...turns, clock: 'processor' },
  )
  return { fairlead: (ms.long * 1e6) / long.bytes.length, limit: (ms.short * 1e6) / short.bytes.length }
}

/**
 * One framer that is fed the same chunks over and over.
 * @param {{ dist: string, bytes: number }} order
 */
export async function measureMemory({ dist, bytes: atLeast }) {
  const { LineFramer, decode } = await ours(dist)
  const { bytes } = makeStream('results', 4 * 1024 * 1024)
  const chunks = cut(bytes, PIPE_CHUNK)
  const framer = new LineFramer()
  return measure.memoryOver(Math.ceil(atLeast / bytes.length), () => {
    for (const chunk of chunks) for (const line of framer.push(chunk)) decode(line)
  })
}
