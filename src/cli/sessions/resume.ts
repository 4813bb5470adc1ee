import { defineCommand, UsageError } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import { shorten } from '../terminal/truncate.ts'
import { promptFrom } from './prompt.ts'
import { resolveSession } from './resolve-session.ts'
import { sendTo } from './send.ts'

export const resume = defineCommand(
  {
    name: 'resume',
    operands: 'SESSION [PROMPT | -]',
    most: 2,
    least: 1,
    completes: ['session', 'text'],
    about: `
Starts the process of a session again, with the whole conversation. An archived session returns to the list.`,
    options: {
      wait: { type: 'boolean', short: 'w', about: 'show the answer and exit when the turn ends' },
      json: { type: 'boolean', about: 'print one JSON object; with --wait, the outcome of the prompt' },
    },
    examples: ['fairlead resume 1b2c', 'fairlead resume nightly --wait "go on"'],
  },
  async ({ values: { wait = false, json = false }, operands: [name = '', given] }, io) => {
    const text = await promptFrom(given, io)
    if (wait && text === undefined) throw new UsageError('--wait needs a prompt')
    const host = await connect(io)
    const { id, title, archived, liveness } = await resolveSession(host.api, name)
    const params = { id }
    if (archived) await host.api.call('patchSession', { params, body: { archived: false } })
    await host.api.call('resumeSession', { params, body: {} })
    if (text !== undefined) return sendTo({ host, session: id, body: { text }, wait, json, io })
    const words = liveness.status === 'disconnected' ? 'resumed' : 'already open'
    io.out(
      json ? `${JSON.stringify({ session: id })}\n` : `${id.slice(0, 8)}  ${words}  ${shorten(title, 60)}\n`,
    )
    return 0
  },
)
