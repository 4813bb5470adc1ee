// @ts-check
// What is played with the simulator: everything that it offers, and every fault.

/** @typedef {import('./record.mjs').Play} Play */

const nobody = () => {}

/** @param {any} approval */
function allowAll(approval) {
  if (approval.kind !== 'question') return approval.allow()
  const first = approval.questions.map((/** @type {any} */ { question, options }) => [
    question,
    options[0].label,
  ])
  approval.answer(Object.fromEntries(first))
}

/** @param {string} text @param {object} [options] @returns {Play} */
const oneTurn = (text, options) => async (stage) => {
  stage.decide = allowAll
  await stage.open(options)
  await stage.turn(text)
}

/** A turn with a tool that asks. @param {string} fault @param {object} [more] @returns {Play} */
const withFault = (fault, more) => oneTurn('run something that fails', { ...faulty(fault), ...more })

/** A process that ends by itself in that turn, or says nothing more. @param {string} fault @returns {Play} */
const until =
  (fault, what = 'exit') =>
  async (stage) => {
    stage.decide = fault.includes('@approval') ? nobody : allowAll
    await stage.open({ ...faulty(fault), wait: !fault.includes('@start') })
    try {
      stage.prompt('run something that fails')
    } catch {
      // Gone before anything could be sent.
    }
    if (what === 'exit') await stage.until('exit')
    else await stage.pause(700)
  }

/** @param {string} fault */
const faulty = (fault) => ({
  env: { FAIRLEAD_SIM_FAULTS: fault },
  closeWaits: { afterEndOfInput: 300, afterSigterm: 300 },
  controlTimeout: 5000,
})

/** @type {Record<string, Play>} */
export const simulatorPlays = {
  hello: oneTurn('good morning'),
  'fix-the-bug': oneTurn('fix the bug'),
  'fix-the-bug-denied': async (stage) => {
    stage.decide = (approval) => approval.deny('not today')
    await stage.open()
    await stage.turn('fix the bug')
  },
  'make-a-plan': oneTurn('make a plan'),
  'ask-me-some-questions': oneTurn('ask me some questions'),
  'explain-how-it-works': oneTurn('explain how it works'),
  'use-subagents': async (stage) => {
    await oneTurn('use subagents')(stage)
    await stage.until('result')
    await stage.pause(1500)
  },
  'run-something-that-fails': oneTurn('run something that fails'),
  'what-if-the-API-is-down': oneTurn('what if the API is down'),

  'fault-stall': until('stall@delta:3', 'silence'),
  'fault-stall-at-start': until('stall@start', 'silence'),
  'fault-exit': until('exit@delta:3=3'),
  'fault-exit-at-start': until('exit@start=7'),
  'fault-exit-in-approval': until('exit@approval=9'),
  'fault-exit-in-tool': until('exit@tool=1'),
  'fault-exit-at-result': until('exit@result=2'),
  'fault-noise': withFault('noise'),
  'fault-garbage': withFault('garbage'),
  'fault-split': withFault('split'),
  'fault-bytes': withFault('bytes'),
  'fault-cut-utf8': withFault('cut-utf8'),
  'fault-huge-line': withFault('huge-line'),
  'fault-duplicate': withFault('duplicate'),
  'fault-reorder': withFault('reorder'),
  'fault-unknown-types': withFault('unknown-types'),
  'fault-stderr-flood': withFault('stderr-flood'),
  'fault-deaf': until('deaf@start', 'silence'),
  'fault-ignore-sigterm': withFault('ignore-sigterm'),
  'fault-slow-start': withFault('slow-start=50'),
}

/** The first version of the protocol: no echo with a mark, no lifecycle. @type {Record<string, Play>} */
export const oldSimulatorPlays = {
  hello: oneTurn('good morning'),
  'fix-the-bug': oneTurn('fix the bug'),
  'two-turns': async (stage) => {
    await oneTurn('good morning')(stage)
    await stage.turn('good morning')
  },
}
