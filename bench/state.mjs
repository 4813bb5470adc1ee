// @ts-check
// The state of a session: what one part of a text costs, early and late, and what a snapshot costs.

import { deepStrictEqual } from 'node:assert/strict'
import * as measure from './lib/measure.mjs'
import { beginReply, delta, deltas, items } from './state/conversations.mjs'
import { folder } from './state/fold.mjs'
import * as whole from './state/whole-messages.mjs'

/** @typedef {import('./lib/bench.mjs').Part} Part */

const BLOCK = 50_000
const clock = 'processor'
/** With fewer, short conversations time the compiler: 1.2x to 6x of what a session pays later was seen. */
const WARM_UPS = 30

/**
 * Whole messages, folded from the beginning of a conversation, against parsing them.
 * @param {string} row
 * @param {number} count
 * @param {(count: number) => Iterable<object>} conversation
 * @returns {Part}
 */
const wholeMessages = (row, count, conversation) => ({
  rows: [row],
  seconds: 4,
  settings: { messages: count, repeats: 9 },
  quick: { repeats: 5 },
  async measure({ dist, settings: { messages = 0, repeats = 1 } }) {
    const { fold, empty, itemCount } = await folder(dist)
    const lines = [...conversation(messages)].map((message) => JSON.stringify(message))
    // What is folded was parsed, as it is in a client: objects made here are laid out in another way.
    const parsed = lines.map((line) => JSON.parse(line))
    if (itemCount(fold(empty, parsed)) * 3 < lines.length) throw new Error(`${row}: too few items`)
    const parse = () => lines.map((line) => JSON.parse(line)).length
    const times = await measure.interleave(
      { parse, fold: () => fold(empty, parsed) },
      { repeats, clock, warmUps: WARM_UPS },
    )
    const each = (/** @type {number} */ ms) => (ms * 1000) / lines.length
    return { [row]: { fairlead: each(times.fold), limit: each(times.parse) } }
  },
})

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about:
    'the state of a session: parts of a text early and late, a million of them, whole messages, snapshots',
  parts: {
    delta: {
      rows: ['delta-growth'],
      seconds: 8,
      settings: { items: 100_000, deltas: 20_000, repeats: 5 },
      quick: { items: 25_000, deltas: 5000 },
      async measure({ dist, settings: { items: longest = 0, deltas: count = 0, repeats = 1 } }) {
        const { fold, empty } = await folder(dist)
        const parts = Array.from({ length: count }, delta)
        const at = (/** @type {number} */ length) => {
          const base = fold(fold(empty, items(length)), beginReply('msg_open'))
          return () => fold(base, parts)
        }
        const runs = { early: at(10), middle: at(1000), late: at(longest) }
        const { early, late } = await measure.interleave(runs, { repeats, clock })
        return { 'delta-growth': late / early }
      },
    },

    // A long stream in blocks, each parsed and then folded, the state going on from block to block.
    million: {
      rows: ['million', 'million-growth'],
      seconds: 11,
      settings: { blocks: 20 },
      quick: { blocks: 6 },
      async measure({ dist, progress, settings: { blocks = 0 } }) {
        const { fold, empty, rows } = await folder(dist)
        /** @type {{ parse: number, fold: number }[]} */
        const times = []
        let state = fold(empty, items(4))
        // The first block warms up.
        for (let block = 0; block <= blocks; block++) {
          progress(`${block * BLOCK} deltas`)
          const lines = [...deltas(BLOCK)].map((message) => JSON.stringify(message))
          /** @type {object[]} */
          let messages = []
          const parsed = await measure.time(() => {
            messages = lines.map((line) => JSON.parse(line))
          }, clock)
          const folded = await measure.time(() => {
            state = fold(state, messages)
          }, clock)
          if (block > 0) times.push({ parse: parsed, fold: folded })
        }
        if (rows(state).length < (blocks * BLOCK) / 500) throw new Error('the deltas did not make items')
        const perMillion = (/** @type {number[]} */ ms) => (measure.median(ms) * 1e6) / BLOCK
        const folding = times.map((it) => it.fold)
        const half = blocks >> 1
        return {
          million: { fairlead: perMillion(folding), limit: perMillion(times.map((it) => it.parse)) },
          'million-growth': measure.median(folding.slice(half)) / measure.median(folding.slice(0, half)),
        }
      },
    },

    answers: wholeMessages('answers', 2000, whole.answers),
    results: wholeMessages('results', 200, (count) => whole.calls(count, 100_000)),
    calls: wholeMessages('calls', 1000, (count) => whole.calls(count, 400)),
    parallel: wholeMessages('parallel', 1000, (count) => whole.parallelCalls(count, 400)),
    session: wholeMessages('session', 5000, whole.session),

    snapshot: {
      rows: ['snapshot'],
      seconds: 8,
      settings: { items: 100_000, repeats: 3 },
      quick: { items: 25_000, repeats: 1 },
      async measure({ dist, settings: { items: length = 0, repeats = 1 } }) {
        const { fold, empty } = await folder(dist)
        const lines = [...items(length)].map((message) => JSON.stringify(message))
        const again = () =>
          fold(
            empty,
            lines.map((line) => JSON.parse(line)),
          )
        const state = again()
        const text = JSON.stringify(state)
        deepStrictEqual(JSON.parse(text), state)
        const runs = { take: () => JSON.stringify(state), restore: () => JSON.parse(text), again }
        const times = await measure.interleave(runs, { repeats, clock, warmUps: 1 })
        return { snapshot: { fairlead: times.take + times.restore, limit: times.again } }
      },
    },
  },
}
