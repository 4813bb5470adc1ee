/** `fairlead recover` takes the host's lock while it works, so no host can run meanwhile. */
import { existsSync } from 'node:fs'
import type { RecoveredSession, Recovery } from '../../host/recover/recover.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { defineCommand } from '../command-line.ts'
import type { Io } from '../io.ts'
import { packageVersion } from '../package-version.ts'
import { count } from '../show/words.ts'
import { printable } from '../terminal/cells.ts'
import { styleFor } from '../terminal/style.ts'

export const recover = defineCommand(
  {
    name: 'recover',
    most: 0,
    about: `
Rebuilds sessions that are missing from the journal, or cannot be read, from the output files of their processes. To an intact
journal it only adds. A damaged one is moved aside under a name that is printed, and what can be read of it is copied
into a new one. Processes that still run are taken over by the next host.

What only the host knew cannot be rebuilt: titles, options, held prompts, who answered an approval, and the output of
earlier processes whose files are not kept any more. The host must not be running: stop it with \`fairlead down\` first.`,
    options: {
      'dry-run': { type: 'boolean', about: 'show the changes without making them' },
      agent: { type: 'string', value: 'NAME', about: 'the agent of rebuilt sessions (claude)' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: ['fairlead recover --dry-run', 'fairlead down && fairlead recover && fairlead up'],
  },
  async ({ values: { 'dry-run': isDryRun = false, agent = 'claude', json = false } }, io) => {
    const folder = dataFolder({ env: io.env })
    if (!existsSync(folder)) throw new Error(`Nothing to recover: ${folder} does not exist.`)
    const { takeLock } = await import('../../host/lock.ts')
    const lock = takeLock(folder, packageVersion())
    if (!lock)
      throw new Error(
        'A host is running. Stop it with `fairlead down` (its sessions keep running) and try again.',
      )
    try {
      const recovery = (await import('../../host/recover/recover.ts')).recover({ folder, agent, isDryRun })
      io.out(json ? `${JSON.stringify(recovery)}\n` : shown(recovery, isDryRun, io))
      return 0
    } finally {
      lock.release()
    }
  },
)

const JOURNAL = {
  whole: 'The journal can be read.',
  missing: 'There is no journal.',
  damaged: 'The journal is damaged.',
} as const

function shown(
  { journal, problem, movedTo, sessions, problems }: Recovery,
  isDryRun: boolean,
  io: Io,
): string {
  const style = styleFor(io.stdout, io.env)
  const kept = sessions.filter(({ outcome }) => outcome === 'kept')
  const others = sessions.filter(({ outcome }) => outcome !== 'kept')
  const lines = [
    JOURNAL[journal] + (problem === undefined ? '' : ` ${problem}`),
    ...(kept.length > 0
      ? [
          `${count(kept.length, 'session')} can be read and ${isDryRun ? 'would stay' : 'stayed'} as they are.`,
        ]
      : []),
    ...others.map((session) => line(session, isDryRun)),
    ...problems.map((it) => style.red(`Not copied: ${it}`)),
    ...(movedTo === undefined ? [] : [`The damaged journal is now ${movedTo}`]),
    others.length === 0 ? 'Nothing to rebuild.' : ending(isDryRun),
  ]
  return `${lines.join('\n')}\n`
}

function line(
  { id, title, outcome, events, isRunning, problem }: RecoveredSession,
  isDryRun: boolean,
): string {
  if (outcome === 'lost') return `  ${id}  not recovered: ${problem}`
  const runs = isRunning ? ', still runs' : ''
  const why = problem === undefined ? '' : ` (${problem})`
  return `  ${id}  ${isDryRun ? 'would be rebuilt' : 'rebuilt'}: "${printable(title)}", ${count(events, 'event')}${runs}${why}`
}

function ending(isDryRun: boolean): string {
  if (isDryRun) return 'Nothing was changed. Run without --dry-run to rebuild.'
  return 'Titles, options, held prompts and who answered approvals are lost in rebuilt sessions. `fairlead up` continues them.'
}
