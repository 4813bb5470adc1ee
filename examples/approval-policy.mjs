// @ts-check
// Approvals decided by a program: reading is free, tests may run, edits stay in one folder, all else is denied with a reason
// that the model gets to read.
//
//   node examples/approval-policy.mjs "fix the bug"
import { resolve, sep } from 'node:path'
import { argv, cwd } from 'node:process'
import { openSession } from 'fairlead'

const folder = resolve(cwd(), 'src')
const isInside = (/** @type {unknown} */ path) => resolve(cwd(), String(path)).startsWith(folder + sep)

/** The first rule that knows the call decides. Undefined: the next one is asked. */
const rules = [
  (/** @type {string} */ tool) => (['Read', 'Grep', 'Glob'].includes(tool) ? 'allow' : undefined),
  (/** @type {string} */ tool, /** @type {any} */ input) =>
    tool === 'Bash' && /^(npm test|npx vitest)\b[^;&|]*$/.test(input.command) ? 'allow' : undefined,
  (/** @type {string} */ tool, /** @type {any} */ input) => {
    if (!['Edit', 'Write'].includes(tool)) return undefined
    return isInside(input.file_path) ? 'allow' : `Only files in ${folder} may be changed.`
  },
  () => 'This program does not allow that.',
]

const session = await openSession({
  onApproval: (approval) => {
    if (approval.kind !== 'tool') return void approval.deny('Nobody is here to answer.')
    const verdict = rules
      .map((rule) => rule(approval.toolName, approval.input))
      .find((it) => it !== undefined)
    console.log(`${approval.toolName}: ${verdict}`)
    if (verdict === 'allow') approval.allow()
    else approval.deny(verdict)
  },
})
const { status, text } = await session.send(argv[2] ?? 'fix the bug').result
console.log(`${status}: ${text}`)
await session.close()
