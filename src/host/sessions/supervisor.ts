/**
 * Starts a session again whose process has crashed, or has ended while prompts waited that it never had: after a pause, a
 * few times, then no more. A new process goes on where the old one was; no prompt is run twice. It waits with a timer that
 * keeps nothing alive, and `stop` ends it.
 */
import type { LostPrompt } from '../../state/turns/prompts.ts'
import { promptsToSend, type TranscriptPlace } from './recovery.ts'
import { type RestartLimits, Restarts } from './restarts.ts'

export interface Supervised {
  open(): Promise<void>
  /** The prompts that its processes took with them, and where the CLI's transcript is. */
  lost(): { readonly prompts: readonly LostPrompt[]; readonly place: TranscriptPlace }
  sendAgain(prompt: LostPrompt): Promise<void>
  say(level: 'warning' | 'error', text: string, code: string): Promise<void>
  giveUp(): Promise<void>
  log(message: string): void
}

export class Supervisor {
  readonly #session: Supervised
  readonly #restarts: Restarts
  #timer: NodeJS.Timeout | undefined
  #hasGivenUp = false
  /** The processes whose crash is not dealt with yet: only what they took with them may be sent again. */
  readonly #crashed = new Set<number>()
  /** Why the last start failed: what is required cannot be had, say. */
  #problem: string | undefined
  /** Counts the stops: what was begun before one is not gone on with. */
  #stops = 0
  #recovering = 0

  constructor(session: Supervised, limits?: RestartLimits) {
    this.#session = session
    this.#restarts = new Restarts(limits)
  }

  /** A turn went well, or a person asked for a start. */
  reset(): void {
    this.#restarts.reset()
  }
  /** A person asks for a process. After it was given up, what the crash left undone is seen to, once. */
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
    // A person closed the session: when it goes on later, perhaps with something else, these prompts stay where they are.
    if (!this.#hasGivenUp) this.#crashed.clear()
  }

  /** Prompts are being sent again. */
  get isRecovering(): boolean {
    return this.#recovering > 0
  }

  /** The process with this number crashed, after it had run so long. */
  crashed(generation: number, ranMs: number): void {
    this.#crashed.add(generation)
    this.#later(ranMs, true)
  }
  /** It was told to end, while prompts waited for it. What it took with it, perhaps what told it to end, is not sent again. */
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
        this.#session.log(`could not be resumed: ${error.message}`)
        if (!isStopped()) this.#later(0, isCrash, error.message)
      })
    }, delay)
    this.#timer.unref()
  }

  async #giveUp(isCrash: boolean): Promise<void> {
    this.#hasGivenUp = isCrash
    await this.#session.giveUp()
    const why = this.#problem === undefined ? '' : ` The last could not be started: ${this.#problem}`
    await this.#session.say(
      'error',
      `The process ended again and again, and is not started any more. Resume the session to try once more.${why}`,
      'gave-up',
    )
  }

  async #recover(isStopped: () => boolean, isAsked = false): Promise<void> {
    this.#recovering += 1
    try {
      await this.#sendLost(isStopped, isAsked)
    } finally {
      this.#recovering -= 1
    }
  }

  async #sendLost(isStopped: () => boolean, isAsked: boolean): Promise<void> {
    const crashed = [...this.#crashed]
    const { prompts, place } = this.#session.lost()
    const taken = prompts.filter(({ generation }) => crashed.includes(generation))
    // Before the new process can write to it.
    const { again, interrupted } = await promptsToSend(taken, place)
    if (isStopped()) return
    await this.#session.open()
    if (!isAsked)
      await this.#session.say('warning', 'The process ended unexpectedly. A new one goes on.', 'resumed')
    for (const { content } of interrupted) {
      await this.#session.say(
        'warning',
        `The crash interrupted this prompt: ${preview(content)} (send "continue" to go on with it)`,
        'prompt-interrupted',
      )
    }
    for (const prompt of again) await this.#session.sendAgain(prompt)
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
