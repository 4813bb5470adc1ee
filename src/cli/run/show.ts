/**
 * Prints what is new in a session's state on each update: text while it is streamed, a tool call when it has ended, and
 * the current wait in the status line.
 */
import type { Liveness } from '../../state/liveness/liveness.ts'
import { describe } from '../../state/liveness/words.ts'
import { callById, draftsIn, firstHeld, itemCount, items, runningCalls } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import { inputText } from '../../state/short-input.ts'
import { isRunning } from '../../state/tasks.ts'
import type { CallItem, Item, TextItem } from '../../state/transcript/items.ts'
import { textOf } from '../../state/transcript/message-fields.ts'
import { isCall, MAIN } from '../../state/transcript/transcript.ts'
import { textWidth } from '../terminal/cells.ts'
import { shorten } from '../terminal/truncate.ts'
import { limitNotice, type Notice, noticeOf, retryNotice } from './notices.ts'
import type { TurnOutput } from './turn-output.ts'

/** Tools that start a sub-agent, whose calls are shown too. */
const AGENTS = new Set(['Agent', 'Task'])
/** Waits without a status line: the screen shows them already, or there is nothing to see. */
const UNTOLD = new Set(['approval', 'text', 'tasks'])

export class Show {
  readonly #output: TurnOutput
  /** How many items were shown, by thread. */
  readonly #threads = new Map([[MAIN, 0]])
  /** Running calls, and their nesting depth. */
  readonly #running = new Map<string, number>()
  /** Calls that run in the background, by task. */
  readonly #tasks = new Map<string, string>()
  /** The part of the streamed text that is shown. */
  #writing: { readonly id: string; readonly text: string } | undefined
  /** The times of the last retry and rate limit shown. */
  #retryAt: number | undefined
  #limitAt: number | undefined

  constructor(output: TurnOutput) {
    this.#output = output
  }

  /** Skips what the session has already. */
  skip(state: SessionState): void {
    this.#threads.set(MAIN, itemCount(state))
    for (const { toolUseId } of runningCalls(state)) this.#running.set(toolUseId, 0)
    this.#limitAt = state.facts.rateLimit?.at
    const draft = draftsIn(state).find(({ kind }) => kind === 'text')
    if (draft) this.#writing = draft
  }

  /** `isQuiet`: no status line. */
  update(state: SessionState, live: Liveness, now: number, isQuiet = false): void {
    for (const thread of [...this.#threads.keys()]) if (thread !== MAIN) this.#thread(thread, state)
    // Nested calls end first.
    for (const id of [...this.#running.keys()].reverse()) this.#end(id, state)
    this.#endTasks(state)
    this.#thread(MAIN, state)
    this.#write(state)
    this.#tellTrouble(state, live)
    const isTold = live.wait !== null && !UNTOLD.has(live.wait.kind) && !isQuiet
    this.#output.status(isTold ? `… ${describe(live, now)}` : '')
  }

  #thread(thread: string, state: SessionState): void {
    const from = this.#threads.get(thread) ?? 0
    const added = items(state, { thread, from })
    this.#threads.set(thread, Math.max(from, itemCount(state, thread)))
    const depth = thread === MAIN ? 0 : 1
    const missed = firstHeld(state, thread) - from
    if (missed > 0 && depth === 0)
      this.#output.line(this.#output.style.dim(`… ${missed} earlier steps are not shown here`))
    for (const item of added) {
      if (isCall(item)) this.#begin(item, depth, state)
      else if (depth === 0) this.#item(item)
    }
  }

  #item(item: Item): void {
    const { style, width } = this.#output
    switch (item.kind) {
      case 'text':
        this.#text(item)
        break
      case 'thinking':
        if (item.text.trim() !== '') this.#output.line(style.dim(`✻ ${shorten(item.text, width - 3)}`))
        break
      case 'compaction':
        this.#output.line(style.dim('the conversation was compacted'))
        break
      case 'notice':
        if (item.topic === 'local-command') this.#answer(item.text)
        else this.#tell(noticeOf(item))
        break
      default:
    }
  }

  /** Shows the part that was not streamed, which is usually empty. */
  #text({ id, text }: TextItem): void {
    const { id: writing, text: shown = '' } = this.#writing ?? {}
    const isSame = writing === id || (shown !== '' && text.startsWith(shown))
    if (!isSame) this.#output.endText()
    this.#answer(isSame ? text.slice(shown.length) : text)
    if (isSame) this.#writing = undefined
  }

  #answer(text: string): void {
    if (text !== '') this.#output.text(text)
    this.#output.endText()
  }

  #write(state: SessionState): void {
    const draft = draftsIn(state).find(({ kind }) => kind === 'text')
    if (this.#writing && this.#writing.id !== draft?.id) {
      this.#output.endText()
      this.#writing = undefined
    }
    if (!draft) return
    const { id, text } = draft
    this.#output.text(text.slice(this.#writing?.text.length ?? 0))
    this.#writing = { id, text }
  }

  #begin(call: CallItem, depth: number, state: SessionState): void {
    this.#running.set(call.toolUseId, depth)
    if (AGENTS.has(call.name)) this.#thread(call.toolUseId, state)
    this.#end(call.toolUseId, state)
  }

  #end(id: string, state: SessionState): void {
    const call = callById(state, id)
    if (call?.status === 'running') return
    const depth = this.#running.get(id) ?? 0
    this.#running.delete(id)
    // The person has seen the answer to a question.
    if (!call || (call.kind !== 'tool' && call.status === 'done')) return
    const { style } = this.#output
    const task = state.tasks.list.find((it) => it.toolUseId === id && it.isBackgrounded && isRunning(it))
    if (task) this.#tasks.set(task.id, id)
    this.#line(call, '  '.repeat(depth), task ? style.dim('in the background') : this.#fateOf(call))
  }

  #fateOf({ status, result }: CallItem): string {
    const { style, width } = this.#output
    if (status === 'done') return style.green('ok')
    if (status === 'interrupted' || status === 'lost') return style.red(status)
    const text = textOf(result?.content).replace(/<\/?tool_use_error>/g, '')
    const reason = shorten(text, Math.ceil(width / 2))
    return style.red(reason === '' ? 'failed' : `failed: ${reason}`)
  }

  #endTasks(state: SessionState): void {
    for (const [taskId, callId] of this.#tasks) {
      const task = state.tasks.list.find(({ id }) => id === taskId)
      const call = callById(state, callId)
      if (task && isRunning(task)) continue
      this.#tasks.delete(taskId)
      if (call) this.#line(call, '', this.#fateOfTask(task?.status))
    }
  }

  #fateOfTask(status = 'lost'): string {
    const { style } = this.#output
    if (status === 'completed' || status === 'ended') return style.green('done')
    return style.red(status === 'killed' ? 'stopped' : status)
  }

  /** The input is shortened to make room for the outcome. */
  #line(call: CallItem, indent: string, fate: string): void {
    const { style, width } = this.#output
    const taken = indent.length + textWidth(call.name) + textWidth(fate) + 5
    const given = call.ranWith ?? call.input
    const input = shorten(inputText(given), Math.max(20, width - taken))
    const told = [style.cyan('●'), style.bold(call.name), input, fate].filter((part) => part !== '')
    // Sub-agents work while the main thread writes text.
    this.#output.lineAfterText(`${indent}${told.join(' ')}`)
  }

  #tellTrouble({ facts }: SessionState, { wait }: Liveness): void {
    if (wait?.kind === 'api-retry' && wait.since !== this.#retryAt) {
      this.#retryAt = wait.since
      this.#tell(retryNotice(wait))
    }
    const { rateLimit } = facts
    if (!rateLimit || rateLimit.at === this.#limitAt) return
    this.#limitAt = rateLimit.at
    this.#tell(limitNotice(rateLimit))
  }

  #tell(notice: Notice | undefined): void {
    if (notice) this.#output.line(this.#output.style[notice.colour](shorten(notice.text, 300)))
  }
}
