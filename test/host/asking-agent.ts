/** An agent that asks for one tool, under the same id in every session, as a recording does that is replayed twice. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DaemonStage } from './daemon-stage.ts'
import { asks, untilHost } from './waiting.ts'

export const SAME_ID = 'asked-before'
/** What the agent suggests to remember. */
export const SUGGESTION = { type: 'setMode', mode: 'bypassPermissions', destination: 'session' }

const REQUEST = {
  subtype: 'can_use_tool',
  tool_name: 'Bash',
  input: { command: 'make' },
  permission_suggestions: [SUGGESTION],
}
const AGENT = `#!/usr/bin/env node
const say = (message) => console.log(JSON.stringify(message))
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, request_id, request } = JSON.parse(line)
  if (type !== 'control_request') return
  say({ type: 'control_response', response: { subtype: 'success', request_id, response: {} } })
  if (request.subtype === 'initialize') say(${JSON.stringify({
    type: 'control_request',
    request_id: SAME_ID,
    request: REQUEST,
  })})
})
`

/** Resolves with the ids of new sessions, as soon as each of them asks. */
export async function askingSessions({ api, cwd, daemon }: DaemonStage, count: number): Promise<string[]> {
  const command = join(cwd, 'asking.cjs')
  writeFileSync(command, AGENT, { mode: 0o755 })
  await api.call('putAgents', { body: { agents: [{ name: 'asking', command, args: [], env: {} }] } })
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const { result } = await api.call('createSession', { body: { cwd, agent: 'asking' } })
    ids.push(result.id)
  }
  await Promise.all(ids.map((id) => untilHost(daemon.host, id, asks)))
  return ids
}
