/** `fairlead down`: ends the host. Its sessions go on, unless they are to end too. */
import { runningHost } from '../../host/lock.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { defineCommand } from '../command-line.ts'
import { findHost } from './find-host.ts'

const STOP_TIMEOUT = 30_000

export const down = defineCommand(
  {
    name: 'down',
    summary: 'end the host; sessions go on unless --all is given',
    most: 0,
    about: `
Ends the host that runs. The sessions' processes go on, and the next \`fairlead up\` takes them over; with --all they
are ended too.`,
    options: {
      all: { type: 'boolean', about: 'end the sessions too' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: ['fairlead down', 'fairlead down --all'],
  },
  async ({ values }, io) => {
    const found = findHost(io)
    if (!found) {
      io.out(values.json ? '{"stopped":false}\n' : 'No host runs.\n')
      return 0
    }
    const { sessions } = await found.api.call('listSessions', {})
    const running = sessions.filter(({ group }) => group !== 'ended').length
    await found.api.call('stopHost', { body: { all: values.all ?? false } })
    const folder = dataFolder({ env: io.env })
    for (const deadline = Date.now() + STOP_TIMEOUT; runningHost(folder) !== undefined; ) {
      if (Date.now() > deadline)
        throw new Error('The host was told to end and still runs. See `fairlead status`.')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const left = values.all ? 0 : running
    if (values.json) io.out(`${JSON.stringify({ stopped: true, running: left })}\n`)
    else
      io.out(
        left === 0
          ? 'The host has ended.\n'
          : `The host has ended; ${left} session${left === 1 ? ' goes' : 's go'} on.\n`,
      )
    return 0
  },
)
