/** One place of a soak: a session is created, lives as planned and ends, then comes the next, until the time is over. */
import type { Book } from './book.ts'
import { HttpClient } from './clients/http-client.ts'
import { pause, type SoakHost } from './host.ts'
import type { Ledger } from './ledger.ts'
import {
  type PlanOptions,
  planSession,
  type SessionEnd,
  type SessionPlan,
  type SessionStep,
} from './plan/plan.ts'
import type { PlannedPrompt } from './plan/prompts.ts'

/** No process now, someone was faster, or the CLI said no: all of them clear answers. */
const NOT_NOW = [404, 409, 410, 422, 504]
const LOOK_AGAIN_MS = 150
/** A CLI that stalls is interrupted after this. */
const PATIENCE_MS = 8000
/** When the time is over. */
const LAST_PATIENCE_MS = 2000
/** A session that has ended and holds a prompt is started again: after this, at the latest. */
const STARTED_AGAIN_MS = 45_000
/** A session that does not come to an end within this is one that hangs. */
const LIMIT_MS = 120_000

export interface DriverWorld {
  readonly host: SoakHost
  readonly ledger: Ledger
  readonly book: Book
  readonly plan: PlanOptions
  readonly isOver: () => boolean
}

export class Driver {
  readonly #world: DriverWorld
  readonly #http: HttpClient
  readonly #place: number
  #commands = 0

  constructor(place: number, world: DriverWorld) {
    this.#place = place
    this.#world = world
    this.#http = new HttpClient(`driver ${place}`, world.host, world.ledger)
  }

  /** Ends with the session that is under way when the time is over. */
  async run(): Promise<void> {
    for (let number = 1; !this.#world.isOver(); number++) {
      await this.#live(planSession(this.#world.plan, this.#place, number))
    }
  }

  async #live(plan: SessionPlan): Promise<void> {
    const { book, host, ledger, isOver } = this.#world
    const prompts = promptsOf(plan)
    book.add(prompts)
    ledger.created.add(plan.id)
    ledger.count('sessions')
    const { id, agent, first } = plan
    const body = { id, cwd: host.cwd, agent, title: id, ...(first && { prompt: first.text }) }
    await this.#command('POST', '/sessions', body, { prompt: first && [id, first] })
    const ids = [id]
    for (const step of plan.steps) {
      if (isOver()) break
      await this.#step(id, step)
      if (step.do === 'fork') ids.push(step.id)
    }
    for (const session of ids) await this.#untilOver(session)
    for (const step of plan.steps)
      if (step.do === 'fork' && ids.includes(step.id)) await this.#end(step.id, step.end)
    await this.#end(id, plan.end)
    book.remove(prompts)
  }

  async #step(id: string, step: SessionStep): Promise<void> {
    const { ledger } = this.#world
    const path = `/sessions/${id}`
    ledger.count(`step: ${step.do === 'control' ? step.subtype : step.do}`)
    switch (step.do) {
      case 'prompt': {
        const { prompt, when, isRepeated, waits, pauseMs } = step
        const body = { id: prompt.uuid, text: prompt.text, ...(when && { when }) }
        await this.#command('POST', `${path}/messages`, body, { prompt: [id, prompt], isRepeated })
        if (waits) await this.#untilOver(id)
        else await pause(pauseMs)
        return
      }
      case 'interrupt':
        await this.#command('POST', `${path}/interrupt`, {}, { expected: NOT_NOW })
        return
      case 'control':
        await this.#command('POST', `${path}/control`, step, { expected: NOT_NOW })
        return
      case 'resume':
        await this.#untilOver(id)
        await this.#command('POST', `${path}/close`, {})
        await this.#command('POST', `${path}/resume`, step.prompt ? { prompt: step.prompt.text } : {}, {
          prompt: step.prompt && [id, step.prompt],
          expected: NOT_NOW,
        })
        return
      case 'fork':
        await this.#untilOver(id)
        ledger.created.add(step.id)
        await this.#command(
          'POST',
          `${path}/fork`,
          { id: step.id, title: step.id, prompt: step.prompt.text },
          {
            prompt: [step.id, step.prompt],
            expected: NOT_NOW,
          },
        )
        return
    }
  }

  async #end(id: string, end: SessionEnd): Promise<void> {
    const path = `/sessions/${id}`
    // A fork may have been refused: then session not found.
    const expected = [404]
    if (end === 'remove') {
      await this.#command('DELETE', path, {}, { expected })
      this.#world.ledger.removed.add(id)
      return
    }
    await this.#command('POST', `${path}/close`, {}, { expected })
    if (end === 'archive') await this.#command('PATCH', path, { archived: true }, { expected })
  }

  /** Resolves when none of its prompts is open. One that stalls is interrupted, one that hangs is a problem. */
  async #untilOver(id: string): Promise<void> {
    const { ledger } = this.#world
    const start = performance.now()
    let interruptedAt = start
    let ended: number | undefined
    for (;;) {
      const { status, body } = await this.#http.get(`/sessions/${id}/queue`)
      const queue = (body as { queue?: unknown[] }).queue
      if (status === 404 || queue?.length === 0) return
      const summary = await this.#http.get(`/sessions/${id}`)
      const { session } = summary.body as { session?: { group: string } }
      const now = performance.now()
      ended = session?.group === 'ended' ? (ended ?? now) : undefined
      if (ended !== undefined && now - ended > STARTED_AGAIN_MS) return
      if (now - start > LIMIT_MS) {
        ledger.problem(`${id} hangs: its queue is ${JSON.stringify(queue).slice(0, 500)}`)
        return
      }
      if (now - interruptedAt > (this.#world.isOver() ? LAST_PATIENCE_MS : PATIENCE_MS)) {
        interruptedAt = now
        await this.#command('POST', `/sessions/${id}/interrupt`, {}, { expected: NOT_NOW })
      }
      await pause(LOOK_AGAIN_MS)
    }
  }

  async #command(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: object,
    {
      prompt,
      expected = [],
      isRepeated = false,
    }: {
      prompt?: readonly [session: string, prompt: PlannedPrompt] | undefined
      expected?: readonly number[]
      isRepeated?: boolean
    } = {},
  ): Promise<void> {
    const { do: _, ...fields } = body as { do?: unknown }
    const commandId = `${this.#place} ${++this.#commands}`
    const { status } = await this.#http.command(
      method,
      path,
      { commandId, ...fields },
      { expected, isRepeated },
    )
    if (!prompt || status >= 300) return
    this.#world.ledger.accepted.push({ session: prompt[0], prompt: prompt[1] })
    this.#world.ledger.count('prompts accepted')
  }
}

function promptsOf({ first, steps }: SessionPlan): PlannedPrompt[] {
  return [first, ...steps.map((step) => ('prompt' in step ? step.prompt : undefined))].filter(
    (it) => it !== undefined,
  )
}
