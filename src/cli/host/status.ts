import { ApiError } from '../../api/errors.ts'
import type { Health, SessionSummary } from '../../api/resources.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { formatMoney } from '../../state/format/money.ts'
import { defineCommand } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { sessionTable } from '../sessions/rows.ts'
import { type View, watch } from '../show/watch.ts'
import { ago, count } from '../show/words.ts'
import { styleFor } from '../terminal/style.ts'
import { type FoundHost, findHost } from './find-host.ts'

export const status = defineCommand(
  {
    name: 'status',
    most: 0,
    about: `
Shows whether a host is running, where and since when, its problems, and its open sessions. It never
starts one. The exit code is ${EXIT.noHost} if none runs.`,
    options: {
      watch: { type: 'boolean', short: 'w', about: 'keep updating until ctrl-c' },
      json: { type: 'boolean', about: 'print one JSON object; with --watch one for each change' },
    },
    examples: ['fairlead status', 'fairlead status --watch', 'fairlead status --json | jq .sessions'],
  },
  async ({ values: { json = false, ...values } }, io) => {
    if (values.watch) return watch(io, async () => (await look(io, json)).view)
    const { view, runs } = await look(io, json)
    io.out(view.text)
    return runs ? EXIT.done : EXIT.noHost
  },
)

async function look(io: Io, json: boolean): Promise<{ view: View; runs: boolean }> {
  const found = findHost(io)
  if (!found) {
    const text = json ? '{"runs":false}\n' : 'No host is running. Start one with `fairlead up`.\n'
    return { view: { text }, runs: false }
  }
  const [health, { sessions }] = await Promise.all([healthOf(found), found.api.call('listSessions', {})])
  if (!json) return { view: { text: shown(found, health, sessions, io) }, runs: true }
  const text = JSON.stringify({ runs: true, url: found.url, ...health, sessions })
  return { view: { text: `${text}\n`, key: withoutAges(sessions) + health.problems }, runs: true }
}

async function healthOf({ url }: FoundHost): Promise<Omit<Health, 'sessions'>> {
  const answer = await fetch(`${url}/api/healthz`).catch((error: Error) => {
    throw new ApiError('unreachable', `cannot reach the host: ${error.message}`)
  })
  const { sessions: _, ...health } = (await answer.json()) as Health
  return health
}

/** Identifies a list for `--watch` in a pipe, where passing time alone is no change. */
export function withoutAges(sessions: readonly SessionSummary[]): string {
  return JSON.stringify(sessions.map(({ liveness: { words: _, ...live }, ...rest }) => ({ ...rest, live })))
}

function shown(
  { url }: FoundHost,
  health: Omit<Health, 'sessions'>,
  sessions: readonly SessionSummary[],
  io: Io,
): string {
  const style = styleFor(io.stdout, io.env)
  const { version, pid, startedAt, problems } = health
  const facts = [`version ${version}`, `process ${pid}`, `for ${ago(startedAt)}`]
  const open = sessions.filter(({ group }) => group !== 'ended')
  const cost = sessions.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const waiting = sessions.reduce((sum, { pendingApprovals }) => sum + pendingApprovals, 0)
  const lines = [
    `${style.green('Fairlead runs')} at ${style.bold(url)}  ${style.dim(facts.join(' · '))}`,
    style.dim(`Data: ${dataFolder({ env: io.env })}`),
    ...problems.map((problem) => style.red(`Problem: ${problem}`)),
    `${count(sessions.length, 'session')}, ${open.length} open, ${formatMoney(cost)}`,
    ...(waiting > 0 ? [style.yellow(`${count(waiting, 'pending approval')}: \`fairlead approve\``)] : []),
  ]
  return `${lines.join('\n')}\n${open.length > 0 ? `\n${sessionTable(open, io)}` : ''}`
}
