/** `fairlead status`: whether a host runs, and what its sessions do. */
import type { SessionSummary } from '../../api/resources.ts'
import { defineCommand } from '../command-line.ts'
import { findHost } from './find-host.ts'

export const status = defineCommand(
  {
    name: 'status',
    summary: 'whether a host runs, and what its sessions do',
    most: 0,
    about:
      'Tells whether a host runs, where, and what each of its sessions does. The exit code is 1 if none runs.',
    options: { json: { type: 'boolean', about: 'print one JSON object' } },
    examples: ['fairlead status'],
  },
  async ({ values }, io) => {
    const found = findHost(io)
    if (!found) {
      io.out(values.json ? '{"runs":false}\n' : 'No host runs. Start one with `fairlead up`.\n')
      return 1
    }
    const { sessions } = await found.api.call('listSessions', {})
    if (values.json) io.out(`${JSON.stringify({ runs: true, url: found.url, sessions })}\n`)
    else
      io.out(
        `Fairlead runs at ${found.url}\n${sessions.length === 0 ? 'No sessions.\n' : sessions.map(line).join('')}`,
      )
    return 0
  },
)

function line({ id, title, liveness, costUsd }: SessionSummary): string {
  return `  ${id.slice(0, 8)}  ${liveness.words.padEnd(36)}  ${costUsd.toFixed(2).padStart(7)} USD  ${title}\n`
}
