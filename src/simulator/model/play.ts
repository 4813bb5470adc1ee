import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '../../protocol/stream.ts'
import { isContent, isStep, type Reply, type Step } from '../scenario.ts'
import type { Answer } from './answer.ts'
import { MessageEvents, toSse } from './events.ts'
import type { Holds } from './holds.ts'
import { messageOf } from './message.ts'

/** What is kept from request to request: the holds, and how often a step with `times` has acted. */
export interface Progress {
  holds: Holds
  acted: WeakMap<Step, number>
}

export interface Request {
  model: string
  stream: boolean
}

/** Plays the reply step by step. Rejects if the client goes away. */
export async function play(
  reply: Reply,
  { model, stream }: Request,
  answer: Answer,
  progress: Progress,
): Promise<void> {
  const message = messageOf(reply, model)
  const events = new MessageEvents(message)
  for (const step of reply) {
    if (isStep(step, 'delay')) await sleep(step.delay, undefined, { signal: answer.gone })
    if (isStep(step, 'hold')) await progress.holds.pass(step.hold, answer.gone)
    if (isStep(step, 'error') && acts(step, step.error.times, progress)) {
      await answer.fail(step.error)
      return
    }
    if (isStep(step, 'break') && acts(step, step.times, progress)) {
      await answer.cut()
      return
    }
    if (stream && isContent(step)) await send(events.content(step), answer)
  }
  if (stream) {
    await send(events.end(), answer)
    await answer.finish()
  } else {
    await answer.json(message)
  }
}

async function send(events: Iterable<StreamEvent>, answer: Answer): Promise<void> {
  for (const event of events) await answer.stream(toSse(event))
}

/** Whether a step with `times` acts once more. */
export function acts(
  step: Step,
  times = Number.POSITIVE_INFINITY,
  { acted }: Pick<Progress, 'acted'>,
): boolean {
  const before = acted.get(step) ?? 0
  if (before >= times) return false
  acted.set(step, before + 1)
  return true
}
