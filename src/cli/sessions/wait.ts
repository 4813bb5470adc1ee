/**
 * `--wait`: shows what a session does with a prompt until the prompt is over. The answer goes to stdout, everything else to
 * stderr. Approvals are asked here on a terminal, and otherwise shown with the command that answers them. ctrl-c only ends
 * the waiting: the session belongs to the host. If the host goes away, this waits for it.
 */

import { randomUUID } from 'node:crypto'
import type { Live } from '../../api/live.ts'
import { formatMoney } from '../../state/format/money.ts'
import { liveness } from '../../state/liveness/liveness.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { EXIT } from '../exit-codes.ts'
import type { FoundHost } from '../host/find-host.ts'
import { openLive } from '../host/live.ts'
import type { Io } from '../io.ts'
import { seconds } from '../run/notices.ts'
import { Show } from '../run/show.ts'
import { TurnOutput } from '../run/turn-output.ts'
import { shorten } from '../terminal/truncate.ts'
import { firstPrompt, type Outcome, outcomeOf } from './outcome.ts'
import { WaitingApprovals } from './waiting-approvals.ts'

export interface WaitOptions {
  readonly host: FoundHost
  readonly session: string
  readonly io: Io
  readonly json: boolean
  /** The state before the prompt was sent, which is not shown. */
  readonly before?: SessionState
  /** Default: the first prompt of the session. */
  readonly prompt?: string
}

/** How often the ages in the status line are updated. */
const TICK = 1000

/** Sends a prompt and waits for its end. Only approvals and the status are shown. Undefined if the person stopped waiting. */
export async function askSession(
  { host, session, io }: Pick<WaitOptions, 'host' | 'session' | 'io'>,
  text: string,
): Promise<Outcome | undefined> {
  const { api } = host
  const prompt = randomUUID()
  const { state: before } = await api.call('getSession', {
    params: { id: session },
    query: { paged: 'true' },
  })
  const body = { id: prompt, commandId: prompt, text, when: 'after-turn' as const }
  await api.call('sendMessage', { params: { id: session }, body })
  const live = openLive(host, io.env)
  const output = new TurnOutput(quiet(io))
  const options = { host, session, io, json: true, before, prompt }
  const outcome = await follow(options, live, output).finally(() => live.close())
  output.status('')
  return outcome === 'left' ? undefined : outcome
}

/** Returns the exit code. */
export async function waitForPrompt(options: WaitOptions): Promise<number> {
  const { host, session, io, json } = options
  const started = performance.now()
  const output = new TurnOutput(json ? quiet(io) : io)
  const live = openLive(host, io.env)
  const outcome = await follow(options, live, output).finally(() => live.close())
  output.endText()
  output.status('')
  const short = session.slice(0, 8)
  if (outcome === 'left') {
    io.err(`\nStopped waiting; the session keeps running. \`fairlead interrupt ${short}\` stops its turn.\n`)
    return EXIT.interrupted
  }
  if (json) io.out(`${JSON.stringify({ session, ...outcome })}\n`)
  else
    summarize(
      outcome,
      output,
      `${seconds(performance.now() - started)} · ${formatMoney(outcome.costUsd)} · ${short}`,
    )
  if (outcome.status === 'success') return EXIT.done
  return outcome.status === 'interrupted' ? EXIT.interrupted : EXIT.failed
}

function summarize({ status, text }: Outcome, output: TurnOutput, facts: string): void {
  const { style } = output
  if (status === 'error' || status === 'lost' || status === 'cancelled')
    output.line(style.red(`${status}: ${shorten(text || 'no reason given', 300)}`))
  output.line(style.dim(`${status === 'success' ? 'done' : status} · ${facts}`))
}

function follow(options: WaitOptions, live: Live, output: TurnOutput): Promise<Outcome | 'left'> {
  const { host, session, io, json, before = emptyState } = options
  const show = new Show(output)
  show.skip(before)
  return new Promise((resolve, reject) => {
    const end = (outcome: Outcome | 'left') => {
      clearInterval(clock)
      unwatch()
      unlisten()
      approvals.close()
      resolve(outcome)
    }
    const leave = () => end('left')
    const approvals = new WaitingApprovals({ host, session, io, output, json, leave })
    const update = () => {
      const state = live.session(session)
      const gone = live.gone(session)
      if (gone !== undefined) return end({ status: 'lost', text: gone, costUsd: 0 })
      const { connection } = live.state
      if (connection.status === 'waiting')
        return output.status(`… connection to the host lost (${connection.reason})`)
      if (state.seq === 0 || state.seq < before.seq) return
      const now = Date.now()
      if (!json) show.update(state, liveness(state, now), now)
      approvals.update(state)
      const prompt = options.prompt ?? firstPrompt(state)
      const outcome = prompt === undefined ? undefined : outcomeOf(state, prompt, now)
      if (outcome) end(outcome)
    }
    const guarded = () => {
      try {
        update()
      } catch (error) {
        reject(error)
        end('left')
      }
    }
    const unwatch = live.watch(session, guarded)
    const unlisten = io.onInterrupt(leave)
    const clock = setInterval(guarded, TICK)
    guarded()
  })
}

/** Without the answer's text; pending approvals are still shown. */
function quiet(io: Io): Io {
  return { ...io, out: () => {} }
}
