// An agent that does just enough for a few rules, and can be told to do one thing wrong.
// With FAIRLEAD_SIM_ONCE it does so once, and leaves that file behind.
import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const once = process.env.FAIRLEAD_SIM_ONCE
const wrong = once !== undefined && existsSync(once) ? '' : (process.env.FAIRLEAD_SIM_WRONG ?? '')
/** @param {object} message */
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

if (process.argv.includes('--version')) {
  process.stdout.write('9.9.9 (Fake Code)\n')
  process.exit(0)
}
if (process.argv.includes('--no-such-option')) {
  if (once !== undefined) writeFileSync(once, '')
  process.stderr.write("error: unknown option '--no-such-option'\n")
  process.exit(wrong === 'flag' ? 0 : 1)
}
if (wrong === 'eager') say({ type: 'system', subtype: 'init' })

/** @type {Record<string, object>} */
const ANSWERS = { initialize: {}, mcp_status: { mcpServers: [] } }

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { type, request_id, request } = JSON.parse(line)
    if (type !== 'control_request') return
    const error = wrong === 'error' ? 'What?' : `Unsupported control request subtype: ${request.subtype}`
    const response = ANSWERS[request.subtype]
    const answer = response ? { subtype: 'success', response } : { subtype: 'error', error }
    say({ type: 'control_response', response: { ...answer, request_id } })
  })
  .on('close', () => process.exit(0))
