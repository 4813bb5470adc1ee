/**
 * What goes on after a result: tasks in the background, and the turns that the CLI starts by itself when one of them
 * ends. Fed with every message of a session; starts nothing and ends nothing.
 */
import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { SystemMessage } from '../../protocol/messages/system.ts'
import type { UserMessage } from '../../protocol/messages/user.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'

/** The turn that follows the end of a task begins within milliseconds, and so does the message that none follows. */
const TURN_COMES_WITHIN = 1000

interface Task {
  readonly name: string
  readonly toolUseId: string | undefined
  /** The call that started it is over, and the task is not. */
  isBehind: boolean
}

export class Background {
  /** By id. Those in the foreground too, but no turn ends before them. */
  readonly #tasks = new Map<string, Task>()
  readonly #turnComesWithin: number
  #isInTurn = false
  /** The CLI says that it has nothing to do; undefined where it never says what it does. */
  #isIdle: boolean | undefined
  /** A task in the background has ended between two turns: one will follow. */
  #isTurnDue = false
  /** One has ended within a turn: the model is told there, or in a turn that follows. */
  #mayFollow = false
  #timer: NodeJS.Timeout | undefined
  #end: (() => void) | undefined
  lastResult: ResultMessage | undefined

  constructor(turnComesWithin = TURN_COMES_WITHIN) {
    this.#turnComesWithin = turnComesWithin
  }

  /** The tasks that run: ids and what they are called. */
  get running(): readonly (readonly [id: string, name: string])[] {
    return [...this.#tasks].map(([id, { name }]) => [id, name])
  }
  get isOver(): boolean {
    return this.#tasks.size === 0 && !this.#isTurnDue && !this.#mayFollow
  }

  observe(message: StdoutMessage): void {
    if (message.type === 'system') this.#system(message)
    else if (message.type === 'result') this.#result(message)
    else if (message.type === 'user') this.#user(message)
  }

  /** Resolves when nothing goes on any more, or with the signal. */
  over(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(this.#timer)
        this.#end = undefined
        signal.removeEventListener('abort', end)
        resolve()
      }
      this.#end = end
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
      else this.#look()
    })
  }

  #result(message: ResultMessage): void {
    this.#isInTurn = false
    this.lastResult = message
    this.#look()
  }

  #user({ message: { content } }: UserMessage): void {
    if (typeof content === 'string') return
    for (const block of content) {
      if (block.type !== 'tool_result') continue
      for (const task of this.#tasks.values()) if (task.toolUseId === block.tool_use_id) task.isBehind = true
    }
  }

  #system(message: SystemMessage): void {
    if (message.subtype === 'init') this.#begin()
    else if (message.subtype === 'session_state_changed') this.#state(message.state)
    else if (message.subtype === 'task_started') {
      // An ambient one is the CLI's own and may never end.
      const { task_id: id, tool_use_id: toolUseId, description: name = id } = message
      if (!message.ambient) this.#tasks.set(id, { name, toolUseId, isBehind: false })
    } else if (message.subtype === 'task_notification') {
      // Nobody is told of one that was stopped.
      if (message.status === 'stopped') this.#tasks.delete(message.task_id)
      else this.#ended(message.task_id)
    } else if (message.subtype === 'background_tasks_changed') {
      const ids = new Set(message.tasks.map(({ task_id: id }) => id))
      // In a turn there may be others, in the foreground, which are not listed.
      if (!this.#isInTurn) for (const id of this.#tasks.keys()) if (!ids.has(id)) this.#ended(id)
    } else return
    this.#look()
  }

  #begin(): void {
    this.#isInTurn = true
    this.#isTurnDue = false
    this.#mayFollow = false
    if (this.#isIdle !== undefined) this.#isIdle = false
  }

  #state(state: string): void {
    this.#isIdle = state === 'idle'
    // One that may follow is begun before.
    if (this.#isIdle) this.#mayFollow = false
  }

  #ended(id: string): void {
    if (this.#tasks.get(id)?.isBehind) {
      if (this.#isInTurn) this.#mayFollow = true
      else this.#isTurnDue = true
    }
    this.#tasks.delete(id)
  }

  #look(): void {
    clearTimeout(this.#timer)
    if (this.#end === undefined || this.#isInTurn || this.#tasks.size > 0) return
    if (this.isOver && this.#isIdle !== false) this.#end()
    else this.#timer = setTimeout(this.#end, this.#turnComesWithin)
  }
}
