import { runningHost } from '../../host/lock.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { defineCommand } from '../command-line.ts'
import { count } from '../show/words.ts'
import { type FoundHost, findHost, healthAt } from './find-host.ts'

/** A host that ends no session for this long is stuck. */
const STOP_TIMEOUT = 30_000
const LOOK_AGAIN_MS = 50
const TELL_EVERY_MS = 1000

export const down = defineCommand(
  {
    name: 'down',
    most: 0,
    about: `
Stops the running host. Sessions keep running, and the next \`fairlead up\` takes them over; with --all they
end, too.`,
    options: {
      all: { type: 'boolean', about: 'end the sessions, too' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: ['fairlead down', 'fairlead down --all'],
  },
  async ({ values }, io) => {
    const found = findHost(io)
    if (!found) {
      io.out(values.json ? '{"stopped":false}\n' : 'No host is running.\n')
      return 0
    }
    const { sessions } = await found.api.call('listSessions', {})
    const running = sessions.filter(({ group }) => group !== 'ended').length
    await found.api.call('stopHost', { body: { all: values.all ?? false } })
    const tell = (text: string) => !values.json && io.err(text)
    if (values.all && running > 0) tell(`Ending ${counted(running)} …\n`)
    await untilEnded(found, dataFolder({ env: io.env }), (left) => tell(`${counted(left)} left\n`))
    const left = values.all ? 0 : running
    if (values.json) io.out(`${JSON.stringify({ stopped: true, running: left })}\n`)
    else
      io.out(
        left === 0
          ? 'The host has stopped.\n'
          : `The host has stopped; ${counted(left)} ${left === 1 ? 'keeps' : 'keep'} running.\n`,
      )
    return 0
  },
)

const counted = (sessions: number) => count(sessions, 'session')

/** Calls `tell` now and then with the number of sessions left to end. */
async function untilEnded(host: FoundHost, folder: string, tell: (left: number) => void): Promise<void> {
  let left = Number.POSITIVE_INFINITY
  let deadline = Date.now() + STOP_TIMEOUT
  let tellAt = Date.now() + TELL_EVERY_MS
  while (runningHost(folder) !== undefined) {
    if (Date.now() > deadline) throw new Error('The host did not stop in time. See `fairlead status`.')
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    if (Date.now() < tellAt) continue
    tellAt = Date.now() + TELL_EVERY_MS
    const running = (await healthAt(host.url))?.running
    if (running === undefined || running >= left) continue
    left = running
    deadline = Date.now() + STOP_TIMEOUT
    if (left > 0) tell(left)
  }
}
