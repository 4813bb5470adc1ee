// @ts-check
// Framing and decode side by side with the least that can be done. README.md says what is measured and how.

import { deepStrictEqual } from 'node:assert/strict'
import { bareSplitters, readlineReaders, streamOf } from './limits.mjs'
import * as measure from './measure.mjs'
import { cut, makeLongLine, makeStream, STREAMS } from './streams.mjs'

/** @typedef {import('./limits.mjs').Take} Take */
/** @typedef {{ bytes: Buffer, messages: number }} Input */

const options = measure.readOptions(`Usage: npm run bench:lines -- [options]

Measures framing and decode against bare split + JSON.parse and against readline + JSON.parse.

  --json         one JSON object on stdout and nothing else there
  --quick        fewer repeats and less input: rough figures within seconds
  --dist FOLDER  measure another build
  --help         this text
`)
/** @type {typeof import('../src/protocol/index.ts')} */
const { LineFramer, decode } = await measure.importBuilt('protocol/index.js', options.dist)

const KIB = 1024
const MIB = 1024 * KIB
const PIPE_CHUNK = 64 * KIB
const repeats = options.quick ? 5 : 15
const warmUps = options.quick ? 3 : 6
const timing = /** @type {const} */ ({ repeats, warmUps, clock: 'processor' })
const portion = options.quick ? 0.25 : 1
/** @typedef {number | 'line'} ChunkSize */
/**
 * Input by chunk size: the smaller the chunks, the slower each byte.
 * @type {[ChunkSize, number][]}
 */
const inputs = [
  [1, portion * 128 * KIB],
  [16, portion * MIB],
  [256, portion * 4 * MIB],
  ['line', portion * 4 * MIB],
  [4 * KIB, portion * 8 * MIB],
  [PIPE_CHUNK, portion * 8 * MIB],
]
const memoryBytes = (options.quick ? 256 : 1024) * MIB

/**
 * @param {import('../src/protocol/index.ts').LineFramer} framer
 * @param {Buffer} chunk
 * @param {Take} take
 */
function feed(framer, chunk, take) {
  for (const line of framer.push(chunk)) {
    const decoded = decode(line)
    if (decoded.kind === 'message') take(decoded.message)
  }
}

/** @type {import('./limits.mjs').Splitter} */
function fairlead(chunks, take) {
  const framer = new LineFramer()
  for (const chunk of chunks) feed(framer, chunk, take)
}

/** @type {import('./limits.mjs').Splitter} */
function framingAlone(chunks, take) {
  const framer = new LineFramer()
  for (const chunk of chunks) for (const line of framer.push(chunk)) take(line)
}

/** @type {import('./limits.mjs').Reader} */
function fairleadReader(input, take) {
  const framer = new LineFramer()
  input.on('data', (chunk) => feed(framer, chunk, take))
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

/**
 * @param {string} stream
 * @param {ChunkSize} chunkBytes
 * @param {Input} input
 */
async function measureRate(stream, chunkBytes, { bytes, messages }) {
  await checkCompetitors(stream, chunkBytes)
  const chunks = cut(bytes, chunkBytes)
  const splits = measure.mapValues(splitters, (split, name) =>
    counted(name, messages, (take) => split(chunks, take)),
  )
  const reads = measure.mapValues(readers, (read, name) =>
    counted(name, messages, (take) => read(streamOf(chunks), take)),
  )
  const { fairlead: direct, ...bare } = await measure.interleave(splits, timing)
  const { fairlead: overStream, ...readline } = await measure.interleave(reads, timing)
  const bareVariant = measure.smallest(bare)
  const readlineVariant = measure.smallest(readline)
  /** @param {number} ms */
  const perSecond = (ms) => Math.round(messages / (ms / 1000))
  return {
    stream,
    chunkBytes,
    messages,
    lineBytes: Math.round(bytes.length / messages),
    fairlead: perSecond(direct),
    bare: perSecond(bare[bareVariant]),
    bareVariant,
    ofBare: measure.round(bare[bareVariant] / direct, 2),
    fairleadOverStream: perSecond(overStream),
    readline: perSecond(readline[readlineVariant]),
    readlineVariant,
    ofReadline: measure.round(readline[readlineVariant] / overStream, 2),
  }
}

async function measureRates() {
  const rates = []
  for (const stream of STREAMS) {
    for (const [chunkBytes, size] of inputs) {
      measure.progress(`rates: ${stream}, chunks of ${sizeOf(chunkBytes)}`)
      rates.push(await measureRate(stream, chunkBytes, makeStream(stream, size)))
    }
  }
  return rates
}

/** Nanoseconds per byte of a 10 MB line and of short lines with the same characters. */
async function measureLongLines() {
  const longLines = []
  for (const text of /** @type {const} */ (['plain', 'multi-byte'])) {
    measure.progress(`a 10 MB line: ${text} text`)
    const short = makeStream(text === 'plain' ? 'deltas' : 'multi-byte', 10 * MIB)
    const long = { bytes: makeLongLine(short.bytes), messages: 1 }
    const longChunks = cut(long.bytes, PIPE_CHUNK)
    const shortChunks = cut(short.bytes, PIPE_CHUNK)
    for (const [work, split] of Object.entries({ 'framing + decode': fairlead, framing: framingAlone })) {
      const ms = await measure.interleave(
        {
          long: counted(work, long.messages, (take) => split(longChunks, take)),
          short: counted(work, short.messages, (take) => split(shortChunks, take)),
        },
        timing,
      )
      const perByte = {
        long: (ms.long * 1e6) / long.bytes.length,
        short: (ms.short * 1e6) / short.bytes.length,
      }
      longLines.push({
        text,
        work,
        nsPerByte: { long: measure.round(perByte.long, 2), short: measure.round(perByte.short, 2) },
        ratio: measure.round(perByte.long / perByte.short, 2),
      })
    }
  }
  return longLines
}

/** One framer that is fed the same chunks over and over. */
async function measureMemory() {
  const { bytes } = makeStream('with 100 KB results', 4 * MIB)
  const chunks = cut(bytes, PIPE_CHUNK)
  const framer = new LineFramer()
  const rounds = Math.ceil(memoryBytes / bytes.length)
  measure.progress(`memory over ${sizeOf(memoryBytes)}`)
  const memory = await measure.memoryOver(rounds, () => {
    for (const chunk of chunks) feed(framer, chunk, count)
  })
  return { inputBytes: rounds * bytes.length, ...memory }
}

/**
 * @param {Awaited<ReturnType<typeof measureRates>>} rates
 * @param {Awaited<ReturnType<typeof measureLongLines>>} longLines
 * @param {Awaited<ReturnType<typeof measureMemory>>} memory
 */
function judge(rates, longLines, memory) {
  /** @type {measure.Target[]} */
  const targets = []
  for (const [limit, field, atLeast] of /** @type {const} */ ([
    ['best bare', 'ofBare', 0.9],
    ['readline', 'ofReadline', 1],
  ])) {
    for (const stream of STREAMS) {
      const all = rates.filter((rate) => rate.stream === stream)
      const worst = all.reduce((least, rate) => (rate[field] < least[field] ? rate : least))
      for (const rate of all) {
        if (rate.chunkBytes !== PIPE_CHUNK && rate !== worst) continue
        const where = `${sizeOf(rate.chunkBytes)}${rate === worst ? ', the worst' : ''}`
        const what = `speed of ${limit}: ${stream} (${where})`
        targets.push(measure.target(what, rate[field], 'x', { atLeast }))
      }
    }
  }
  for (const { text, work, ratio } of longLines) {
    if (work !== 'framing + decode') continue
    const what = `10 MB line: time per byte of short lines, ${text}`
    targets.push(measure.target(what, ratio, 'x', { atMost: 1 }))
  }
  for (const [field, atMost] of /** @type {const} */ ([
    ['live', 1],
    ['peak', 32], // it also depends on when V8 collects; a leak of all input would be hundreds
  ])) {
    const what = `memory over ${sizeOf(memory.inputBytes)}: growth, ${field}`
    const growth = measure.round(memory.last[field] - memory.first[field], 1)
    targets.push(measure.target(what, growth, ' MB', { atMost }))
  }
  return targets
}

/** @param {ChunkSize} bytes */
function sizeOf(bytes) {
  if (bytes === 'line') return 'a line'
  if (bytes >= MIB) return `${Math.round(bytes / MIB)} MiB`
  return bytes >= KIB ? `${Math.round(bytes / KIB)} KiB` : `${bytes} B`
}

/** @param {number} perSecond */
const thousands = (perSecond) => `${(perSecond / 1000).toFixed(perSecond < 100_000 ? 1 : 0)} k`

/** @param {Awaited<ReturnType<typeof run>>} report */
function print({ machine, seconds, rates, longLines, memory, targets }) {
  const rateRows = rates.map((rate) => [
    `${rate.stream} (${rate.lineBytes} B)`,
    sizeOf(rate.chunkBytes),
    thousands(rate.fairlead),
    thousands(rate.bare),
    `${rate.ofBare.toFixed(2)}x`,
    rate.bareVariant,
    thousands(rate.fairleadOverStream),
    thousands(rate.readline),
    `${rate.ofReadline.toFixed(2)}x`,
    rate.readlineVariant,
  ])
  const longRows = longLines.map(({ text, work, nsPerByte, ratio }) => [
    `${text}, ${work}`,
    nsPerByte.long.toFixed(2),
    nsPerByte.short.toFixed(2),
    `${ratio.toFixed(2)}x`,
  ])
  const memoryRows = /** @type {const} */ (['live', 'peak']).map((field) => [
    field,
    memory.first[field].toFixed(1),
    memory.last[field].toFixed(1),
  ])
  console.log(
    [
      'Messages per second of processor time (mean line in brackets)',
      measure.table([
        [
          'stream',
          'chunk',
          'fairlead',
          'bare',
          'ratio',
          'best',
          'over a stream',
          'readline',
          'ratio',
          'best',
        ],
        ...rateRows,
      ]),
      '\nNanoseconds per byte, 64 KiB chunks',
      measure.table([['', '10 MB line', 'short lines', 'ratio'], ...longRows]),
      `\nMemory in MB over ${sizeOf(memory.inputBytes)}`,
      measure.table([['', 'first quarter', 'last quarter'], ...memoryRows]),
      '\nTargets',
      measure.targetTable(targets),
      `\nNode ${machine.node}, ${machine.cores} x ${machine.cpu}, load ${machine.load};`,
      `medians of ${repeats} interleaved repeats, processor time; took ${seconds} s`,
    ].join('\n'),
  )
}

async function run() {
  const memory = await measureMemory() // first: the other inputs are not there yet
  const rates = await measureRates()
  const longLines = await measureLongLines()
  const targets = judge(rates, longLines, memory)
  measure.progress('')
  const seconds = Math.round(performance.now() / 1000)
  return { bench: 'lines', machine: measure.machine(), repeats, seconds, rates, longLines, memory, targets }
}

const report = await run()
if (options.json) console.log(JSON.stringify(report))
else print(report)
