import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../protocol/json.ts'
import { playAsAgent } from '../../recorder/agent/run.ts'
import { endAs } from '../../recorder/end-as.ts'
import { type Row, timeline } from '../../recorder/timeline.ts'
import { playingWrapper, writeWrapper } from '../../recorder/wrapper.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'
import { printable } from '../terminal/cells.ts'
import { type Style, styleFor } from '../terminal/style.ts'
import { shorten } from '../terminal/truncate.ts'
import { readRecording } from './read.ts'

export const replay = defineCommand(
  {
    name: 'replay',
    operands: 'FILE [-- ARGS…]',
    most: Number.POSITIVE_INFINITY,
    least: 1,
    completes: ['file'],
    about: `
Shows each message with its time (> to the CLI, < from it, ! on stderr), and what the session did from then on, in the
words of the console. Parts of one text share a row. A line that cannot be read is reported on stderr and skipped.

With --as-agent it plays the CLI of the recording instead: it writes the recorded output, in step with its stdin.
Prompts start the turns, control requests get the recorded answers, and approvals and hooks wait for theirs. What the
recording does not have is reported on stderr. With --make-wrapper PATH an executable file is written that does this whatever
arguments it gets, for a program that wants the path of a claude.

Exit code: 0 shown, 1 it could not be read, 2 usage error; as agent, that of the recorded process.`,
    options: {
      'as-agent': { type: 'boolean', about: 'play the recording on stdin and stdout' },
      'make-wrapper': {
        type: 'string',
        value: 'PATH',
        about: 'with --as-agent: write an executable that plays it',
        completes: 'file',
      },
      from: { type: 'string', value: 'SECONDS', about: 'start here' },
      to: { type: 'string', value: 'SECONDS', about: 'end here' },
      speed: {
        type: 'string',
        value: 'N',
        about: 'in real time, or N times as fast; without it, at once',
      },
      raw: { type: 'boolean', about: 'show the lines instead of descriptions' },
      json: { type: 'boolean', about: 'print one JSON object per entry' },
    },
    examples: [
      'fairlead replay bug.ndjson',
      'fairlead replay bug.ndjson --from 12 --to 20 --raw',
      'fairlead replay bug.ndjson --as-agent --make-wrapper ./claude-replayed',
    ],
  },
  async ({ values, operands: [name = '', ...args] }, io) => {
    const file = resolve(io.cwd, name)
    const speed = numberOf('--speed', values.speed)
    const wrapper = values['make-wrapper']
    if (wrapper !== undefined && !values['as-agent'])
      throw new UsageError('--make-wrapper goes with --as-agent')
    const { recording } = readRecording(file)
    if (wrapper !== undefined) {
      const path = resolve(io.cwd, wrapper)
      writeWrapper(path, playingWrapper(file, speed))
      io.out(`${path}\n`)
      return 0
    }
    if (values['as-agent']) {
      endAs(await playAsAgent({ file, args, ...defined({ speed }) }))
      return 0
    }
    if (args.length > 0) throw new UsageError(`'${args[0]}' is an unexpected argument`)
    for (const { lineNumber, message } of recording.problems)
      io.err(`fairlead replay: ${name}: line ${lineNumber}: ${message}\n`)
    const from = seconds('--from', values.from)
    const to = seconds('--to', values.to)
    const joinParts = !values.raw && !values.json && speed === undefined
    const rows = timeline(recording, { ...defined({ from, to }), joinParts })
    const { raw = false, json = false } = values
    await show(rows, { io, raw, json, speed: speed ?? 0 })
    return 0
  },
)

interface ShowOptions {
  readonly io: Io
  readonly raw: boolean
  readonly json: boolean
  readonly speed: number
}

async function show(rows: Iterable<Row>, { io, raw, json, speed }: ShowOptions): Promise<void> {
  const style = styleFor(io.stdout, io.env)
  const width = io.stdout.isTTY ? (io.stdout.columns ?? 80) : Number.POSITIVE_INFINITY
  let stopped = false
  const pause = new AbortController()
  const remove = io.onInterrupt(() => {
    stopped = true
    pause.abort()
  })
  let before: number | undefined
  for (const row of rows) {
    if (speed > 0 && before !== undefined)
      await sleep((row.at - before) / speed, undefined, { signal: pause.signal }).catch(() => {})
    if (stopped) break
    before = row.at
    io.out(json ? `${JSON.stringify(row)}\n` : shown(row, { style, raw, width }))
  }
  remove()
}

const MARKS: Readonly<Record<Row['kind'], string>> = {
  in: '>',
  out: '<',
  err: '!',
  'in-end': '>',
  signal: '>',
  fact: '*',
}

function shown(row: Row, { style, raw, width }: { style: Style; raw: boolean; width: number }): string {
  const time = `${(row.at / 1000).toFixed(3).padStart(9)} `
  const mark = MARKS[row.kind]
  const text =
    raw && row.line !== undefined ? printable(row.line) : shorten(row.words, Math.min(width - 13, 200))
  const colour = row.kind === 'in' ? style.cyan : row.kind === 'err' ? style.red : (it: string) => it
  const line = `${style.dim(time)}${colour(`${mark} ${text}`)}\n`
  return row.state ? `${line}${' '.repeat(10)}${style.yellow(`= ${shorten(row.state.words, 200)}`)}\n` : line
}

function seconds(option: string, text: string | undefined): number | undefined {
  const value = numberOf(option, text)
  return value === undefined ? undefined : value * 1000
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value
  throw new UsageError(`${option} takes a number, not '${text}'`)
}
