/**
 * The process of a session: started when there is a slot, or taken over from an earlier host. Stores its output, and restarts
 * it after a crash. It ends by itself or with `close`, or is left to the next host with `detach`.
 */
import { ApiError } from '../../api/errors.ts'
import type { TranscriptLocation } from '../../client/transcripts/location.ts'
import type { EndError } from '../../driver/calls.ts'
import type { Driver } from '../../driver/driver.ts'
import type { ProcessId } from '../../process/descendants.ts'
import { DurableError } from '../../process/durable/fifo.ts'
import { endOrphan } from '../../process/durable/orphan.ts'
import { pruneDurable } from '../../process/durable/prune.ts'
import { systemTrouble } from '../../process/system-trouble.ts'
import { type CliVersion, versionReported } from '../../process/version.ts'
import type { InitializeRequest } from '../../protocol/control/initialize.ts'
import type { EventBody, ProcessContinued, ProcessExited, ProcessPaused } from '../../state/events.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import type { LostPrompt } from '../../state/turns/prompts.ts'
import type { Pausable } from '../disk/disk-guard.ts'
import type { CommitExtras } from '../journal/journal.ts'
import type { OutboxRow } from '../journal/store.ts'
import { continuation } from './continuation.ts'
import { type LaunchChange, launchOf, secretValues } from './launch.ts'
import { ProcessConnection } from './process-connection.ts'
import type { SessionRecord } from './record.ts'
import type { SessionDeps } from './session-deps.ts'
import { Supervisor } from './supervisor.ts'
import { UsageMeter } from './usage-meter.ts'

export interface ProcessContext {
  readonly deps: SessionDeps
  readonly record: SessionRecord
  readonly driver: Driver<CommitExtras>
  readonly state: () => SessionState
  /** Environment values are in memory only. */
  readonly env: Readonly<Record<string, string>>
  readonly say: (level: 'info' | 'warning' | 'error', text: string, code?: string) => Promise<void>
  readonly queueAgain: (prompts: readonly LostPrompt[]) => Promise<void>
  /** Whether prompts wait that no process has had, or are about to be stored. */
  readonly isNeeded: () => boolean
}

/** How many past processes keep their output files, for diagnosis: the journal has their output. */
const KEPT_OUTPUTS = 3

/** Why a process in the journal cannot be taken over. Its number is stored before it is started. */
const NEVER_STARTED = { cause: 'spawn', error: 'the host ended before it could start the process' } as const
const FILES_REMOVED = { cause: 'kill', error: 'its files were removed while it ran' } as const
const FILES_GONE = { cause: 'unknown', error: "its files are gone from the host's data folder" } as const

const NOT_DURABLE = 'There are no FIFOs here: this session ends with the host, and what it does then is lost.'

export class ProcessManager implements Pausable {
  readonly #context: ProcessContext
  readonly #supervisor: Supervisor
  readonly #meter = new UsageMeter()
  #connection: ProcessConnection | undefined
  /** What the process was started for. */
  #version: CliVersion | undefined
  #opening: Promise<void> | undefined
  #closing: Promise<void> | undefined
  #isPaused = false
  /** Aborts an opening that has no process yet. */
  #callOff = new AbortController()

  constructor(context: ProcessContext) {
    const { deps, record, state, say, queueAgain } = context
    this.#context = context
    this.#supervisor = new Supervisor(
      {
        open: () => this.open(),
        lost: () => ({ prompts: state().prompts.lost, place: this.#transcript() }),
        queueAgain,
        say,
        giveUp: () => record.change({ wanted: 'rest' }),
        log: (message) => this.#log('error', message),
      },
      deps.restarts,
    )
  }

  get connection(): ProcessConnection | undefined {
    return this.#connection
  }
  get isOpening(): boolean {
    return this.#opening !== undefined
  }
  get isClosing(): boolean {
    return this.#closing !== undefined
  }
  get isTorn(): boolean {
    return this.#connection?.isTorn ?? false
  }
  get top(): ProcessId | undefined {
    return this.#connection?.top
  }
  get isPaused(): boolean {
    return this.#connection !== undefined && this.#isPaused
  }
  get cliSessionId(): string | undefined {
    return this.#context.state().facts.cliSessions.at(-1)?.id
  }

  /** Starts a process, unless one runs. Resolves when it is started. */
  open(): Promise<void> {
    if (this.#opening) return this.#opening
    this.#callOff = new AbortController()
    this.#opening = this.#open(this.#closing).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Like `open`, for a person: crashes are counted anew. */
  resume(): Promise<void> {
    if (!this.#connection) this.#supervisor.reset()
    return this.#supervisor.open()
  }

  /** Takes over the process that an earlier host has left, without reading it yet. Returns whether there is one. */
  async adopt(): Promise<boolean> {
    const { deps, record, env, state } = this.#context
    const { generation, offset } = record.row
    const { process } = state()
    // Its end is in the journal, but the earlier host ended before it could react to it.
    if (process.generation === generation && process.ended) {
      this.#afterEnd(process.ended)
      return false
    }
    const secrets = secretValues(() => deps.agent(record.row.agent), env)
    const connection = await ProcessConnection.adopt(deps.folder, generation, { offset, secrets })
    if (!connection) {
      const isOrphan = await endOrphan(deps.folder, generation, process.pid)
      const why = isOrphan ? FILES_REMOVED : process.generation < generation ? NEVER_STARTED : FILES_GONE
      const exit = { ...why, exitCode: null, signal: null }
      await record.append([{ kind: 'process-exited', generation, ...exit }])
      this.#afterEnd(exit)
      return false
    }
    this.#connection = connection
    this.#context.driver.started()
    // An earlier host may have been killed between stopping the process and recording that.
    this.#isPaused = process.pausedAt !== undefined || connection.isSuspended
    this.#meter.restart(state())
    // A process without a pid never ran. Its end will say so.
    if (process.generation < generation && connection.pid !== undefined)
      await this.#tellStarted(connection, undefined)
    return true
  }

  /** For a process that was taken over: the earlier host may have been killed before it did this, and no policy would apply. */
  async initialize(): Promise<void> {
    const { deps, record, env, state } = this.#context
    if (!this.#connection || state().process.initializedAt !== undefined) return
    const { row } = record
    const isolation = await deps.isolate?.(row)
    const { initialize } = await launchOf(
      row,
      deps.agent(row.agent),
      env,
      await this.continuation(),
      isolation,
    )
    this.#initialize(initialize)
  }

  listen(): void {
    const { record, say } = this.#context
    this.#connection?.listen({
      received: (bodies, offset) => this.#received(bodies, offset),
      problem: (text, code) => void say('error', text, code).catch(() => {}),
      ended: (body) => void record.append([body]).catch(() => {}),
    })
  }

  /** Writes a line, if its process still runs. */
  async write({ line, generation }: OutboxRow): Promise<void> {
    if (this.#connection?.generation !== generation) throw new Error('its process has ended')
    await this.#connection.send(line)
  }

  reset(): void {
    this.#supervisor.reset()
  }

  /** The end of the process is stored. */
  exited({ generation, ...ended }: ProcessExited): void {
    const { deps, driver } = this.#context
    if (this.#connection?.generation !== generation) return
    this.#connection = undefined
    driver.ended(endError('the process ended'))
    // Older versions report it with each turn only.
    this.#reported(this.#context.state().facts.version)
    deps.admission.admit()
    this.#afterEnd(ended)
  }

  paused(why: string): void {
    const isTold = this.#isPaused && this.#context.state().process.pausedAt !== undefined
    this.#isPaused = true
    if (!isTold) this.#tellPause({ kind: 'process-paused', reason: 'disk' }, 'warning', why)
  }
  continued(): void {
    this.#isPaused = false
    const text = 'There is room on the disk again: the process goes on.'
    this.#tellPause({ kind: 'process-continued' }, 'info', text)
  }

  /** Opening it meanwhile waits for the end, and starts another process. */
  close(extra: CommitExtras): Promise<void> {
    const closing = this.#close(extra, this.#closing).finally(() => {
      if (this.#closing === closing) this.#closing = undefined
    })
    this.#closing = closing
    return closing
  }

  /** Its input ends with half a line, and a further line would end it, so another process takes its place. */
  async replace(): Promise<void> {
    this.#log('warn', 'the earlier host was killed while it wrote a line: the process is started again')
    await this.#connection?.close()
  }

  async detach(): Promise<void> {
    this.#supervisor.stop()
    await this.#stopOpening('the host ends')
    await this.#connection?.detach()
    this.#context.driver.detached(endError('the host ends'))
  }

  async #close(extra: CommitExtras, earlier: Promise<void> | undefined): Promise<void> {
    const { record } = this.#context
    this.#supervisor.stop()
    // A later opening waits for this to end, and is not stopped.
    const opening = this.#stopOpening('the session was closed before it was started')
    await earlier?.catch(() => {})
    await record.change({ ...extra.row, wanted: 'rest' }, extra, true)
    await opening
    // An opening that could not be aborted any more has set it.
    if (record.row.wanted !== 'rest') await record.change({ wanted: 'rest' })
    await this.#connection?.close()
    // The connection reports the end before `close` resolves. Wait until it is stored.
    await record.append([])
  }

  async #stopOpening(reason: string): Promise<void> {
    if (!this.#opening) return
    this.#callOff.abort(new ApiError('conflict', reason))
    await this.#opening.catch(() => {})
  }

  async #open(closing: Promise<void> | undefined): Promise<void> {
    const { signal } = this.#callOff
    await closing?.catch(() => {})
    if (this.#connection) return
    const { admission, prepare } = this.#context.deps
    await prepare?.(signal)
    signal.throwIfAborted()
    await admission.enter(signal)
    try {
      await this.#launch(await this.continuation(), signal)
    } catch (error) {
      const { obstacle } = admission
      // The disk filled up after the process was admitted.
      if (error instanceof DurableError && obstacle !== undefined)
        throw new ApiError('storage', `No process could be started. ${obstacle}`)
      const trouble = error instanceof Error ? systemTrouble(error) : undefined
      throw trouble === undefined
        ? error
        : new ApiError('not-possible', `No process could be started. ${trouble}`)
    } finally {
      admission.entered()
    }
  }

  async #launch(change: LaunchChange, signal: AbortSignal): Promise<void> {
    const { deps, record, env, say } = this.#context
    const { row } = record
    const options = (await deps.checkOptions?.(row.options)) ?? row.options
    const isolation = await deps.isolate?.(row)
    const launch = await launchOf({ ...row, options }, deps.agent(row.agent), env, change, isolation)
    signal.throwIfAborted()
    const generation = row.generation + 1
    const { isParked: _, isWaiting: __, ...extra } = row.extra
    // Stored first: no process must be left behind that nobody knows of.
    await record.change({ generation, offset: 0, wanted: 'run', updatedAt: deps.now(), extra }, {}, true)
    const connection = await ProcessConnection.start(deps.folder, generation, launch).catch(
      async (error: Error) => {
        await record.change({ wanted: row.wanted })
        throw error
      },
    )
    this.#log('info', 'process started', { generation, pid: connection.pid })
    this.#meter.restart(emptyState)
    this.#connection = connection
    this.#context.driver.started()
    this.#isPaused = false
    void pruneDurable(deps.folder, deps.keptOutputs ?? KEPT_OUTPUTS).catch(() => {})
    await this.#tellStarted(connection, launch.version.parsed && launch.version.text)
    this.listen()
    if (!connection.durable) await say('warning', NOT_DURABLE, 'not-durable')
    for (const { option, reason } of launch.leftOut) await say('warning', `${option} was left out: ${reason}`)
    this.#version = launch.version
    this.#initialize(launch.initialize)
  }

  #initialize(fields: InitializeRequest): void {
    this.#context.driver.initialize(fields).then(
      ({ claude_code_version: version }) => this.#reported(version),
      (error: Error) => this.#log('warn', error.message),
    )
  }

  #reported(version: string | undefined): void {
    if (this.#version) versionReported(this.#version, version)
  }

  /** What the next process begins with. */
  continuation(): Promise<LaunchChange> {
    const { record, state } = this.#context
    const first = (record.row.extra.first ?? {}) as LaunchChange
    return continuation(state(), first, this.transcriptLocation)
  }

  async #tellStarted({ generation, pid }: ProcessConnection, version: string | undefined): Promise<void> {
    const { record } = this.#context
    const { agent, cwd } = record.row
    const known = { ...(pid !== undefined && { pid }), ...(version !== undefined && { version }) }
    await record.append([{ kind: 'process-started', generation, agent, cwd, ...known }])
  }

  #tellPause(
    fact: Omit<ProcessPaused, 'generation'> | Omit<ProcessContinued, 'generation'>,
    level: 'info' | 'warning',
    text: string,
  ): void {
    const { record } = this.#context
    const { generation } = record.row
    const notice = { kind: 'notice', level, text, code: 'disk-space' } as const
    record.append([{ ...fact, generation }, notice]).catch(() => {})
  }

  #received(bodies: readonly EventBody[], offset: number | undefined): void {
    const { deps, record } = this.#context
    const at = deps.now()
    const usage = bodies.flatMap((body) =>
      body.kind === 'received' && body.message.type === 'result'
        ? this.#meter.take(record.row.id, body.message, at)
        : [],
    )
    const row = { updatedAt: at, ...(offset !== undefined && { offset }) }
    const connection = this.#connection
    const stored = record.append(bodies, { row, usage })
    const waits = record.isBehind
    if (waits) connection?.pause()
    stored.then(
      () => waits && connection?.resume(),
      () => {},
    )
  }

  /** Reacts to the end of the process. */
  #afterEnd({ cause, exitCode }: Pick<ProcessExited, 'cause' | 'exitCode'>): void {
    const { deps, record, state, isNeeded } = this.#context
    if (record.row.wanted !== 'run' || this.isClosing) return
    const { generation, initializedAt, startedAt } = state().process
    const ranMs = deps.now() - (startedAt ?? 0)
    // Not a crash: somebody asked it to end. Before it has answered `initialize`, nobody can have.
    const isClean = cause === 'exit' && exitCode === 0 && initializedAt !== undefined
    if (!isClean) this.#supervisor.crashed(generation, ranMs)
    else if (isNeeded() || this.#supervisor.isRecovering) this.#supervisor.endedEarly(ranMs)
    else record.change({ wanted: 'rest' }).catch(() => {})
  }

  /** Where the CLI has the transcripts of this session. */
  get transcriptLocation(): TranscriptLocation {
    const { deps, record, env } = this.#context
    const configDir = env.CLAUDE_CONFIG_DIR ?? deps.agent(record.row.agent).env.CLAUDE_CONFIG_DIR
    return { cwd: record.row.cwd, ...(configDir !== undefined && { configDir }) }
  }

  #transcript() {
    const { cliSessionId } = this
    return { ...this.transcriptLocation, ...(cliSessionId !== undefined && { cliSessionId }) }
  }

  #log(level: 'info' | 'warn' | 'error', message: string, detail: object = {}): void {
    this.#context.deps.log(level, message, { session: this.#context.record.row.id, ...detail })
  }
}

function endError(reason: string): EndError {
  return (subtype) => new ApiError('not-possible', subtype === undefined ? reason : `${subtype}: ${reason}`)
}
