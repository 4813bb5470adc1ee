// @ts-check
// ../batch.mjs, written for the official client.
import { argv } from 'node:process'
import { query } from '@anthropic-ai/claude-agent-sdk'

const [budget = '0.50', ...given] = argv.slice(2)
const prompts = given.length > 0 ? given : ['explain how it works', 'make a plan', 'run something that fails']
const CONCURRENCY = 4
let spent = 0
let finished = 0

/** @type {({ status: 'done', costUsd: number } | { status: 'failed', error: string } | undefined)[]} */
const outcomes = []

async function ask(/** @type {number} */ index) {
  const options = {
    pathToClaudeCodeExecutable: process.env.CLAUDE_BIN,
    permissionMode: /** @type {const} */ ('plan'),
  }
  try {
    for await (const message of query({ prompt: prompts[index] ?? '', options })) {
      if (message.type !== 'result') continue
      spent += message.total_cost_usd
      outcomes[index] =
        message.subtype === 'success' && !message.is_error
          ? { status: 'done', costUsd: message.total_cost_usd }
          : { status: 'failed', error: 'result' in message ? message.result : message.errors.join(', ') }
    }
  } catch (error) {
    outcomes[index] = { status: 'failed', error: String(error) }
  }
  finished += 1
  console.log(`${finished} of ${prompts.length}, $${spent.toFixed(4)}`)
}

let next = 0
async function work() {
  while (next < prompts.length && spent < Number(budget)) {
    const index = next
    next += 1
    await ask(index)
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, work))

for (const [index, prompt] of prompts.entries()) {
  const outcome = outcomes[index]
  if (outcome?.status === 'done') console.log(`success  $${outcome.costUsd.toFixed(4)}  ${prompt}`)
  else if (outcome?.status === 'failed') console.log(`failed  ${prompt}: ${outcome.error}`)
  else console.log(`left out  ${prompt}`)
}
console.log(`spent $${spent.toFixed(4)} of $${budget}`)
