import { defined } from '../../protocol/json.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import { promptFrom } from './prompt.ts'
import { reportNew } from './report-new.ts'
import { resolveSession } from './resolve-session.ts'

export const fork = defineCommand(
  {
    name: 'fork',
    operands: 'SESSION [PROMPT | -]',
    most: 2,
    least: 1,
    completes: ['session', 'text'],
    about: `
Starts a new session that has the conversation so far, and leaves the old one as it is. Prints the new id. --at names the
message after which it goes its own way: a uuid, as \`fairlead events --json\` shows them.`,
    options: {
      at: { type: 'string', value: 'UUID', about: 'the last message to keep (the end)' },
      title: { type: 'string', short: 't', value: 'TEXT', about: 'its title' },
      wait: { type: 'boolean', short: 'w', about: 'show the answer and exit when the turn ends' },
      json: { type: 'boolean', about: 'print one JSON object; with --wait, the outcome of the prompt' },
    },
    examples: [
      'fairlead fork 1b2c "try it with a queue instead"',
      'fairlead fork nightly --title experiment',
    ],
  },
  async ({ values: { at, title, wait, json = false }, operands: [name = '', given] }, io) => {
    const prompt = await promptFrom(given, io)
    if (wait && prompt === undefined) throw new UsageError('--wait needs a prompt')
    const host = await connect(io)
    const { id } = await resolveSession(host.api, name)
    const body = defined({ at, title, prompt })
    const { result } = await host.api.call('forkSession', { params: { id }, body })
    return reportNew({ host, session: result.id, io, json, wait, hasPrompt: prompt !== undefined })
  },
)
