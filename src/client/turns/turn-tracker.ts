/**
 * Follows each prompt from its writing to the result that covers it. The CLI says which prompts a turn holds in several
 * ways: it echoes them (`isReplay`), newer versions name them in init and result and tell their lifecycle, and old ones
 * do not echo slash commands at all. Tracking lasts as long as the process.
 */
import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { SystemMessage } from '../../protocol/messages/system.ts'
import type { UserMessage } from '../../protocol/messages/user.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { isOfTask, mayStartTurn } from '../../state/own-turns.ts'
import { type Turn, type TurnResult, turnResult } from './turn.ts'

const INTERRUPT_MARKER = '[Request interrupted by user'
const ALREADY_RUN: TurnResult = { status: 'already-run', text: '' }
const CANCELLED: TurnResult = { status: 'cancelled', text: '' }

export class TurnTracker {
  readonly #waiting = new Map<string, Turn>()
  readonly #onIdle: () => void
  /** One of the versions that never say that they are idle, and start no turn by themselves. */
  readonly #isEarly: boolean
  /** A turn runs: from its init to its result. */
  #open = false
  /** The CLI started the running turn by itself, when a background task ended. */
  #selfStarted = false
  /** A task ended between two turns, and the CLI was not idle since: the next turn may be its own. */
  #taskEnded = false
  /** This version names the prompts of a turn in its init. */
  #namesPrompts = false
  /** This version tells what becomes of each prompt. An echo then says nothing more. */
  #tellsLifecycle = false
  /** This version dates the echoes in a turn, but not that of a prompt that it does not run again. Old ones date none. */
  #datesEchoes = false
  /** The CLI has begun nothing, or has said that it is idle since: no prompt waits there. */
  #atRest = true
  #interrupted = false
  /** A prompt was sent that is to run at once: the running turn is stopped for it. */
  #preempted = false
  /** There was a turn. A result may come without one, when the CLI cannot even begin. */
  hasRun = false
  /** What the last turn ended in. */
  lastResult: TurnResult | undefined
  /** The prompts that the running turn is known to hold. */
  readonly #held = new Set<string>()
  /** Echoed or started between two turns: the beginning of a turn, or a prompt that is not run again. */
  readonly #undecided = new Set<string>()
  /** Echoed in a turn as prompts that are not run again. Of one that was written twice, the first may wait yet. */
  readonly #repeated = new Set<string>()

  constructor(onIdle: () => void, { isEarly = false } = {}) {
    this.#onIdle = onIdle
    this.#isEarly = isEarly
  }

  /** Nothing runs, and nothing that was written waits. */
  get isIdle(): boolean {
    return !this.#open && this.#waiting.size === 0
  }

  /** The prompts that no turn is known to hold, oldest first. */
  get waiting(): string[] {
    return [...this.#waiting.keys()].filter((uuid) => !this.#held.has(uuid))
  }

  sent(turn: Turn): void {
    turn.state = 'sent'
    this.#preempted ||= this.#open && turn.input.priority === 'now'
    this.#waiting.set(turn.uuid, turn)
  }

  observe(message: StdoutMessage): void {
    if (message.type === 'system') this.#observeSystem(message)
    else if (message.type === 'user') this.#observeUser(message)
    else if (message.type === 'command_lifecycle') this.#observeLifecycle(message.command_uuid, message.state)
    else if (message.type === 'result') this.#end(message)
  }

  /** The CLI took a waiting prompt out of its queue. */
  cancelled(uuid: string): void {
    this.#settle(uuid, CANCELLED)
    this.#checkIdle()
  }

  fail(error: Error): void {
    for (const turn of this.#waiting.values()) turn.fail(error)
    this.#waiting.clear()
    this.#open = false
  }

  #observeSystem(message: SystemMessage): void {
    if (message.subtype === 'init') this.#begin(message.user_message_uuids)
    // Between turns only: one that ends inside a turn is told to the model there.
    else if (message.subtype === 'task_notification' && !this.#open && !this.#isEarly)
      this.#taskEnded ||= mayStartTurn(message)
    else if (message.subtype === 'session_state_changed') this.#observeState(message.state)
  }

  #begin(names: unknown): void {
    const named = listOf(names)
    if (named.some((uuid) => this.#waiting.has(uuid))) this.#namesPrompts = true
    this.#open = true
    this.hasRun = true
    const isAsked = named.length > 0 || this.#undecided.size > 0
    this.#selfStarted = !isAsked && (this.#taskEnded || this.#namesPrompts || this.#tellsLifecycle)
    this.#taskEnded = false
    this.#atRest = false
    for (const uuid of [...this.#undecided, ...named]) this.#join(uuid)
    this.#undecided.clear()
  }

  #observeUser(message: UserMessage): void {
    if (!message.isReplay) this.#interrupted ||= hasInterruptMarker(message)
    else if (message.uuid !== undefined && this.#waiting.has(message.uuid))
      this.#echoed(message.uuid, message.timestamp !== undefined)
  }

  #echoed(uuid: string, isDated: boolean): void {
    this.#datesEchoes ||= isDated
    if (!this.#open) this.#echoedBetween(uuid, isDated)
    // Where lifecycles are told, an echo alone may be of a prompt that an earlier process has run.
    else if (this.#tellsLifecycle) return
    else if (isDated || !this.#datesEchoes) this.#join(uuid)
    else this.#repeated.add(uuid)
  }

  /** Between two turns: the beginning of a merged turn, or a prompt that is not run again. */
  #echoedBetween(uuid: string, isDated: boolean): void {
    if (this.#undecided.has(uuid)) return
    // Early versions echo there nothing but what they do not run again, and no version dates that.
    if (!this.#isEarly && (isDated || !this.#atRest)) {
      this.#undecided.add(uuid)
      return
    }
    this.#settle(uuid, ALREADY_RUN)
    this.#checkIdle()
  }

  #observeLifecycle(uuid: string, state: string): void {
    const turn = this.#waiting.get(uuid)
    // What is told of others is no promise to tell of ours.
    if (!turn) return
    this.#tellsLifecycle = true
    if (state === 'queued') turn.state = 'accepted'
    else if (state === 'started') this.#started(turn)
    // Of a prompt in the running turn: its result is yet to come.
    else if (!this.#held.has(uuid)) this.#settle(uuid, state === 'completed' ? ALREADY_RUN : CANCELLED)
    this.#checkIdle()
  }

  #started(turn: Turn): void {
    turn.state = 'started'
    // Inside a turn: it was folded into it.
    if (this.#open) this.#join(turn.uuid)
    else this.#undecided.add(turn.uuid)
  }

  #observeState(state: string): void {
    if (state === 'running') this.#atRest = false
    if (state !== 'idle') return
    this.#taskEnded = false
    this.#atRest = true
    // What was echoed between two turns, and was followed by none, had been run by an earlier process.
    for (const uuid of [...this.#undecided, ...this.#repeated])
      if (!this.#held.has(uuid)) this.#settle(uuid, ALREADY_RUN)
    this.#undecided.clear()
    this.#repeated.clear()
    this.#checkIdle()
  }

  #join(uuid: string): void {
    const turn = this.#waiting.get(uuid)
    if (!turn) return
    turn.state = 'started'
    this.#held.add(uuid)
  }

  #end(message: ResultMessage): void {
    const stopped = this.#preempted && message.subtype === 'error_during_execution'
    const result = turnResult(message, stopped || this.#interrupted)
    for (const uuid of this.#covered(message)) this.#settle(uuid, result)
    this.lastResult = result
    this.#open = false
    this.#selfStarted = false
    this.#interrupted = false
    this.#preempted = false
    this.#held.clear()
    this.#checkIdle()
  }

  #covered(message: ResultMessage): Iterable<string> {
    const named = [...this.#held, ...listOf(message.user_message_uuids)]
    if (named.length > 0 || this.#selfStarted || isOfTask(message)) return named
    // Nobody was named: the oldest prompt. The CLI did not echo it: a slash command, or blocked by a hook, or ended early.
    const candidates = [...this.#waiting.keys()].filter((uuid) => this.#mayHaveRun(uuid))
    const oldest = candidates.find((uuid) => !this.#repeated.has(uuid)) ?? candidates[0]
    return oldest === undefined ? [] : [oldest]
  }

  /** Where lifecycles are told, a prompt has run only if it was started. */
  #mayHaveRun(uuid: string): boolean {
    return !this.#tellsLifecycle || this.#undecided.has(uuid)
  }

  #settle(uuid: string, result: TurnResult): void {
    this.#waiting.get(uuid)?.settle(result)
    this.#waiting.delete(uuid)
  }

  #checkIdle(): void {
    if (this.isIdle) this.#onIdle()
  }
}

/** An optional field is the CLI's word and was not checked. */
function listOf(names: unknown): string[] {
  return Array.isArray(names) ? names : []
}

function hasInterruptMarker({ message: { content } }: UserMessage): boolean {
  if (typeof content === 'string') return content.startsWith(INTERRUPT_MARKER)
  return content.some((block) => block.type === 'text' && block.text.startsWith(INTERRUPT_MARKER))
}
