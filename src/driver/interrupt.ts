/**
 * Stops a turn: with a control request or, where the CLI does not answer it, with ever stronger signals. Signals end the
 * process, and everything that waits for it fails with its ending.
 */
import type { InterruptResponse } from '../protocol/control/responses.ts'
import { ControlTimeoutError } from './errors.ts'
import type { Clock, Signal } from './ports.ts'

/** How `interrupt` stops a turn. */
export interface InterruptOptions {
  /** How long the CLI has to answer, in milliseconds. Default 5 s. */
  readonly timeout?: number
  /** Take the prompts that wait in the CLI's queue out too. */
  readonly cancelQueued?: boolean
  /** Open approvals: let the CLI withdraw them, or deny each with an interrupt. */
  readonly approvals?: 'withdraw' | 'deny'
}
/** How the interrupt ended. */
export interface InterruptResult extends InterruptResponse {
  /** The CLI did not answer in time and was sent signals, which have ended the process. */
  readonly escalated?: boolean
}

/** How long each signal may take to end the process, in milliseconds. */
export interface SignalWaits {
  readonly afterSigint?: number
  readonly afterSigterm?: number
}

const TIMEOUT = 5000
const AFTER_SIGINT = 2000
const AFTER_SIGTERM = 5000

/** The parts of a driver that an interrupt touches. */
export interface Interruptible {
  /** Ids of the forms of MCP servers that are open. */
  elicitations(): readonly string[]
  /** Denies every other open approval, and ends the turn with it. Returns how many there were. */
  denyAll(): number
  request(fields: { cancel_queued?: true }, timeout: number): Promise<InterruptResponse>
  /** Prompts that `interrupt` itself does not take out of the CLI's queue. */
  leftInQueue(): readonly string[]
  /** Takes one of them out of the CLI's queue, if it is still there. */
  takeBack(uuid: string): Promise<boolean>
  /** Ends an approval that the CLI forgot to withdraw. */
  withdraw(id: string): void
  escalate(): Promise<void>
}

export async function interruptTurn(
  driver: Interruptible,
  { cancelQueued = false, approvals = 'withdraw', timeout = TIMEOUT }: InterruptOptions = {},
): Promise<InterruptResult> {
  const elicitations = driver.elicitations()
  const denied = approvals === 'deny' ? driver.denyAll() : 0
  try {
    const answer = cancelQueued
      ? await withQueue(driver, timeout)
      : denied > 0
        ? {}
        : await driver.request({}, timeout)
    // Old CLIs do not withdraw what an MCP server asked.
    for (const id of elicitations) driver.withdraw(id)
    return answer
  } catch (error) {
    if (!(error instanceof ControlTimeoutError)) throw error
    await driver.escalate()
    return { escalated: true }
  }
}

async function withQueue(driver: Interruptible, timeout: number): Promise<InterruptResponse> {
  // Those that the request does not drop are taken back first, and in one go: those still there start at once.
  const waiting = driver.leftInQueue()
  const takenBack = Promise.all(waiting.map((uuid) => driver.takeBack(uuid).catch(() => false)))
  const answer = await driver.request({ cancel_queued: true }, timeout)
  const isTaken = await takenBack
  const cancelled = [...(answer.cancelled ?? []), ...waiting.filter((_, i) => isTaken[i])]
  return cancelled.length === 0 ? answer : { ...answer, cancelled }
}

/** SIGINT, SIGTERM, SIGKILL: each if the one before has not ended the process in its time. Stops if `ended` rejects. */
export async function escalate(
  signal: (name: Signal) => void,
  ended: Promise<unknown>,
  clock: Clock,
  { afterSigint = AFTER_SIGINT, afterSigterm = AFTER_SIGTERM }: SignalWaits = {},
): Promise<void> {
  signal('SIGINT')
  if (await isWithin(ended, afterSigint, clock)) return
  signal('SIGTERM')
  if (await isWithin(ended, afterSigterm, clock)) return
  signal('SIGKILL')
  await ended
}

function isWithin(ended: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(false))
    ended.finally(cancel).then(() => resolve(true), reject)
  })
}
