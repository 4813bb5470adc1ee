/**
 * Work alongside the main thread: background commands and sub-agents, and foreground commands that take long. A task starts with
 * a tool call and ends by itself, by `stop`, or with the agent. When a background task is over, the agent informs the model: in
 * the running turn, or in one that it starts for this.
 */
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defined, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { runShell } from '../tools/shell.ts'
import { AgentStats } from './agent-stats.ts'
import { Launches } from './launches.ts'

type Status = 'completed' | 'failed' | 'stopped'

export interface Task {
  readonly id: string
  readonly runId: string
  readonly type: 'local_bash' | 'local_agent'
  readonly toolUseId: string
  readonly description: string
  readonly outputFile: string
  readonly subagentType?: string
  readonly isBackgrounded: boolean
  readonly controller: AbortController
}

interface End {
  readonly status: Status
  /** For the host. */
  readonly summary: string
  /** For the model. */
  readonly told?: string
  readonly usage?: JsonObject
}

/** Connects a foreground command with its task. */
export interface Foreground {
  /** Resolves when the command continues in the background, as this task. */
  readonly moved: Promise<Task>
  over(isDone: boolean): void
}

/** A command that takes longer than this becomes a task, in milliseconds. */
const TASK_AFTER = 3000
const PRETENDED_MS = 2500
/** Other tasks that end within this many milliseconds are reported before the turn begins. */
const BEFORE_TURN = 30
const FOR_EVER = 2 ** 31 - 1

export class Tasks {
  readonly agents = new AgentStats()
  readonly launches = new Launches()
  readonly #agent: Agent
  readonly #running = new Map<string, Task>()
  readonly #outputs = new Map<string, string>()
  readonly #untold: (() => void)[] = []
  /** The foreground commands, by tool call: how to move each to the background. */
  readonly #foreground = new Map<string, () => void>()

  constructor(agent: Agent) {
    this.#agent = agent
  }

  get count(): number {
    return this.#running.size
  }

  start(
    type: Task['type'],
    toolUseId: string,
    description: string,
    more: { subagentType?: string; prompt?: string; isBackgrounded?: boolean } = {},
  ): Task {
    const { profile } = this.#agent
    const { subagentType, prompt, isBackgrounded = true } = more
    const task = this.#make(type, toolUseId, description, isBackgrounded, subagentType)
    this.#running.set(task.id, task)
    if (isBackgrounded) this.tellAll()
    this.#agent.output.system('task_started', {
      ...this.#ids(task),
      tool_use_id: toolUseId,
      description,
      ...defined({ subagent_type: subagentType, prompt }),
      ...(profile.isOld ? {} : { is_backgrounded: isBackgrounded }),
      ...(profile.isOld || subagentType === undefined ? {} : { spawn_depth: 1 }),
      task_type: type,
    })
    return task
  }

  #make(
    type: Task['type'],
    toolUseId: string,
    description: string,
    isBackgrounded: boolean,
    subagentType?: string,
  ): Task {
    const { places, session } = this.#agent
    const id = randomBytes(8).toString('hex')
    const name = type === 'local_bash' ? `b${id.slice(0, 8)}` : `a${id}`
    const outputFile = join(places.tasks(session.id), `${name}.output`)
    this.#outputs.set(name, outputFile)
    return {
      id: name,
      runId: `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(4).toString('hex')}`,
      type,
      toolUseId,
      description,
      outputFile,
      isBackgrounded,
      controller: new AbortController(),
      ...(subagentType === undefined ? {} : { subagentType }),
    }
  }

  startShell(command: string, description: string, toolUseId: string): Task {
    const task = this.start('local_bash', toolUseId, description)
    const { places, env } = this.#agent
    const { signal } = task.controller
    const onOutput = (text: string) => this.write(task, text)
    this.write(task, '')
    void runShell(command, { cwd: places.cwd, env, signal, timeoutMs: FOR_EVER, onOutput }).then(
      ({ code }) => this.shellEnded(task, code),
      () => this.shellEnded(task, 127),
    )
    return task
  }

  startPretended(description: string, toolUseId: string): Task {
    const task = this.start('local_bash', toolUseId, description)
    this.#agent.pace.wait(PRETENDED_MS, task.controller.signal).then(
      () => setTimeout(() => this.shellEnded(task, 0), 20),
      () => this.shellEnded(task, null),
    )
    return task
  }

  prepare(): void {
    const { places, session } = this.#agent
    mkdirSync(places.tasks(session.id), { recursive: true })
  }

  /** Registers a foreground command: it becomes a task when it takes long, and a background task when the host wants that. */
  foreground(toolUseId: string, description: string): Foreground {
    const { profile, output } = this.#agent
    const task = this.#make('local_bash', toolUseId, description, true)
    const common = { ...this.#ids(task), tool_use_id: toolUseId }
    let isTold = false
    const tell = () => {
      isTold = true
      const kind = { ...(profile.isOld ? {} : { is_backgrounded: false }), task_type: 'local_bash' }
      output.system('task_started', { ...common, description, ...kind })
    }
    const timer = setTimeout(tell, TASK_AFTER)
    const end = () => {
      clearTimeout(timer)
      this.#foreground.delete(toolUseId)
    }
    const moved = new Promise<Task>((resolve) => {
      this.#foreground.set(toolUseId, () => {
        end()
        if (!isTold) tell()
        this.#running.set(task.id, task)
        output.system('task_updated', { ...this.#ids(task), patch: { is_backgrounded: true } })
        this.tellAll()
        resolve(task)
      })
    })
    const over = (isDone: boolean) => {
      end()
      const summary = { status: isDone ? 'completed' : 'stopped', output_file: '', summary: description }
      if (isTold) output.system('task_notification', { ...common, ...summary })
    }
    return { moved, over }
  }

  /** Moves the foreground command of a tool call, or all of them, to the background. Returns whether there was one. */
  toBackground(toolUseId: string | undefined): boolean {
    const wanted = [...this.#foreground].filter(([id]) => toolUseId === undefined || toolUseId === id)
    for (const [, move] of wanted) move()
    return wanted.length > 0
  }

  /** Ends a task: notifies the host, and the model if it is a background task. */
  end(task: Task, { status, summary, told, usage }: End): void {
    if (!this.#running.delete(task.id)) return
    if (task.type === 'local_agent') this.agents.ended(status)
    const { output, profile, queue, turns } = this.#agent
    const ended = status === 'stopped' ? 'killed' : status
    output.system('task_updated', { ...this.#ids(task), patch: { status: ended, end_time: Date.now() } })
    const isFiled = told !== undefined || (!profile.isOld && task.type === 'local_agent')
    const notify = () =>
      output.system('task_notification', {
        ...this.#ids(task),
        tool_use_id: task.toolUseId,
        status,
        output_file: isFiled ? task.outputFile : '',
        summary,
        ...(usage === undefined ? {} : { usage }),
      })
    if (profile.isFirst) {
      if (told !== undefined) this.#untold.push(notify)
      return
    }
    // 2.1.197 reports it with the turn that it starts, and not at all if it joins the running turn.
    const isLater = profile.isOld && told !== undefined
    if (!isLater) notify()
    if (task.isBackgrounded) this.tellAll()
    if (told === undefined) return
    const content = notification(task, status, told)
    const origin = {
      kind: 'task-notification',
      ...(profile.isOld ? {} : { producer: 'session-task', runId: task.runId }),
    }
    queue.notify(content, origin, isLater ? notify : undefined)
    setTimeout(() => turns.kick(), BEFORE_TURN)
  }

  /** 2.1.37 reports the end of a task with the next prompt, and only to the host. */
  tellUntold(): void {
    for (const tell of this.#untold.splice(0)) tell()
  }

  progress(task: Task, fields: JsonObject): void {
    const subagent = task.subagentType === undefined ? {} : { subagent_type: task.subagentType }
    const common = { ...this.#ids(task), tool_use_id: task.toolUseId }
    this.#agent.output.system('task_progress', { ...common, ...subagent, ...fields })
  }

  write({ outputFile }: Task, text: string): void {
    mkdirSync(dirname(outputFile), { recursive: true })
    appendFileSync(outputFile, text)
  }

  stop(id: string): boolean {
    const task = this.#running.get(id)
    if (task === undefined) return false
    task.controller.abort()
    this.end(task, { status: 'stopped', summary: task.description })
    return true
  }

  stopAll(): void {
    for (const id of [...this.#running.keys()]) this.stop(id)
  }

  output(id: string): string | undefined {
    const file = this.#outputs.get(id)
    return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }

  shellEnded(task: Task, code: number | null): void {
    const what = `Background command "${task.description}"`
    if (task.controller.signal.aborted) this.end(task, { status: 'stopped', summary: task.description })
    else if (code === 0) this.#told(task, 'completed', `${what} completed (exit code 0)`)
    else this.#told(task, 'failed', `${what} failed with exit code ${code}`)
  }

  #told(task: Task, status: Status, summary: string): void {
    this.end(task, { status, summary, told: `<summary>${summary}</summary>` })
  }

  #ids({ id, runId }: Pick<Task, 'id' | 'runId'>): JsonObject {
    return { task_id: id, ...(this.#agent.profile.isOld ? {} : { run_id: runId }) }
  }

  /** Emits all background tasks, in versions that report them. */
  tellAll(): void {
    if (this.#agent.profile.isOld) return
    const background = [...this.#running.values()].filter(({ isBackgrounded }) => isBackgrounded)
    const tasks = background.map((task) => ({
      ...this.#ids(task),
      task_type: task.type,
      ...(task.subagentType === undefined ? {} : { subagent_type: task.subagentType }),
      description: task.description,
    }))
    this.#agent.output.system('background_tasks_changed', { tasks })
  }
}

function notification(task: Task, status: Status, told: string): string {
  return [
    '<task-notification>',
    `<task-id>${task.id}</task-id>`,
    `<tool-use-id>${task.toolUseId}</tool-use-id>`,
    `<output-file>${task.outputFile}</output-file>`,
    `<status>${status}</status>`,
    told,
    '</task-notification>',
  ].join('\n')
}
