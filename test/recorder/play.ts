/** Plays a recording in memory, with a host that does what the recorded one did, under new ids. */
import { Player } from '../../src/recorder/agent/player.ts'
import { scriptOf } from '../../src/recorder/agent/script.ts'
import type { LikeEnding } from '../../src/recorder/end-as.ts'
import type { Entry, Recording } from '../../src/recorder/format.ts'

export class Stage {
  /** What went by, as a recording of this play. */
  readonly entries: Entry[] = []
  readonly notes: string[] = []
  readonly player: Player
  ending: LikeEnding | undefined
  /** Called with each line that comes. */
  onLine: (line: string) => void = () => {}

  constructor(recording: Recording, sessionId?: string) {
    this.player = new Player(scriptOf(recording), {
      write: (stream, text) => {
        const line = text.replace(/\n$/, '')
        this.entries.push({ at: this.entries.length, kind: stream, line })
        if (stream === 'out') this.onLine(line)
      },
      note: (text) => this.notes.push(text),
      end: (ending) => {
        this.ending = ending
      },
      ...(sessionId !== undefined && { sessionId }),
    })
    this.player.play()
  }

  get out(): string[] {
    return this.entries.flatMap((entry) => (entry.kind === 'out' ? [entry.line] : []))
  }
  /** Messages that came since the last time. */
  #read = 0
  news(): { type: string; [field: string]: unknown }[] {
    const all = this.out
    const news = all.slice(this.#read).map((line) => JSON.parse(line))
    this.#read = all.length
    return news
  }

  say(message: object): void {
    const line = JSON.stringify(message)
    this.entries.push({ at: this.entries.length, kind: 'in', line })
    this.player.line(line)
    this.player.play()
  }
}

/** Sends what the recorded host sent to its first process, in its order, under new ids. */
export function playAgain(recording: Recording): Stage {
  const stage = new Stage(recording)
  for (const entry of recording.entries) {
    if (entry.kind === 'fact' && entry.fact.kind === 'process-exited') break
    if (entry.kind === 'in') stage.say(JSON.parse(renamed(entry.line)))
    if (entry.kind === 'in-end') stage.player.inputEnd()
    if (entry.kind === 'signal') stage.player.signal(entry.signal)
  }
  return stage
}

/** Requests and prompts of the host have ids of its own; its answers have those of the CLI. */
function renamed(line: string): string {
  const { type } = JSON.parse(line) as { type: string }
  if (type === 'control_response') return line
  return line
    .replaceAll('"request_id":"request_', '"request_id":"req_again_')
    .replaceAll('"uuid":"00000000-0000-4000-8000', '"uuid":"99999999-0000-4000-8000')
}
