/**
 * The turns of the main thread, one after the other. A prompt starts a turn if none runs; otherwise it waits, or joins the
 * running turn. When the input has ended and nothing is left to do, the agent exits: with 1 if the last turn failed, otherwise
 * with 0.
 */
import type { JsonObject } from '../../../protocol/json.ts'
import type { PermissionDenial } from '../../../protocol/permissions.ts'
import { textOf } from '../../content.ts'
import type { Agent } from '../agent.ts'
import { isKnownModel } from '../catalog.ts'
import { runCommand } from '../commands/commands.ts'
import { makeRoom } from '../commands/compact.ts'
import { expanded } from '../commands/custom.ts'
import { blockedBy } from '../hooks.ts'
import type { Wire } from '../io/output.ts'
import { initMessage } from './init.ts'
import { type AbortReason, contextOf, Loop, tooLong } from './loop.ts'
import { MainThread } from './main-thread.ts'
import { type Prompt, promptOf } from './queue.ts'
import { loopResult, plainResult } from './result.ts'
import { suggest } from './suggestion.ts'
import { echoUndated, Turn } from './turn.ts'

/** 2.1.37 ignores these fields of a prompt. */
function withoutNews({ priority: _, shouldQuery: __, ...input }: JsonObject): JsonObject {
  return input
}

/** How long background tasks may run after the input has ended, in milliseconds: 2.1.197 ends them, later versions wait. */
const TASKS_AFTER_END = 5000

/** How long the CLI collects its context before a turn begins, in milliseconds. */
const BEFORE_INIT = 25
const NEVER = new AbortController().signal

export class Turns {
  readonly #agent: Agent
  #turn: Turn | undefined
  #isRunning = false
  #inputEnded = false
  #lastIsError = false
  #stopsAfter: number | undefined
  #strayDenials: PermissionDenial[] = []
  readonly #strangeModels = new Set<string>()
  #suggesting: AbortController | undefined
  abortReason: AbortReason = 'interrupt'
  resultCount = 0

  constructor(agent: Agent) {
    this.#agent = agent
  }

  get isBusy(): boolean {
    return this.#turn !== undefined
  }

  /** Where sub-agents record denials: in the running turn. */
  get denials(): PermissionDenial[] {
    return this.#turn?.denials ?? this.#strayDenials
  }

  /** Later versions report an unknown model on stderr, once. */
  noteModel(model: string): void {
    if (this.#agent.profile.isOld || isKnownModel(model) || this.#strangeModels.has(model)) return
    this.#strangeModels.add(model)
    const about = JSON.stringify({ model, query_source: 'sdk' })
    this.#agent.stderr(`[claude-code:unrecognized_model] ${about}\n`)
  }

  receive(input: JsonObject): void {
    const { session, queue, state, profile, custom } = this.#agent
    const prompt = promptOf(profile.isFirst ? withoutNews(input) : input)
    // The first version rejects `initialize` after the first prompt.
    if (profile.isFirst) custom.isInitialized = true
    if (prompt.isNamed && session.seen.has(prompt.uuid)) {
      if (!this.isBusy) state.set('running')
      echoUndated(this.#agent, prompt)
      if (session.resumed.has(prompt.uuid)) new Turn(this.#agent, [prompt]).lifecycle('completed')
      if (!this.isBusy) state.set('idle')
      return
    }
    session.seen.add(prompt.uuid)
    this.#suggesting?.abort()
    if (!this.isBusy && !profile.isOld) state.set('running')
    new Turn(this.#agent, [prompt]).lifecycle('queued')
    queue.add(prompt)
    if (prompt.priority === 'now') this.#abort('now')
    this.kick()
  }

  kick(): void {
    if (!this.#isRunning) void this.#run()
  }

  /** Stops the running turn. First withdraws the open requests to the host. */
  interrupt(cancelQueued: boolean, respond: (response: JsonObject) => void): void {
    const { host, queue, state, mcp, profile } = this.#agent
    host.withdrawAll('can_use_tool')
    mcp.cancelCalls()
    const cancelled = cancelQueued && !profile.isOld ? queue.cancelAll() : undefined
    for (const uuid of cancelled ?? []) this.#tellCancelled(uuid)
    respond({ still_queued: queue.uuids, ...(cancelled === undefined ? {} : { cancelled }) })
    if (state.state === 'requires_action') state.set('running')
    this.#abort('interrupt')
    if (!profile.isOld) host.withdrawAll('elicitation')
  }

  cancelPrompt(uuid: string): boolean {
    const isCancelled = this.#agent.queue.cancel(uuid)
    if (isCancelled) this.#tellCancelled(uuid)
    return isCancelled
  }

  inputEnded(): void {
    this.#inputEnded = true
    this.#agent.host.close()
    if (!this.#isRunning) this.#idle()
  }

  /** Ends the agent after the running turn, or now. */
  stop(code: number): void {
    this.#stopsAfter = code
    if (this.isBusy) this.#abort('interrupt')
    else this.#agent.exit(code)
  }

  emitResult(result: Wire): void {
    this.#lastIsError = result.is_error === true
    this.#agent.output.emit(result)
    this.resultCount += 1
    this.#agent.session.noteEnd()
    this.#agent.faults.reach('result')
  }

  #abort(reason: AbortReason): void {
    this.abortReason = reason
    this.#turn?.abort(reason)
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    const { queue, state, profile } = this.#agent
    const take = () => queue.take(!profile.isFirst)
    for (let prompts = take(); prompts.length > 0; prompts = take()) {
      for (const { announce } of prompts) {
        if (announce !== undefined) state.set('running')
        announce?.()
      }
      await this.#play(new Turn(this.#agent, prompts))
      if (this.#stopsAfter !== undefined) break
    }
    this.#isRunning = false
    state.set('idle')
    if (this.#stopsAfter !== undefined) this.#agent.exit(this.#stopsAfter)
    else this.#idle()
  }

  #idle(): void {
    if (!this.#inputEnded) return
    const { tasks, profile } = this.#agent
    const code = this.#lastIsError ? 1 : 0
    if (tasks.count === 0) this.#agent.exit(code)
    else if (profile.isOld) {
      setTimeout(() => {
        tasks.stopAll()
        this.#agent.exit(code)
      }, TASKS_AFTER_END)
    }
  }

  async #play(turn: Turn): Promise<void> {
    const { state, mcp, hooks, faults, pace, tasks } = this.#agent
    this.#turn = turn
    this.abortReason = 'interrupt'
    hooks.promptId = crypto.randomUUID()
    state.set('running')
    turn.echoFirst()
    turn.lifecycle('started')
    tasks.tellUntold()
    faults.reach('turn')
    try {
      await pace.wait(BEFORE_INIT, NEVER)
      await mcp.ready()
      await this.#playPrompt(turn)
    } catch (error) {
      this.#agent.stderr(`${error instanceof Error ? error.stack : error}\n`)
      turn.echo()
      this.emitResult(
        plainResult(turn, '', { subtype: 'error_during_execution', is_error: true, errors: [String(error)] }),
      )
    }
    turn.lifecycle(turn.signal.aborted || turn.isRefused ? 'cancelled' : 'completed')
    this.#turn = undefined
  }

  async #playPrompt(turn: Turn): Promise<void> {
    const { session, checkpoints, output } = this.#agent
    const { prompt } = turn
    const text = textOf(turn.content)
    if (prompt.isCommand && (await runCommand(turn, text.trim()))) return
    const content = expanded(this.#agent, turn.content)
    const replies =
      prompt.origin === undefined ? await this.#agent.hooks.fire('UserPromptSubmit', { prompt: text }) : []
    output.emit(initMessage(this.#agent, turn.uuids))
    this.#agent.faults.reach('init')
    const block = blockedBy(replies)
    if (block !== undefined) {
      const content = `UserPromptSubmit operation blocked by hook:\n${block}\n\nOriginal prompt: ${text}`
      output.system('informational', { content, level: 'warning' })
      turn.noEcho()
      this.emitResult(plainResult(turn, ''))
      return
    }
    session.notePrompt(text)
    const record = session.add(this.#record(turn, content))
    checkpoints.begin(prompt.uuid)
    for (const added of contextOf(replies)) {
      const content = `<system-reminder>\nUserPromptSubmit hook additional context: ${added}\n</system-reminder>`
      session.add({ type: 'user', message: { role: 'user', content }, isMeta: true })
    }
    if (!prompt.shouldQuery) {
      turn.echo()
      this.emitResult(plainResult(turn, ''))
      return
    }
    const thread = new MainThread(turn)
    const end = (await makeRoom(turn, record))
      ? await new Loop(thread, turn.signal, () => this.#abort('interrupt')).run()
      : await tooLong(thread)
    if (!(end.kind === 'aborted' && this.abortReason === 'now')) turn.echo()
    turn.isRefused = end.kind === 'too_long'
    turn.lifecycle('completed', turn.folded)
    this.emitResult(loopResult(turn, end, thread.structured.value))
    if (end.kind === 'done') this.#suggest(turn)
  }

  #suggest(turn: Turn): void {
    this.#suggesting = new AbortController()
    void suggest(turn, this.#suggesting.signal)
  }

  #record(turn: Turn, content: unknown): JsonObject & { type: string; uuid: string } {
    const { profile, modes, hooks } = this.#agent
    const others = turn.prompts.slice(0, -1).map(({ uuid }) => uuid)
    return {
      type: 'user',
      message: { role: 'user', content },
      uuid: turn.prompt.uuid,
      promptId: hooks.promptId,
      permissionMode: modes.mode,
      promptSource: 'sdk',
      ...(turn.origin === undefined ? {} : { origin: turn.origin }),
      ...(profile.isOld || others.length === 0 ? {} : { mergedSendUuids: others }),
    }
  }

  #tellCancelled(uuid: string): void {
    const prompt = { ...promptOf({ uuid }), uuid } satisfies Prompt
    new Turn(this.#agent, [prompt]).lifecycle('cancelled')
  }
}
