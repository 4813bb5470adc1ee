/**
 * Stops a turn: with a control request or, where the CLI does not answer it, with ever stronger signals. Those end the
 * process, and whoever waits for something of it is told by its ending.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transport } from '../process/transport.ts'
import type { InterruptResponse } from '../protocol/control/responses.ts'
import type { Approval } from './approvals/approval.ts'
import type { CallOptions } from './control-channel.ts'
import { ControlTimeoutError } from './errors.ts'
import type { InterruptOptions, InterruptResult } from './session-calls.ts'

/** How long each signal may take to end the process, in milliseconds. */
export interface SignalWaits {
  readonly afterSigint?: number
  readonly afterSigterm?: number
}

const TIMEOUT = 5000
const AFTER_SIGINT = 2000
const AFTER_SIGTERM = 5000

/** The parts of a session that an interrupt touches. */
export interface Interruptible {
  readonly approvals: readonly Approval[]
  request(fields: { cancel_queued?: true }, options: CallOptions): Promise<InterruptResponse>
  /** The request also drops the prompts that wait, where it is told to. */
  readonly dropsQueue: boolean
  /** The prompts that no turn is known to hold. */
  waiting(): string[]
  /** Takes one of them out of the CLI's queue, if it is still there. */
  takeBack(uuid: string): Promise<boolean>
  /** Ends an approval that the CLI forgot to withdraw. */
  withdraw(id: string): void
  escalate(): Promise<void>
}

export async function interruptTurn(
  session: Interruptible,
  { cancelQueued = false, approvals = 'withdraw', timeout = TIMEOUT }: InterruptOptions = {},
): Promise<InterruptResult> {
  const elicitations = session.approvals.filter((open) => open.kind === 'elicitation')
  const denied = approvals === 'deny' ? session.approvals.filter((open) => open.kind !== 'elicitation') : []
  try {
    for (const approval of denied) approval.deny('The user stopped the turn.', { interrupt: true })
    const answer = cancelQueued
      ? await withQueue(session, timeout)
      : denied.length > 0
        ? {}
        : await session.request({}, { timeout })
    // Old CLIs do not withdraw what an MCP server asked.
    for (const { id, status } of elicitations) if (status === 'pending') session.withdraw(id)
    return answer
  } catch (error) {
    if (!(error instanceof ControlTimeoutError)) throw error
    await session.escalate()
    return { escalated: true }
  }
}

async function withQueue(session: Interruptible, timeout: number): Promise<InterruptResponse> {
  // Where the request does not drop them they are taken back first, and in one go: those still there start at once.
  const waiting = session.dropsQueue ? [] : session.waiting()
  const takenBack = Promise.all(waiting.map((uuid) => session.takeBack(uuid).catch(() => false)))
  const answer = await session.request({ cancel_queued: true }, { timeout })
  const isTaken = await takenBack
  const cancelled = [...(answer.cancelled ?? []), ...waiting.filter((_, i) => isTaken[i])]
  return cancelled.length === 0 ? answer : { ...answer, cancelled }
}

/** SIGINT, SIGTERM, SIGKILL: each as long as the one before has not ended the process in its time. */
export async function escalate(
  transport: Pick<Transport, 'signal'>,
  ended: Promise<unknown>,
  { afterSigint = AFTER_SIGINT, afterSigterm = AFTER_SIGTERM }: SignalWaits = {},
): Promise<void> {
  transport.signal('SIGINT')
  if (await isWithin(ended, afterSigint)) return
  transport.signal('SIGTERM')
  if (await isWithin(ended, afterSigterm)) return
  transport.signal('SIGKILL')
  await ended
}

async function isWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const stop = new AbortController()
  const late = sleep(ms, false, { signal: stop.signal }).catch(() => false)
  const isOver = await Promise.race([ended.then(() => true), late])
  stop.abort()
  return isOver
}
