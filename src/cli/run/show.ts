/**
 * Shows a session as it goes on: each time what its state has and was not shown yet. Text is shown while it is written, a
 * tool call when it is over, and what is waited for in the status line.
 */
import type { ContentBlock } from '../../protocol/blocks.ts'
import type { Liveness } from '../../state/liveness/liveness.ts'
import { describe } from '../../state/liveness/words.ts'
import { callById, draftsIn, firstHeld, itemCount, items, runningCalls } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import { inputText } from '../../state/short-input.ts'
import { isRunning } from '../../state/tasks.ts'
import type { CallItem, Item, TextItem } from '../../state/transcript/items.ts'
import { isCall, MAIN } from '../../state/transcript/transcript.ts'
import { textWidth } from '../terminal/cells.ts'
import { shorten } from '../terminal/truncate.ts'
import { limitNotice, type Notice, noticeOf, retryNotice } from './notices.ts'
import { resultText } from './tool-line.ts'
import type { TurnOutput } from './turn-output.ts'

/** Tools that start a sub-agent, whose calls are shown too. */
const AGENTS = new Set(['Agent', 'Task'])
/** There is more to see than the words for it, or nothing to see. */
const UNTOLD = new Set(['approval', 'text', 'tasks'])

export class Show {
  readonly #output: TurnOutput
  /** How many items were shown, of the conversation and of each sub-agent. */
  readonly #threads = new Map([[MAIN, 0]])
  /** The calls that are not over, and how deep they are nested. */
  readonly #running = new Map<string, number>()
  /** The calls that go on in the background, by the task that they became. */
  readonly #tasks = new Map<string, string>()
  /** What is shown of the text that is being written. */
  #writing: { readonly id: string; readonly text: string } | undefined
  /** When the last retry, and the last word on a rate limit, came. */
  #retryAt: number | undefined
  #limitAt: number | undefined

  constructor(output: TurnOutput) {
    this.#output = output
  }

  /** What the session has already is not shown: only what comes after it. */
  skip(state: SessionState): void {
    this.#threads.set(MAIN, itemCount(state))
    for (const { toolUseId } of runningCalls(state)) this.#running.set(toolUseId, 0)
    this.#limitAt = state.facts.rateLimit?.at
    const draft = draftsIn(state).find(({ kind }) => kind === 'text')
    if (draft) this.#writing = draft
  }

  /** `isQuiet`: nobody wants to know any more what is waited for. */
  update(state: SessionState, live: Liveness, now: number, isQuiet = false): void {
    for (const thread of [...this.#threads.keys()]) if (thread !== MAIN) this.#thread(thread, state)
    // The inner ones end first.
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

  /** What was not shown while it was written: nothing, as a rule. */
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
    // What was answered to a question was seen.
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
    const content = (result?.content ?? '') as string | ContentBlock[]
    const reason = shorten(resultText({ content }), Math.ceil(width / 2))
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

  /** The input gives way to what became of the call. */
  #line(call: CallItem, indent: string, fate: string): void {
    const { style, width } = this.#output
    const taken = indent.length + textWidth(call.name) + textWidth(fate) + 5
    const given = call.ranWith ?? call.input
    const input = shorten(inputText(given), Math.max(20, width - taken))
    const told = [style.cyan('●'), style.bold(call.name), input, fate].filter((part) => part !== '')
    // Sub-agents work beside the text of the main thread.
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
