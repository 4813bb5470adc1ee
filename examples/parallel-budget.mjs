// @ts-check
// Many prompts, a few at a time, under one budget: what is spent is known after each turn, and no turn begins once the
// budget is gone.
//
//   node examples/parallel-budget.mjs 0.50 "explain a" "explain b" "explain c"
import { argv } from 'node:process'
import { openSession } from 'fairlead'
import { totalCost } from 'fairlead/state'

const AT_ONCE = 2
const [budget = '0.50', ...given] = argv.slice(2)
const prompts = given.length > 0 ? given : ['explain how it works', 'make a plan', 'run something that fails']
let spent = 0

/** @param {string} prompt */
async function run(prompt) {
  // The CLI itself stops a turn that gets too dear.
  const session = await openSession({ maxBudgetUsd: Number(budget) - spent, permissionMode: 'plan' })
  try {
    const { status } = await session.send(prompt).result
    const cost = totalCost(session.state.usage)
    spent += cost
    console.log(`${status}  $${cost.toFixed(4)}  ${prompt}`)
  } finally {
    await session.close()
  }
}

const waiting = [...prompts]
async function worker() {
  for (let prompt = waiting.shift(); prompt !== undefined; prompt = waiting.shift()) {
    if (spent >= Number(budget)) console.log(`left out  ${prompt}`)
    else await run(prompt).catch((error) => console.log(`failed  ${prompt}: ${error.message}`))
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, worker))
console.log(`spent $${spent.toFixed(4)} of $${budget}`)
