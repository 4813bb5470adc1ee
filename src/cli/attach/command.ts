import type { SessionSummary } from '../../api/resources.ts'
import { defineCommand } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { count } from '../show/words.ts'

export const attach = defineCommand(
  {
    name: 'attach',
    operands: '[SESSION]',
    most: 1,
    completes: ['session'],
    about: `
Shows the sessions of the host in this terminal, and the one you choose as it runs. Single keys decide approvals; ? lists
all keys. Sessions keep running when you quit or close the terminal.

SESSION is an id, its beginning, or a title. Without it, the list comes first.`,
    options: { quiet: { type: 'boolean', about: 'no bell for new approvals' } },
    examples: ['fairlead attach', 'fairlead attach nightly', 'ssh build-machine -t fairlead attach'],
  },
  async ({ values: { quiet = false }, operands: [name] }, io) => {
    if (!isScreen(io))
      throw new Error(
        'attach needs an interactive terminal. Elsewhere, use `fairlead events SESSION --follow`.',
      )
    const host = await connect(io)
    const session = name === undefined ? undefined : (await resolveSession(host.api, name)).id
    // Loaded late, so that `--help` and errors do not wait for it.
    const { App } = await import('./app.ts')
    const app = new App({ io, host, session, isQuiet: quiet })
    const code = await app.run()
    if (code !== HANGUP) io.out(lastWord(app.sessions))
    return code
  },
)

/** The terminal is gone, so there is nobody to print a message for. */
const HANGUP = 129

function isScreen({ stdin, stdout, env }: Io): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb' && env.TERM !== ''
}

function lastWord(sessions: readonly SessionSummary[]): string {
  const inGroup = (wanted: SessionSummary['group']) => sessions.filter(({ group }) => group === wanted).length
  const [waiting, working] = [inGroup('needs-you'), inGroup('working')]
  const parts = [
    ...(working > 0 ? [`${count(working, 'session')} working`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'needs' : 'need'} you`] : []),
  ]
  const how = parts.length === 0 ? '' : ` (${parts.join(', ')})`
  return `Sessions keep running${how}. Return with \`fairlead attach\`.\n`
}
