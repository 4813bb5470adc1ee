// @ts-check
// The state of a session: what one part of a text costs, early and late, and what a snapshot costs. README.md says what
// is measured and how.

import { deepStrictEqual } from 'node:assert/strict'
import { beginReply, delta, deltas, items } from './conversations.mjs'
import * as measure from './measure.mjs'
import * as whole from './whole-messages.mjs'

/** @typedef {import('../src/state/index.ts').SessionState} State */
/** @typedef {import('../src/state/index.ts').SessionEvent} Event */

const options = measure.readOptions(`Usage: npm run bench:state -- [options]

Measures the state of a session: parts of a text at the beginning and at the end of a long conversation, a million of
them against JSON.parse over the same lines, whole messages against the same, snapshots, and the naive way.

  --json         one JSON object on stdout and nothing else there
  --quick        fewer repeats and less input: rough figures within seconds
  --dist FOLDER  measure another build
  --help         this text
`)
/** @type {typeof import('../src/state/index.ts')} */
const { reduce, emptyState, rows, itemCount } = await measure.importBuilt('state/index.js', options.dist)

const repeats = options.quick ? 5 : 9
const timing = /** @type {const} */ ({ repeats, clock: 'processor' })
const lengths = options.quick ? [10, 1000, 25_000] : [10, 1000, 100_000]
const longest = /** @type {number} */ (lengths.at(-1))
const BLOCK = 50_000
const blocks = options.quick ? 5 : 20
const DELTAS = options.quick ? 5000 : 20_000

/**
 * @param {State} state
 * @param {readonly object[]} messages
 */
function fold(state, messages) {
  let { seq, at } = state
  for (const message of messages) {
    seq += 1
    at += 10
    state = reduce(state, /** @type {Event} */ ({ kind: 'received', message, seq, at }))
  }
  return state
}

const started = /** @type {Event} */ ({ kind: 'process-started', generation: 1, seq: 1, at: 1 })
const empty = reduce(emptyState, started)
/** A conversation with so many items. */
const ofLength = (/** @type {number} */ length) => [...items(length)]

/** One delta, when the conversation has so many items. */
async function measureDeltas() {
  const parts = Array.from({ length: DELTAS }, delta)
  /** @type {Record<string, () => State>} */
  const runs = {}
  for (const length of lengths) {
    measure.progress(`one delta after ${length} items`)
    const base = fold(fold(empty, ofLength(length)), [...beginReply('msg_open')])
    const after = fold(base, parts)
    const drafts = after.transcript.drafts.map(({ text }) => text.length)
    if (drafts.length !== 1 || !drafts[0]) throw new Error('the deltas did not make a draft')
    runs[length] = () => fold(base, parts)
  }
  const times = await measure.interleave(runs, timing)
  return measure.mapValues(times, (ms) => measure.round((ms * 1e6) / DELTAS, 1))
}

/** A long stream in blocks, each parsed and then folded, the state going on from block to block. */
async function measureMillion() {
  /** @type {number[]} */
  const parse = []
  /** @type {number[]} */
  const folding = []
  let state = fold(empty, ofLength(4))
  for (let block = -1; block < blocks; block++) {
    measure.progress(`${(block + 1) * BLOCK} deltas`)
    const lines = [...deltas(BLOCK)].map((message) => JSON.stringify(message))
    /** @type {object[]} */
    let messages = []
    const parsed = await measure.time(() => {
      messages = lines.map((line) => JSON.parse(line))
    }, timing.clock)
    const folded = await measure.time(() => {
      state = fold(state, messages)
    }, timing.clock)
    // The first block warms up.
    if (block < 0) continue
    parse.push(parsed)
    folding.push(folded)
  }
  if (rows(state).length < (blocks * BLOCK) / 500) throw new Error('the deltas did not make items')
  const perMillion = (/** @type {number[]} */ times) => Math.round((measure.median(times) * 1e6) / BLOCK)
  const half = blocks >> 1
  return {
    deltas: blocks * BLOCK,
    parseMs: perMillion(parse),
    foldMs: perMillion(folding),
    ratio: measure.round(measure.median(folding) / measure.median(parse), 2),
    lastToFirstHalf: measure.round(
      measure.median(folding.slice(half)) / measure.median(folding.slice(0, half)),
      2,
    ),
  }
}

/** Whole messages: each conversation parsed, and folded from its beginning. */
async function measureWhole() {
  const conversations = {
    'answers of 4 KB': whole.answers(options.quick ? 500 : 2000),
    'tool results of 100 KB': whole.calls(options.quick ? 50 : 200, 100_000),
    '1,000 tool calls in a turn': whole.calls(1000, 400),
    'a session of 5,000 items': whole.session(5000),
  }
  const result = []
  for (const [what, conversation] of Object.entries(conversations)) {
    measure.progress(what)
    const messages = [...conversation]
    const lines = messages.map((message) => JSON.stringify(message))
    // What is folded was parsed, as it is in a client: objects made here are laid out in another way.
    const parsed = lines.map((line) => JSON.parse(line))
    if (itemCount(fold(empty, parsed)) * 3 < messages.length) throw new Error(`${what}: too few items`)
    const parse = () => lines.map((line) => JSON.parse(line)).length
    const times = await measure.interleave({ parse, fold: () => fold(empty, parsed) }, timing)
    const each = measure.mapValues(times, (ms) => measure.round((ms * 1e3) / messages.length, 2))
    result.push({
      what,
      messages: messages.length,
      ...each,
      ratio: measure.round(times.fold / times.parse, 2),
    })
  }
  return result
}

/** A snapshot taken and restored, and the same state folded again from its lines. */
async function measureSnapshots() {
  const result = []
  for (const length of lengths) {
    measure.progress(`snapshot of ${length} items`)
    const lines = ofLength(length).map((message) => JSON.stringify(message))
    const again = () =>
      fold(
        empty,
        lines.map((line) => JSON.parse(line)),
      )
    const state = again()
    const text = JSON.stringify(state)
    deepStrictEqual(JSON.parse(text), state)
    const rounds = Math.max(1, Math.round(2000 / length))
    /** @param {() => unknown} run */
    const often = (run) => () => {
      for (let i = 0; i < rounds; i++) run()
    }
    const times = await measure.interleave(
      {
        take: often(() => JSON.stringify(state)),
        restore: often(() => JSON.parse(text)),
        again: often(again),
      },
      { ...timing, warmUps: 1 },
    )
    const ms = measure.mapValues(times, (total) => measure.round(total / rounds, 3))
    const ratio = measure.round((times.take + times.restore) / times.again, 2)
    result.push({ items: itemCount(state), bytes: text.length, ...ms, ratio })
  }
  return result
}

/** What is done without thinking: the text grows in a copy of all items, and the whole is written for each part. */
function naive(/** @type {{ items: { text: string }[] }} */ state, /** @type {string} */ part) {
  const kept = state.items.slice(0, -1)
  const last = state.items.at(-1) ?? { text: '' }
  const after = { ...state, items: [...kept, { ...last, text: last.text + part }] }
  return { after, text: JSON.stringify(after) }
}

async function measureNaive(/** @type {Record<string, number>} */ perDelta) {
  const result = []
  for (const length of lengths) {
    measure.progress(`the naive way with ${length} items`)
    const base = {
      items: Array.from({ length }, (_, i) => ({ id: `item-${i}`, kind: 'text', text: 'x'.repeat(300) })),
    }
    const parts = Math.max(3, Math.round(20_000 / length))
    const { run } = await measure.interleave(
      {
        run: () => {
          let state = base
          for (let i = 0; i < parts; i++) state = /** @type {typeof base} */ (naive(state, 'words ').after)
        },
      },
      { ...timing, warmUps: 1 },
    )
    const ns = Math.round((run * 1e6) / parts)
    const own = perDelta[length] ?? Number.NaN
    result.push({ items: length, fairleadNs: own, naiveNs: ns, times: Math.round(ns / own) })
  }
  return result
}

/**
 * @param {Record<string, number>} perDelta
 * @param {number} toParse
 * @param {Awaited<ReturnType<typeof measureWhole>>} wholes
 * @param {{ ratio: number }[]} snapshots
 */
function evaluate(perDelta, toParse, wholes, snapshots) {
  const growth = measure.round((perDelta[longest] ?? Number.NaN) / (perDelta[10] ?? Number.NaN), 2)
  const { ratio = Number.NaN } = snapshots.at(-1) ?? {}
  return [
    measure.target(`one delta at item ${longest} against item 10`, growth, 'x', { atMost: 1.5 }),
    measure.target('a million deltas against JSON.parse', toParse, 'x', { atMost: 3 }),
    ...wholes.map(({ what, ratio }) =>
      measure.target(`${what}, folded, against JSON.parse`, ratio, 'x', { atMost: 2 }),
    ),
    measure.target(`snapshot of ${longest} items, taken and restored, against folding again`, ratio, 'x', {
      atMost: 1,
    }),
  ]
}

async function run() {
  const perDelta = await measureDeltas()
  const million = await measureMillion()
  const wholes = await measureWhole()
  const snapshots = await measureSnapshots()
  const comparison = await measureNaive(perDelta)
  measure.progress('')
  const seconds = Math.round(performance.now() / 1000)
  const figures = {
    bench: 'state',
    machine: measure.machine(),
    repeats,
    seconds,
    perDelta,
    million,
    wholes,
    snapshots,
    comparison,
  }
  return { ...figures, targets: evaluate(perDelta, million.ratio, wholes, snapshots) }
}

/** @param {Awaited<ReturnType<typeof run>>} report */
function print({ machine, seconds, perDelta, million, wholes, snapshots, comparison, targets }) {
  const { deltas: total, parseMs, foldMs, ratio, lastToFirstHalf } = million
  console.log(
    [
      'Nanoseconds for one delta',
      measure.table([
        ['items', 'fairlead', 'naive', 'naive/fairlead'],
        ...comparison.map(({ items: length, fairleadNs, naiveNs, times }) => [
          `${length}`,
          `${fairleadNs}`,
          `${naiveNs}`,
          `${times}x`,
        ]),
      ]),
      `\nMilliseconds for a million deltas (${total} folded)`,
      measure.table([
        ['JSON.parse', 'fold', 'ratio', 'last half/first half'],
        [`${parseMs}`, `${foldMs}`, `${ratio}x`, `${lastToFirstHalf}x`],
      ]),
      '\nMicroseconds for a whole message',
      measure.table([
        ['conversation', 'messages', 'JSON.parse', 'fold', 'ratio'],
        ...wholes.map((row) => [
          row.what,
          ...[row.messages, row.parse, row.fold].map(String),
          `${row.ratio}x`,
        ]),
      ]),
      '\nMilliseconds for a snapshot, and for parsing and folding all again',
      measure.table([
        ['items', 'KB', 'take', 'restore', 'again', 'ratio'],
        ...snapshots.map((row) => [
          `${row.items}`,
          `${Math.round(row.bytes / 1000)}`,
          ...[row.take, row.restore, row.again].map(String),
          `${row.ratio}x`,
        ]),
      ]),
      '\nTargets',
      measure.targetTable(targets),
      `\nNode ${machine.node}, ${machine.cores} x ${machine.cpu}, load ${machine.load};`,
      `medians of ${repeats} interleaved repeats, processor time; took ${seconds} s (at ${Object.keys(perDelta).join(', ')} items)`,
    ].join('\n'),
  )
}

const report = await run()
if (options.json) console.log(JSON.stringify(report))
else print(report)
