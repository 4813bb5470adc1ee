/**
 * A session in the terminal. `open` starts the CLI; `turn` runs a prompt to its result, and waits for the tasks that it
 * left in the background; `close` ends the CLI in any state. If the CLI ends by itself, the pending call rejects.
 *
 * The first ctrl-c in a turn interrupts it, the second ends the CLI, the third exits without waiting for that. While only
 * background tasks run, ctrl-c ends the wait; at the prompt, it leaves.
 */
import type { Approval } from '../../client/approvals/approval.ts'
import { SessionEndedError } from '../../client/errors.ts'
import { startSession } from '../../client/open-session.ts'
import type { Session } from '../../client/session.ts'
import type { SessionOptions } from '../../client/session-options.ts'
import type { Ending } from '../../process/transport.ts'
import { lastValue } from '../../state/list.ts'
import { outstanding } from '../../state/turns/outstanding.ts'
import { totalCost } from '../../state/usage-totals.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { printable } from '../terminal/cells.ts'
import { shorten } from '../terminal/truncate.ts'
import { Asker } from './ask/ask.ts'
import { type LineInput, lineInput } from './line-input.ts'
import { outcomeOf, type TurnOutcome } from './outcome.ts'
import type { Printer } from './print.ts'
import { isSettled, untilSettled } from './settled.ts'
import { Show } from './show.ts'
import { TurnOutput } from './turn-output.ts'

export interface RunContext {
  readonly io: Io
  readonly json: boolean
  /** Prints for a program, in place of what a person sees. */
  readonly printer?: Printer | undefined
  /** A person can answer approvals. */
  readonly canAsk: boolean
  /** Whether to wait for background tasks. */
  readonly waits: boolean
}

const TIME_TO_STOP = 3000
/** How often the ages in the status line are updated. */
const TICK = 1000

/** Opens a conversation for `body`, and closes it in any case. Returns the exit code. */
export async function converse(
  options: SessionOptions,
  context: RunContext,
  body: (talk: Conversation) => Promise<number>,
): Promise<number> {
  const talk = new Conversation(context)
  try {
    await talk.open(options)
    return await body(talk)
  } catch (error) {
    if (talk.presses > 0) return EXIT.interrupted
    throw error
  } finally {
    await talk.close()
  }
}

class Conversation {
  readonly output: TurnOutput
  /** How often ctrl-c was pressed in the last turn. */
  presses = 0
  readonly #context: RunContext
  readonly #show: Show
  readonly #input: LineInput | undefined
  readonly #asker: Asker | undefined
  readonly #removeListener: () => void
  #session: Session | undefined
  #clock: NodeJS.Timeout | undefined
  /** What ctrl-c does now. */
  #onStop: () => void = () => {}

  constructor(context: RunContext) {
    const { io, canAsk } = context
    this.#context = context
    this.output = new TurnOutput(io)
    this.#show = new Show(this.output)
    this.#input = canAsk ? lineInput(io, () => this.#onStop()) : undefined
    this.#asker = this.#input && new Asker(this.output, this.#input, io)
    this.#removeListener = io.onInterrupt(() => this.#onStop())
    this.#onStop = () => this.#stopTurn()
  }

  get sessionId(): string | undefined {
    return this.#session?.sessionId
  }

  /** Dollars, of all turns so far. */
  get cost(): number {
    return this.#session ? totalCost(this.#session.state.usage) : 0
  }

  async open(options: SessionOptions): Promise<void> {
    const { output } = this
    const { json, printer } = this.#context
    this.#session = await startSession({
      ...options,
      onApproval: (approval) => {
        // Show first what led to the approval.
        this.#update()
        return this.#asker ? this.#asker.approve(approval) : refuse(approval, output)
      },
      onMessage: (message, text) => {
        if (json) this.#context.io.out(`${text}\n`)
        printer?.take(message, text)
      },
      onWarning: ({ message }) => output.line(output.style.yellow(message)),
    })
    this.#session.onChange(() => this.#update())
    this.#clock = setInterval(() => this.#update(), TICK).unref()
    if (this.presses > 0) void this.#session.close()
  }

  /** Keeps the terminal in raw mode until `close`: see `LineInput.watch`. */
  takeKeys(): void {
    this.#input?.watch()
  }

  /** The next prompt; undefined when the person leaves. */
  async prompt(): Promise<string | undefined> {
    const left = new AbortController()
    let ended: Ending | undefined
    this.#onStop = () => left.abort()
    void this.#opened.ended.then((ending) => {
      ended = ending
      left.abort()
    })
    const line = await this.#asker?.prompt(`${this.output.style.bold('>')} `, left.signal)
    if (ended !== undefined) throw new SessionEndedError(ended)
    return line
  }

  /** The outcome of the prompt or, if background tasks caused another turn, of that turn. */
  async turn(prompt: string): Promise<TurnOutcome> {
    this.presses = 0
    this.output.restart()
    this.#onStop = () => this.#stopTurn()
    const session = this.#opened
    const outcome = outcomeOf(await session.send(prompt, { typed: true }).result)
    this.#endText()
    const { waits } = this.#context
    if (!waits || outcome.status === 'interrupted' || isSettled(session.state)) return outcome
    return this.#followed(outcome)
  }

  /** Stops the turn and all tasks, so that no output comes later. */
  async stopAll(): Promise<void> {
    const session = this.#opened
    const { tasks } = outstanding(session.state)
    const stopped = tasks.map(({ id }) => session.request('stop_task', { task_id: id }))
    if (session.isBusy) stopped.push(session.interrupt().then(() => ({})))
    await Promise.allSettled(stopped)
    await Promise.race([untilSettled(session, AbortSignal.timeout(TIME_TO_STOP)), session.ended])
    this.#endText()
  }

  async close(): Promise<void> {
    this.#removeListener()
    this.#input?.close()
    clearInterval(this.#clock)
    this.#endText()
    this.output.status('')
    await this.#session?.close()
  }

  get #opened(): Session {
    if (this.#session === undefined) throw new Error('The session is not open')
    return this.#session
  }

  #update(): void {
    const { json, printer } = this.#context
    if (!this.#session || json || printer) return
    const now = Date.now()
    this.#show.update(this.#session.state, this.#session.liveness(now), now, this.presses > 0)
  }

  /** `onChange` fires with a delay, so show pending changes before what follows them. */
  #endText(): void {
    this.#update()
    this.output.endText()
  }

  async #followed(outcome: TurnOutcome): Promise<TurnOutcome> {
    const { output } = this
    const session = this.#opened
    const turnsBefore = session.state.turns.past.size
    const names = outstanding(session.state).tasks.map(({ id, description = id }) => description)
    const what = names.length === 1 ? 'a task is running' : `${names.length} tasks are running`
    const note = `${what} in the background (ctrl-c stops waiting): ${names.join(', ')}`
    if (names.length > 0) output.line(output.style.dim(shorten(note, output.width)))
    const left = new AbortController()
    this.#onStop = () => left.abort()
    const ended = session.ended.then((ending) => {
      throw new SessionEndedError(ending)
    })
    await Promise.race([untilSettled(session, left.signal), ended])
    this.#endText()
    if (left.signal.aborted) return { status: 'interrupted', text: '', denials: [] }
    const { past } = session.state.turns
    const last = past.size > turnsBefore ? lastValue(past)?.result : undefined
    return last ? { ...last, denials: [...outcome.denials, ...last.denials] } : outcome
  }

  #stopTurn(): void {
    this.presses += 1
    if (this.presses > 2) process.exit(EXIT.interrupted)
    if (this.presses === 2) void this.#session?.close()
    if (this.presses > 1) return
    this.output.line(this.output.style.dim('Interrupting… (ctrl-c again ends the CLI)'))
    this.#session?.interrupt({ cancelQueued: true }).catch(() => {})
  }
}

function refuse(approval: Approval, output: TurnOutput): void {
  if (!('toolName' in approval)) return void approval.decide({ decision: 'cancel' })
  const toolName = printable(approval.toolName)
  output.line(
    output.style.yellow(
      `${toolName} needs approval, but nobody can be asked, so it was denied. Allow it with --allow ${toolName}.`,
    ),
  )
  approval.deny('Nobody can be asked. Go on without it, or say what is needed.')
}
