import { rmSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { parse, resolve } from 'node:path'
import { formatRecording } from '../../recorder/format.ts'
import { type Counts, redactRecording } from '../../recorder/redact/redact.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import { count } from '../show/words.ts'
import { readRecording } from './read.ts'

export const redact = defineCommand(
  {
    name: 'redact',
    operands: 'FILE',
    most: 1,
    least: 1,
    completes: ['file'],
    about: `
Writes a copy of the recording without its texts: prompts, answers, inputs and outputs of tools,
as well as secrets, mail addresses, the paths of home and working folders, and names of users. What stays is the structure:
types, ids, names of tools and models, numbers and times, and the length of each text. It still replays, and leads to
a state of the same shape. The same text is always hidden the same way. It says what it removed; look at the result
before you share it.

Exit code: 0 written, 1 it could not be read or written, 2 usage error.`,
    options: {
      out: {
        type: 'string',
        short: 'o',
        value: 'FILE',
        about: 'the file to write; default: beside the recording, as NAME.redacted.ndjson. - for stdout',
        completes: 'file',
      },
      'keep-texts': { type: 'boolean', about: 'hide only secrets, mail addresses, paths and names' },
      json: { type: 'boolean', about: 'print what was removed as a JSON object' },
    },
    examples: ['fairlead redact bug.ndjson', 'fairlead redact bug.ndjson --keep-texts --out shared.ndjson'],
  },
  async ({ values, operands: [name = ''] }, io) => {
    const file = resolve(io.cwd, name)
    const { recording } = readRecording(file)
    const keepTexts = values['keep-texts'] ?? false
    const { recording: clean, counts } = redactRecording(recording, {
      home: homedir(),
      user: userName(),
      keepTexts,
    })
    const text = formatRecording(clean)
    const tell = values.out === '-' ? io.err : io.out
    if (values.out === '-') io.out(text)
    else {
      const { dir, name: stem } = parse(file)
      const out = resolve(io.cwd, values.out ?? resolve(dir, `${stem}.redacted.ndjson`))
      if (out === file) throw new UsageError('--out is the same file as the recording')
      rmSync(out, { force: true })
      writeFileSync(out, text, { mode: 0o600 })
      if (!values.json) tell(`${out}\n`)
    }
    const skipped = recording.problems.length
    if (values.json) tell(`${JSON.stringify({ removed: counts, skipped })}\n`)
    else
      tell(
        `removed: ${summary(counts)}\n${skipped > 0 ? `left out: ${count(skipped, 'line')} that no one can read\n` : ''}`,
      )
    return 0
  },
)

function summary({ secret, email, path, name, text }: Counts): string {
  const parts = [
    count(secret, 'secret'),
    count(email, 'mail address', 'mail addresses'),
    count(path, 'path'),
    count(name, 'name'),
    count(text, 'text'),
  ]
  return parts.filter((part) => !part.startsWith('0 ')).join(', ') || 'nothing'
}

/** Not every account has a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
