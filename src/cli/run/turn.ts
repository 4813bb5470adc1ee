/**
 * One turn from start to end. The session is opened here and closed here, whatever happens: after the result, after the
 * second ctrl-c, or when the CLI ends by itself, which is an error.
 */
import type { Approval } from '../../client/approvals/approval.ts'
import { startSession } from '../../client/open-session.ts'
import type { Session } from '../../client/session.ts'
import type { SessionOptions } from '../../client/session-options.ts'
import type { TurnResult } from '../../client/turns/turn.ts'
import type { Io } from '../io.ts'
import { Asker } from './ask/ask.ts'
import { lineInput } from './line-input.ts'
import { seconds } from './notices.ts'
import { Screen } from './screen.ts'
import { Show } from './show.ts'

export interface RunContext {
  readonly io: Io
  readonly json: boolean
  /** Somebody is there to answer. */
  readonly canAsk: boolean
}

const INTERRUPTED = 130

export async function runTurn(
  prompt: string,
  options: SessionOptions,
  { io, json, canAsk }: RunContext,
): Promise<number> {
  const screen = new Screen(io)
  const show = new Show(screen)
  const stop = new Stop(screen)
  const input = canAsk ? lineInput(io, () => stop.pressed()) : undefined
  const asker = input && new Asker(screen, input, io)
  const removeListener = io.onInterrupt(() => stop.pressed())
  let session: Session | undefined
  try {
    session = await startSession({
      ...options,
      onApproval: (approval) => (asker ? asker.approve(approval) : refuse(approval, screen)),
      onMessage: (message, text) => (json ? io.out(`${text}\n`) : show.message(message)),
      onWarning: ({ message }) => screen.line(screen.style.yellow(message)),
    })
    stop.attach(session)
    const result = await session.send(prompt, { typed: true }).result
    if (!json) summarize(result, session, screen)
    return { success: 0, interrupted: INTERRUPTED }[result.status as string] ?? 1
  } catch (error) {
    if (stop.presses > 0) return INTERRUPTED
    throw error
  } finally {
    removeListener()
    input?.close()
    screen.endText()
    screen.status('')
    await session?.close()
  }
}

/** ctrl-c: the first interrupts the turn, the second ends the CLI, the third does not wait for that. */
class Stop {
  readonly #screen: Screen
  #session: Session | undefined
  presses = 0

  constructor(screen: Screen) {
    this.#screen = screen
  }

  attach(session: Session): void {
    this.#session = session
    if (this.presses > 0) void session.close()
  }

  pressed(): void {
    this.presses += 1
    if (this.presses > 2) process.exit(INTERRUPTED)
    if (this.presses === 2) void this.#session?.close()
    if (this.presses > 1) return
    this.#screen.line(this.#screen.style.dim('interrupting … (ctrl-c again ends the CLI)'))
    this.#session?.interrupt({ cancelQueued: true }).catch(() => {})
  }
}

function refuse(approval: Approval, screen: Screen): void {
  if (approval.kind === 'elicitation') return void approval.cancel()
  const { toolName } = approval
  screen.line(
    screen.style.yellow(
      `${toolName} needs approval, and there is no terminal to ask in: denied. Allow it with --allow ${toolName}.`,
    ),
  )
  approval.deny('Nobody can be asked: this runs without a terminal. Go on without it, or say what is needed.')
}

function summarize({ status, text, message }: TurnResult, session: Session, screen: Screen): void {
  const { style } = screen
  if (status === 'error')
    screen.line(style.red(`error: ${text || message?.subtype || 'no reason was given'}`))
  const { total_cost_usd: cost, duration_ms: duration, num_turns: rounds } = message ?? {}
  const facts = [
    status === 'success' ? 'done' : status,
    ...(duration === undefined ? [] : [seconds(duration)]),
    ...(rounds === undefined || rounds < 2 ? [] : [`${rounds} rounds`]),
    ...(cost === undefined ? [] : [`$${cost.toFixed(4)}`]),
    ...(session.sessionId === undefined ? [] : [`--resume ${session.sessionId}`]),
  ]
  screen.line(style.dim(facts.join(' · ')))
}
