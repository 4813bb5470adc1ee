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
Shows the sessions of the host and the one that you choose as it goes on, in this terminal. What a session asks for is
decided with single keys; ? shows them all. Sessions go on when you leave, and when the terminal is closed.

SESSION is an id, its beginning, or a title. Without it, the list comes first.`,
    options: { quiet: { type: 'boolean', about: 'no bell when something needs you' } },
    examples: ['fairlead attach', 'fairlead attach nightly', 'ssh build-machine -t fairlead attach'],
  },
  async ({ values: { quiet = false }, operands: [name] }, io) => {
    if (!isScreen(io))
      throw new Error(
        'it needs a terminal that can move its cursor. Without one, `fairlead events SESSION --follow` shows what happens.',
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
    ...(working > 0 ? [`${count(working, 'session')} at work`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for you`] : []),
  ]
  const how = parts.length === 0 ? '' : ` (${parts.join(', ')})`
  return `The sessions go on${how}. \`fairlead attach\` comes back to them.\n`
}
