/**
 * Restarts a session whose process has crashed, or has ended before it got all prompts: after a delay, a few times, then no
 * more. The new process continues where the old one was; no prompt runs twice. The timer does not keep the program alive,
 * and `stop` ends it.
 */
import type { LostPrompt } from '../../state/turns/prompts.ts'
import { promptsToSend, type TranscriptPlace } from './recovery.ts'
import { type RestartLimits, Restarts } from './restarts.ts'

export interface Supervised {
  open(): Promise<void>
  /** The prompts that were lost with processes, and where the CLI's transcript is. */
  lost(): { readonly prompts: readonly LostPrompt[]; readonly place: TranscriptPlace }
  /** Stores that they wait again, before what is held; a process gets them when it has begun. */
  queueAgain(prompts: readonly LostPrompt[]): Promise<void>
  say(level: 'warning' | 'error', text: string, code: string): Promise<void>
  giveUp(): Promise<void>
  log(message: string): void
}

export class Supervisor {
  readonly #session: Supervised
  readonly #restarts: Restarts
  #timer: NodeJS.Timeout | undefined
  #hasGivenUp = false
  /** Processes whose crash is not handled yet: only prompts that were lost with them may be sent again. */
  readonly #crashed = new Set<number>()
  /** Why the last start failed. */
  #problem: string | undefined
  /** Counts the stops: work that began before the last one is abandoned. */
  #stops = 0
  #recovering = 0

  constructor(session: Supervised, limits?: RestartLimits) {
    this.#session = session
    this.#restarts = new Restarts(limits)
  }

  /** A turn has succeeded, or a person asked for a start: crashes are counted anew. */
  reset(): void {
    this.#restarts.reset()
  }
  /** A person asks for a process. After giving up, this handles what the crash left undone, once. */
  async open(): Promise<void> {
    if (!this.#hasGivenUp) return this.#session.open()
    this.#hasGivenUp = false
    try {
      await this.#recover(() => false, true)
    } catch (error) {
      this.#hasGivenUp = true
      throw error
    }
  }
  stop(): void {
    this.#stops += 1
    clearTimeout(this.#timer)
    // A person closed the session: if it continues later, perhaps with something else, these prompts are not sent again.
    if (!this.#hasGivenUp) this.#crashed.clear()
  }

  /** A process is being started in place of one that crashed. */
  get isRecovering(): boolean {
    return this.#recovering > 0
  }

  /** The process with this number crashed after it had run for `ranMs`. */
  crashed(generation: number, ranMs: number): void {
    this.#crashed.add(generation)
    this.#later(ranMs, true)
  }
  /** The process was asked to end while prompts waited. The prompts that it had, one of which may have asked for the end, are not repeated. */
  endedEarly(ranMs: number): void {
    this.#later(ranMs, false)
  }

  #later(ranMs: number, isCrash: boolean, problem?: string): void {
    this.#problem = problem
    const delay = this.#restarts.next(ranMs)
    if (delay === undefined) {
      this.#giveUp(isCrash).catch((error: Error) => this.#session.log(error.message))
      return
    }
    const stops = this.#stops
    const isStopped = () => this.#stops !== stops
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const start = isCrash ? this.#recover(isStopped) : this.#session.open()
      start.catch((error: Error) => {
        // A person has closed the session meanwhile.
        if (isStopped()) return
        this.#session.log(`could not be resumed: ${error.message}`)
        this.#later(0, isCrash, error.message)
      })
    }, delay)
    this.#timer.unref()
  }

  async #giveUp(isCrash: boolean): Promise<void> {
    this.#hasGivenUp = isCrash
    await this.#session.giveUp()
    const why = this.#problem === undefined ? '' : ` The last could not be started: ${this.#problem}`
    const text = `The process ended again and again, and is not started any more. Resume the session to try once more.${why}`
    await this.#session.say('error', text, 'gave-up')
  }

  async #recover(isStopped: () => boolean, isAsked = false): Promise<void> {
    this.#recovering += 1
    try {
      await this.#goOn(isStopped, isAsked)
    } finally {
      this.#recovering -= 1
    }
  }

  async #goOn(isStopped: () => boolean, isAsked: boolean): Promise<void> {
    const crashed = [...this.#crashed]
    const { prompts, place } = this.#session.lost()
    const taken = prompts.filter(({ generation }) => crashed.includes(generation))
    // Read before the new process can write to the transcript.
    const { again, interrupted } = await promptsToSend(taken, place)
    if (isStopped()) return
    // Before the start: a host that is killed during it knows no more that there was a crash.
    const isStillLost = ({ uuid }: LostPrompt) => this.#session.lost().prompts.some((it) => it.uuid === uuid)
    await this.#session.queueAgain(again.filter(isStillLost))
    if (isStopped()) return
    await this.#session.open()
    if (!isAsked)
      await this.#session.say('warning', 'The process ended unexpectedly and was restarted.', 'resumed')
    for (const { content } of interrupted) {
      const text = `The crash interrupted this prompt: ${preview(content)} (send "continue" to go on with it)`
      await this.#session.say('warning', text, 'prompt-interrupted')
    }
    for (const generation of crashed) this.#crashed.delete(generation)
  }
}

function preview(content: LostPrompt['content']): string {
  const text =
    typeof content === 'string'
      ? content
      : content.map((it) => ('text' in it ? it.text : `[${it.type}]`)).join(' ')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
