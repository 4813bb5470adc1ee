/**
 * The screen of `attach`: keys and state changes come in, frames and commands go out. `run` owns the terminal and the
 * connection until the person leaves, a signal arrives or the terminal is gone, and then closes both. If the host dies
 * meanwhile, the screen keeps the last state and shows its age until the host is back.
 */
import { randomUUID } from 'node:crypto'
import type { SessionSummary } from '../../api/resources.ts'
import { emptyState } from '../../state/session-state.ts'
import type { FoundHost } from '../host/find-host.ts'
import type { Io } from '../io.ts'
import { editJson } from '../run/ask/edit-json.ts'
import { byProject } from '../show/by-project.ts'
import { hasColours, style } from '../terminal/style.ts'
import { HostLink } from './host-link.ts'
import { afterNews } from './model/changed.ts'
import { readPane } from './model/changes.ts'
import type { Command } from './model/command.ts'
import { afterDone, afterFailure, withInput } from './model/outcomes.ts'
import { type Anchor, scrolled } from './model/scroll.ts'
import { firstUi, type Ui, type World } from './model/ui-state.ts'
import { update } from './model/update.ts'
import type { Frame } from './screen/frame.ts'
import { Screen } from './screen/screen.ts'
import type { Key } from './terminal/keys.ts'
import { Terminal } from './terminal/terminal.ts'
import { TranscriptLines } from './transcript/transcript-lines.ts'
import { draw } from './view/draw.ts'

export interface AppOptions {
  readonly io: Io
  readonly host: FoundHost
  readonly session: string | undefined
  /** Never ring the bell. */
  readonly isQuiet: boolean
}

export class App {
  readonly #options: AppOptions
  readonly #terminal: Terminal
  readonly #screen: Screen
  readonly #link: HostLink
  #transcript = new TranscriptLines(emptyState, { width: 80, isDetailed: false, now: 0 })
  #transcriptOf: string | undefined
  #ui: Ui
  /** Rows of the transcript in the last frame drawn. */
  #height = 0
  #rung: Set<string> | undefined
  #end: (code: number) => void = () => {}

  constructor(options: AppOptions) {
    const { io, host, session } = options
    this.#options = options
    this.#ui = firstUi(session)
    this.#screen = new Screen({
      stdout: io.stdout,
      isColourless: !hasColours(io.stdout, io.env),
      draw: () => this.#draw(),
    })
    this.#terminal = new Terminal(io, {
      key: (key) => this.#key(key),
      resized: () => this.#screen.reset(),
      entered: () => this.#screen.start(),
      left: () => this.#screen.stop(),
      ended: (code) => this.#end(code),
      failed: (error) => {
        this.#close()
        io.err(`${error instanceof Error ? error.stack : String(error)}\n`)
        process.exit(1)
      },
    })
    this.#link = new HostLink(host, io.env, () => this.#news())
  }

  /** Returns the exit code. */
  async run(): Promise<number> {
    const ended = new Promise<number>((resolve) => {
      this.#end = resolve
    })
    this.#terminal.open()
    // The ages on the screen change.
    const clock = setInterval(() => this.#news(), 1000)
    try {
      return await ended
    } finally {
      clearInterval(clock)
      this.#close()
    }
  }

  get sessions() {
    return this.#link.live.state.sessions ?? []
  }

  #close(): void {
    this.#screen.stop()
    this.#terminal.close()
    this.#link.close()
  }

  #world(): World {
    const { io } = this.#options
    const { live } = this.#link
    const { session } = this.#ui
    return {
      now: Date.now(),
      columns: this.#terminal.columns,
      rows: this.#terminal.rows,
      sessions: inOrder(
        (live.state.sessions ?? []).filter(({ archived, id }) => !archived || id === session),
        this.#ui.isByState,
      ),
      approvals: [...live.state.approvals].sort((a, b) => a.since - b.since),
      state: session === undefined ? emptyState : this.#link.session(session),
      earlier: session === undefined ? undefined : live.earlier(session),
      isConnected: this.#link.isConnected,
      cwd: io.cwd,
      home: io.env.HOME,
      hasEditor: Boolean(io.env.VISUAL || io.env.EDITOR),
      newId: randomUUID(),
    }
  }

  #news(): void {
    const world = this.#world()
    this.#ui = afterNews(this.#ui, world)
    this.#readChanges(world)
    this.#ring()
    this.#screen.wanted()
  }

  /** The pane is read again when a turn of its session has ended. */
  #readChanges({ state }: World): void {
    const { dialog: pane } = this.#ui
    if (pane?.type !== 'changes' || pane.turns === state.turns.past.size) return
    this.#ui = { ...this.#ui, dialog: { ...pane, turns: state.turns.past.size } }
    for (const command of readPane(pane)) this.#do(command)
  }

  #key(key: Key): void {
    const { ui, commands } = update(this.#ui, key, this.#world())
    this.#ui = ui
    for (const command of commands) this.#do(command)
    this.#news()
  }

  #do(command: Command): void {
    switch (command.type) {
      case 'api':
        void this.#call(command)
        break
      case 'scroll':
      case 'scroll-to':
        this.#ui = { ...this.#ui, scroll: this.#scrolled(command) }
        break
      case 'edit-input':
        void this.#edit(command)
        break
      case 'suspend':
        this.#terminal.suspend()
        break
      case 'redraw':
        this.#screen.reset()
        break
      case 'quit':
        this.#end(0)
    }
  }

  async #call(command: Command & { type: 'api' }): Promise<void> {
    try {
      // `api()` checked that the call fits the name.
      const receipt = await this.#link.api.call(command.name, command.call as never)
      this.#ui = afterDone(this.#ui, command, receipt, Date.now())
      for (const next of command.next ?? []) this.#do(next)
    } catch (error) {
      this.#ui = afterFailure(this.#ui, command, (error as Error).message, Date.now())
    }
    this.#news()
  }

  #scrolled(command: Command & { type: 'scroll' | 'scroll-to' }) {
    const lines = (item: number) => this.#transcript.lines(item).length
    const moved = (from: Anchor | undefined, by: number) =>
      scrolled(from, by, this.#height, this.#transcript.count, lines)
    if (command.type === 'scroll-to')
      return command.to === 'start' && this.#height > 0 ? moved({ item: 0, line: 0 }, 0) : undefined
    const page = Math.max(1, this.#height - 2)
    return moved(this.#ui.scroll, command.unit === 'page' ? command.by * page : command.by)
  }

  async #edit(command: Command & { type: 'edit-input' }): Promise<void> {
    let problem: string | undefined
    this.#terminal.leave()
    const changed = await editJson(command.input, new AbortController().signal, {
      style,
      env: this.#options.io.env,
      say: (line) => {
        problem = line.trim()
      },
      ask: async () => undefined,
    })
    this.#ui = withInput(this.#ui, command, changed, problem, Date.now())
    this.#terminal.enter()
    this.#news()
  }

  /** Rings for new approvals, but not for those that were pending at the start. */
  #ring(): void {
    const { sessions, approvals } = this.#link.live.state
    if (!sessions) return
    const before = this.#rung
    this.#rung = new Set(approvals.map(({ id }) => id))
    const isNew = before && approvals.some(({ id }) => !before.has(id))
    if (isNew && !this.#options.isQuiet) this.#options.io.stdout.write('\x07')
  }

  #draw(): Frame {
    const world = this.#world()
    const { session } = this.#ui
    if (session !== this.#transcriptOf) {
      this.#transcriptOf = session
      this.#transcript = new TranscriptLines(world.state, { width: 80, isDetailed: false, now: 0 })
    }
    const { live, lostAt } = this.#link
    const { frame, height } = draw({
      ui: this.#ui,
      world,
      transcript: this.#transcript,
      connection: live.state.connection,
      lostAt,
      isListKnown: live.state.sessions !== undefined,
      gone: session === undefined ? undefined : live.gone(session),
    })
    this.#height = height
    return frame
  }
}

/** Project by project, the one with the most urgent session first. */
function inOrder(sessions: readonly SessionSummary[], isByState: boolean): readonly SessionSummary[] {
  return isByState ? sessions : byProject(sessions).flatMap((it) => it.sessions)
}
