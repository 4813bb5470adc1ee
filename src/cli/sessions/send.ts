import { randomUUID } from 'node:crypto'
import type { SendMessage } from '../../api/commands.ts'
import { defineCommand } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import type { FoundHost } from '../host/find-host.ts'
import type { Io } from '../io.ts'
import { IMAGE_OPTION, imagesFrom, promptFrom } from './prompt.ts'
import { resolveSession } from './resolve-session.ts'
import { waitForPrompt } from './wait.ts'

const WHEN = ['next', 'now', 'after-turn'] as const

export const send = defineCommand(
  {
    name: 'send',
    operands: 'SESSION PROMPT | -',
    most: 2,
    least: 2,
    completes: ['session', 'text'],
    about: `
Sends a prompt to a session, and resumes it if it has ended. With - the prompt is read from stdin.

During a turn, --when decides: next joins the turn at its next step, now stops the turn, after-turn is sent when the turn is
over.

With --wait, the answer is shown as it arrives, and approvals are asked here, or shown where there is no terminal. ctrl-c
then stops waiting, not the turn.`,
    options: {
      when: { type: 'string', value: 'WHEN', about: 'next, now or after-turn', choices: WHEN },
      image: IMAGE_OPTION,
      wait: { type: 'boolean', short: 'w', about: 'show the answer and exit when the turn ends' },
      json: { type: 'boolean', about: 'print one JSON object; with --wait, the outcome of the prompt' },
    },
    examples: [
      'fairlead send 1b2c "now write a test for it"',
      'git diff | fairlead send --wait review -',
      'fairlead send nightly --when after-turn "then update the changelog"',
    ],
  },
  async ({ values, operands: [name = '', given] }, io) => {
    const text = (await promptFrom(given, io)) ?? ''
    const host = await connect(io)
    const { id } = await resolveSession(host.api, name)
    const when = values.when as (typeof WHEN)[number] | undefined
    const body = { text, ...(when && { when }), ...imagesFrom(values.image, io) }
    return sendTo({ host, session: id, body, wait: values.wait ?? false, json: values.json ?? false, io })
  },
)

export interface Sending {
  readonly host: FoundHost
  readonly session: string
  readonly body: SendMessage
  readonly wait: boolean
  readonly json: boolean
  readonly io: Io
}

/** Returns the exit code. */
export async function sendTo({ host, session, body, wait, json, io }: Sending): Promise<number> {
  const prompt = randomUUID()
  const params = { id: session }
  // The command id makes sure that a repeated request runs once.
  const post = () =>
    host.api.call('sendMessage', { params, body: { ...body, id: prompt, commandId: prompt } })
  if (!wait) {
    await post()
    io.out(json ? `${JSON.stringify({ session, prompt })}\n` : `Sent to ${session.slice(0, 8)}.\n`)
    return 0
  }
  const { state: before } = await host.api.call('getSession', { params, query: { paged: 'true' } })
  await post()
  return waitForPrompt({ host, session, io, json, before, prompt })
}
