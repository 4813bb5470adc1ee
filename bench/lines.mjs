// @ts-check
// Framing and decode side by side with the least that can be done. README.md says what is measured and how.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as measure from './measure.mjs'
import { STREAMS } from './streams.mjs'

/** @typedef {import('./lines-worker.mjs').ChunkSize} ChunkSize */
/** @typedef {import('./lines-worker.mjs').Figures} Figures */
/** @typedef {import('./lines-worker.mjs').Orders} Orders */

const options = measure.readOptions(`Usage: npm run bench:lines -- [options]

Measures framing and decode against bare split + JSON.parse and against readline + JSON.parse.

  --json         one JSON object on stdout and nothing else there
  --quick        fewer repeats and less input: rough figures in a minute and a half
  --dist FOLDER  measure another build
  --help         this text
`)
await measure.importBuilt('protocol/index.js', options.dist) // ends here if there is no build

const KIB = 1024
const MIB = 1024 * KIB
const PIPE_CHUNK = 64 * KIB
/** Each part is measured in so many programs, one after the other. */
const programs = options.quick ? 3 : 5
const turns = { repeats: options.quick ? 3 : 7, warmUps: 8 }
const portion = options.quick ? 0.5 : 1
/**
 * Input by chunk size: the smaller the chunks, the slower each byte.
 * @type {[ChunkSize, number][]}
 */
const inputs = [
  [1, portion * 128 * KIB],
  [16, portion * MIB],
  [256, portion * 3 * MIB],
  ['line', portion * 3 * MIB],
  [4 * KIB, portion * 4 * MIB],
  [PIPE_CHUNK, portion * 4 * MIB],
]
const memoryBytes = (options.quick ? 256 : 1024) * MIB

/**
 * Runs a task in a program of its own.
 * @template {keyof Orders} Task
 * @param {Task} task
 * @param {Orders[Task]} order
 * @returns {Promise<Figures[Task]>}
 */
async function inProgram(task, order) {
  const worker = fileURLToPath(new URL('lines-worker.mjs', import.meta.url))
  const args = [worker, task, JSON.stringify(order), ...(options.dist === undefined ? [] : [options.dist])]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

/**
 * @template {keyof Orders} Task
 * @param {Task} task
 * @param {Orders[Task]} order
 */
async function inPrograms(task, order) {
  const figures = []
  for (let i = 0; i < programs; i++) figures.push(await inProgram(task, order))
  return figures
}

/**
 * The limit that comes nearest: `speed` is ours as a ratio of it, the median over all programs.
 * @param {Record<string, number>[]} times milliseconds, by competitor, of each program
 */
function against(times) {
  const [{ fairlead: _, ...limits } = {}] = times
  const speeds = measure.mapValues(limits, (_, name) =>
    measure.median(times.map((ms) => (ms[name] ?? Number.NaN) / (ms.fairlead ?? Number.NaN))),
  )
  const variant = measure.smallest(speeds)
  return { variant, speed: measure.round(speeds[variant] ?? Number.NaN, 2) }
}

/**
 * @param {string} stream
 * @param {ChunkSize} chunkBytes
 * @param {number} bytes
 */
async function measureRate(stream, chunkBytes, bytes) {
  const figures = await inPrograms('rate', { ...turns, stream, chunkBytes, bytes })
  const { messages, lineBytes } = /** @type {Figures['rate']} */ (figures[0])
  const direct = figures.map((figure) => figure.direct)
  const overStream = figures.map((figure) => figure.overStream)
  const bare = against(direct)
  const readline = against(overStream)
  /** @param {Record<string, number>[]} times @param {string} name */
  const perSecond = (times, name) =>
    Math.round(messages / (measure.median(times.map((ms) => ms[name] ?? Number.NaN)) / 1000))
  return {
    stream,
    chunkBytes,
    messages,
    lineBytes,
    fairlead: perSecond(direct, 'fairlead'),
    bare: perSecond(direct, bare.variant),
    bareVariant: bare.variant,
    ofBare: bare.speed,
    fairleadOverStream: perSecond(overStream, 'fairlead'),
    readline: perSecond(overStream, readline.variant),
    readlineVariant: readline.variant,
    ofReadline: readline.speed,
  }
}

async function measureRates() {
  const rates = []
  for (const stream of STREAMS) {
    for (const [chunkBytes, size] of inputs) {
      measure.progress(`rates: ${stream}, chunks of ${sizeOf(chunkBytes)}`)
      rates.push(await measureRate(stream, chunkBytes, size))
    }
  }
  return rates
}

async function measureLongLines() {
  const longLines = []
  for (const text of /** @type {const} */ (['plain', 'multi-byte'])) {
    measure.progress(`a 10 MB line: ${text} text`)
    for (const decoded of [true, false]) {
      const figures = await inPrograms('longLine', { ...turns, text, decoded, bytes: 10 * MIB })
      /** @param {(figure: Figures['longLine']) => number} of */
      const middle = (of) => measure.round(measure.median(figures.map(of)), 2)
      longLines.push({
        text,
        work: decoded ? 'framing + decode' : 'framing',
        nsPerByte: { long: middle(({ long }) => long), short: middle(({ short }) => short) },
        ratio: middle(({ long, short }) => long / short),
      })
    }
  }
  return longLines
}

/**
 * @param {Awaited<ReturnType<typeof measureRates>>} rates
 * @param {Awaited<ReturnType<typeof measureLongLines>>} longLines
 * @param {Figures['memory']} memory
 */
function evaluate(rates, longLines, memory) {
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
      `medians of ${turns.repeats} interleaved repeats in each of ${programs} programs, processor time; took ${seconds} s`,
    ].join('\n'),
  )
}

async function run() {
  measure.progress(`memory over ${sizeOf(memoryBytes)}`)
  const memory = await inProgram('memory', { bytes: memoryBytes })
  const rates = await measureRates()
  const longLines = await measureLongLines()
  const targets = evaluate(rates, longLines, memory)
  measure.progress('')
  const seconds = Math.round(performance.now() / 1000)
  const machine = measure.machine()
  return {
    bench: 'lines',
    machine,
    programs,
    repeats: turns.repeats,
    seconds,
    rates,
    longLines,
    memory,
    targets,
  }
}

const report = await run()
if (options.json) console.log(JSON.stringify(report))
else print(report)
