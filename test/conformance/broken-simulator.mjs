// @ts-check
// The simulator with one behaviour broken: `FAIRLEAD_SIM_BREAK` says which. What it writes passes through here, line
// by line, and ends with it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const simulator = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))
const broken = process.env.FAIRLEAD_SIM_BREAK ?? ''

/** @typedef {{ [field: string]: any }} Message */
/** Each gets a message and may change it, or answer false to have it left out. */
/** @type {{ [name: string]: (message: Message) => boolean | void }} */
const breaks = {
  cost: (message) => {
    if (message.type === 'result') message.total_cost_usd = 0.25
  },
  stop_reason: (message) => {
    if (message.type === 'assistant') message.message.stop_reason = 'end_turn'
  },
  init: (message) => message.subtype !== 'init' || !seen.has('init'),
  marker: (message) => {
    if (JSON.stringify(message.message ?? '').includes('[Request interrupted')) message.isSynthetic = true
  },
  cancel: (message) => message.type !== 'control_cancel_request',
}
/** The subtypes that were passed on. */
const seen = new Set()

const child = spawn(process.execPath, [simulator, ...process.argv.slice(2)], {
  stdio: ['inherit', 'pipe', 'inherit'],
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal))
createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
  if (!line.startsWith('{')) return void process.stdout.write(`${line}\n`)
  const message = JSON.parse(line)
  if (breaks[broken]?.(message) === false) return
  seen.add(message.subtype)
  process.stdout.write(`${JSON.stringify(message)}\n`)
})
child.on('close', (code, signal) => {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = broken === 'exit_code' ? 0 : (code ?? 1)
})
