// @ts-check
// Many prompts, a few at a time, under one budget: no prompt is begun once the budget is gone.
//
//   node examples/batch.mjs 0.50 "explain a" "explain b" "explain c"
import { argv } from 'node:process'
import { askAll } from 'fairlead'

const [budget = '0.50', ...given] = argv.slice(2)
const prompts = given.length > 0 ? given : ['explain how it works', 'make a plan', 'run something that fails']
let spent = 0

const outcomes = await askAll(prompts, {
  budgetUsd: Number(budget),
  permissionMode: 'plan',
  onProgress: ({ done, failed, total, costUsd }) => {
    spent = costUsd
    console.log(`${done + failed} of ${total}, $${costUsd.toFixed(4)}`)
  },
})
for (const outcome of outcomes) {
  const prompt = prompts[outcome.index]
  if (outcome.status === 'done') console.log(`success  $${outcome.costUsd.toFixed(4)}  ${prompt}`)
  if (outcome.status === 'failed') console.log(`failed  ${prompt}: ${outcome.error.message}`)
  if (outcome.status === 'skipped') console.log(`left out  ${prompt}`)
}
console.log(`spent $${spent.toFixed(4)} of $${budget}`)
