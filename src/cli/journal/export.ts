/** `fairlead export`: a conversation as a text to read or to keep. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ApiClient } from '../../api/client.ts'
import { exportSession } from '../../api/export-session.ts'
import { recordingOf } from '../../recorder/events.ts'
import { formatRecording } from '../../recorder/format.ts'
import type { SessionEvent } from '../../state/events.ts'
import { defineCommand, UsageError, wholeNumber } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { readEvents } from './read-events.ts'

const FORMATS = ['markdown', 'text', 'json', 'recording'] as const
type Format = (typeof FORMATS)[number]

export const exportCommand = defineCommand(
  {
    name: 'export',
    operands: 'SESSION',
    most: 1,
    least: 1,
    completes: ['session'],
    about: `
Prints the whole conversation, with tool calls and what sub-agents did. Long inputs and outputs of tools are cut, and say
so; --max-tool-text sets where. A recording is what went in and out, complete:
\`fairlead replay\` shows and plays it.`,
    options: {
      format: {
        type: 'string',
        short: 'f',
        value: 'FORMAT',
        about: 'markdown (the default), text, json or recording',
        choices: FORMATS,
      },
      output: { type: 'string', short: 'o', value: 'FILE', about: 'write to this file', completes: 'file' },
      'no-thinking': { type: 'boolean', about: 'leave out thinking' },
      'no-notices': { type: 'boolean', about: 'leave out notices of the CLI and the host' },
      'max-tool-text': {
        type: 'string',
        value: 'N',
        about: "characters of a tool's input and output (4000)",
      },
      json: { type: 'boolean', about: 'the same as --format json' },
    },
    examples: [
      'fairlead export 1b2c > conversation.md',
      'fairlead export nightly --format text --no-thinking | less',
      'fairlead export 1b2c --format json --output session.json',
      'fairlead export 1b2c --format recording --output session.ndjson',
    ],
  },
  async ({ values, operands: [name = ''] }, io) => {
    if (values.json && values.format !== undefined && values.format !== 'json')
      throw new UsageError(`--json and --format ${values.format} cannot be combined`)
    const format = values.json ? 'json' : ((values.format ?? 'markdown') as Format)
    const most = wholeNumber('--max-tool-text', values['max-tool-text'])
    const { api } = await connect(io)
    const { id } = await resolveSession(api, name)
    if (format === 'recording') return put(await recordingIn(api, id), values.output, io)
    const options = {
      ...(most !== undefined && { maxToolText: most }),
      ...(values['no-thinking'] && { thinking: false }),
      ...(values['no-notices'] && { notices: false }),
    }
    return putAll(exportSession(api, id, format, options), values.output, io)
  },
)

async function putAll(texts: AsyncGenerator<string>, file: string | undefined, io: Io): Promise<number> {
  if (file === undefined) {
    for await (const text of texts) io.out(text)
    return 0
  }
  // What was said may be nobody else's business.
  const output = openSync(resolve(io.cwd, file), 'w', 0o600)
  try {
    for await (const text of texts) writeSync(output, text)
  } finally {
    closeSync(output)
  }
  io.err(`Written: ${file}\n`)
  return 0
}

function put(text: string, file: string | undefined, io: Io): number {
  const whole = text.endsWith('\n') ? text : `${text}\n`
  if (file === undefined) io.out(whole)
  else {
    // What was said may be nobody else's business.
    writeFileSync(resolve(io.cwd, file), whole, { mode: 0o600 })
    io.err(`Written: ${file}\n`)
  }
  return 0
}

async function recordingIn(api: ApiClient, id: string): Promise<string> {
  const events: SessionEvent[] = []
  await readEvents(api, id, 0, (event) => events.push(event))
  return formatRecording(recordingOf(events))
}
