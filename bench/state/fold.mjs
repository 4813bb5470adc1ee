// @ts-check
// Folds messages as the CLI sends them into the state of a session.

import { importBuilt } from '../lib/measure.mjs'

/** @typedef {import('../../src/state/index.ts').SessionState} State */
/** @typedef {import('../../src/state/index.ts').SessionEvent} Event */

/** @typedef {(state: State, window: number) => State} Windowed */

/** @param {string} dist */
export async function folder(dist) {
  /** @type {typeof import('../../src/state/index.ts')} */
  const { reduce, emptyState, rows, itemCount, ...more } = await importBuilt('state/index.js', dist)
  const started = /** @type {Event} */ ({ kind: 'process-started', generation: 1, seq: 1, at: 1 })

  /**
   * @param {State} state
   * @param {Iterable<object>} messages
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
  const empty = reduce(emptyState, started)
  return { fold, rows, itemCount, empty, windowed: windowedBy(more) }
}

/**
 * With a window, or undefined where a build has none.
 * @param {object} module
 * @returns {Windowed | undefined}
 */
const windowedBy = (module) => Reflect.get(module, 'windowed')
