/**
 * Plays a recording on the standard streams, as a CLI that a host has started. It accepts any arguments, and ends as the recorded
 * process did, or when its input ends.
 */
import { readFileSync } from 'node:fs'
import { defined } from '../../protocol/json.ts'
import { LineFramer } from '../../protocol/lines.ts'
import type { LikeEnding } from '../end-as.ts'
import { cliVersionOf, parseRecording } from '../format.ts'
import { Player } from './player.ts'
import { scriptOf } from './script.ts'

export interface PlayOptions {
  readonly file: string
  readonly args: readonly string[]
  readonly speed?: number
}

export function playAsAgent({ file, args, speed }: PlayOptions): Promise<LikeEnding> {
  const recording = parseRecording(readFileSync(file, 'utf8'))
  const note = (text: string) => void process.stderr.write(`fairlead replay: ${text}\n`)
  for (const { lineNumber, message } of recording.problems) note(`line ${lineNumber}: ${message}`)
  if (args.includes('--version') || args.includes('-v')) {
    process.stdout.write(`${cliVersionOf(recording) ?? '0.0.0'} (Claude Code)\n`)
    return Promise.resolve({ code: 0 })
  }
  return new Promise((resolve) => {
    const sessionId = sessionIdIn(args)
    const player = new Player(scriptOf(recording), {
      write: (stream, text) => void (stream === 'out' ? process.stdout : process.stderr).write(text),
      note,
      end: resolve,
      ...defined({ speed, sessionId }),
    })
    const framer = new LineFramer()
    const take = (lines: ReturnType<LineFramer['push']>) => {
      for (const line of lines) player.line(typeof line === 'string' ? line : line.head)
      player.play()
    }
    process.stdin.on('data', (chunk: Buffer) => take(framer.push(chunk)))
    process.stdin.once('end', () => {
      take(framer.end())
      player.inputEnd()
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => player.signal(signal))
    player.play()
  })
}

/** The id that the session should have: a new one, or that of the resumed session. */
function sessionIdIn(args: readonly string[]): string | undefined {
  const valueAfter = (flag: string) => {
    const at = args.indexOf(flag)
    return at < 0 ? args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1) : args[at + 1]
  }
  return valueAfter('--session-id') ?? (args.includes('--fork-session') ? undefined : valueAfter('--resume'))
}
