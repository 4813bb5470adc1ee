/**
 * A host with simulated CLIs, and `fairlead attach` in real terminals on it. One stage serves a test file: `attachStage` starts the
 * host before the tests and ends it after them. Each test attaches to a session of its own, which is deleted with its terminal.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { DaemonProcess, DIST } from '../host/daemon-process.ts'
import { PATIENCE, Tmux, type TmuxOptions } from './tmux.ts'

vi.setConfig({ testTimeout: 5 * PATIENCE, hookTimeout: 3 * PATIENCE })

export const FAIRLEAD = join(DIST, 'cli', 'main.js')
/** An MCP server that asks with a form. */
const FRONT_DESK = fileURLToPath(new URL('../web/fixtures/front-desk.mjs', import.meta.url))
const NASTY = '\x1b[31mred\x1b[0m \x1b]0;another title\x07\x1b[2J\x1b[5;5H\x07日本語 👩‍💻 end of it'

const LONG = Array.from({ length: 200 }, (_, index) => `- line ${index + 1} of it`).join('\n')
const MANY = Array.from({ length: 10_000 }, (_, index) => ({ text: `Item ${index + 1}.` }))

const scenario = {
  scripts: [
    {
      prompt: 'count',
      replies: [[{ text: 'One, two, three', open: true }, { hold: 'forever' }, { text: ', four.' }]],
    },
    {
      prompt: 'run it',
      replies: [
        [{ tool: 'Bash', input: { command: 'make all' }, result: 'made everything' }],
        [{ text: 'It **is** made.' }],
      ],
      failed: [{ text: 'Then I leave it.' }],
    },
    {
      prompt: 'a room',
      replies: [[{ tool: 'mcp__desk__check-in', input: {} }], [{ text: 'That is all.' }]],
    },
    { prompt: 'ten thousand', replies: [MANY] },
    { prompt: 'a lot', replies: [[{ text: LONG }]] },
    {
      prompt: 'nasty',
      replies: [[{ tool: 'Bash', input: { command: 'echo nasty' }, result: NASTY }], [{ text: 'Shown.' }]],
    },
  ],
  otherwise: [{ text: 'Hello from the simulator.' }],
}

export interface AttachOptions extends Partial<TmuxOptions> {
  readonly allow?: string
  readonly editor?: string
  readonly host?: DaemonProcess
  /** Wait until the turn is over before attaching. */
  readonly isOver?: boolean
  readonly hasDesk?: boolean
}

export class AttachStage {
  /** The host of all tests of the file. */
  readonly daemon = newDaemon()
  #made = 0

  /** Starts this host with the scenario of all tests. Whoever made it ends it. */
  async start(host: DaemonProcess): Promise<void> {
    const file = join(host.folder, 'scenario.json')
    writeFileSync(file, JSON.stringify(scenario))
    await host.start()
    const env = { FAIRLEAD_SIM_SCENARIO: file, FAIRLEAD_SIM_SPEED: '0' }
    await host.api().call('putAgents', { body: { agents: [{ name: 'test', command: 'sim', env }] } })
  }

  /** The title of the session that was attached to last. */
  get title(): string {
    return `session ${this.#made}`
  }
  get pidFile(): string {
    return join(this.daemon.folder, 'attach.pid')
  }
  /** Attaches to the last session, in a process whose number is known, since it is sent signals. */
  get command(): string {
    return `(echo $BASHPID > ${this.pidFile}; exec ${process.execPath} ${FAIRLEAD} attach '${this.title}')`
  }

  /** A shell with `fairlead attach` in it, which has shown the session. */
  async attached(prompt: string | undefined, options: AttachOptions = {}): Promise<Tmux> {
    this.#made += 1
    const { title } = this
    const { allow, editor, host = this.daemon, hasDesk = false } = options
    const desk = {
      mcpServers: { desk: { command: process.execPath, args: [FRONT_DESK] } },
      allowedTools: ['mcp__desk'],
    }
    const id = randomUUID()
    const body = {
      id,
      cwd: host.cwd,
      agent: 'test',
      title,
      ...(prompt !== undefined && { prompt }),
      ...(allow !== undefined && { options: { allowedTools: [allow] } }),
      ...(hasDesk && { options: desk }),
    }
    await host.api().call('createSession', { body })
    // The list of the next test has only its own.
    onTestFinished(async () => void (await host.api().call('deleteSession', { params: { id } })))
    const isOver = async () => {
      const { session } = await host.api().call('getSession', { params: { id }, query: { paged: 'true' } })
      expect(session.group).toBe('idle')
    }
    if (options.isOver) await vi.waitFor(isOver, { timeout: 4 * PATIENCE, interval: 200 })
    const env = { PATH: process.env.PATH, HOME: host.folder, FAIRLEAD_HOME: host.data, EDITOR: editor }
    const tmux = new Tmux({ cwd: host.cwd, env, ...options })
    onTestFinished(() => tmux.close())
    await tmux.back()
    tmux.run(this.command)
    await tmux.until(/Ask first · .*\$\d/)
    return tmux
  }
}

export function newDaemon(): DaemonProcess {
  return new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' })
}

export function attachStage(): AttachStage {
  const stage = new AttachStage()
  beforeAll(async () => {
    await stage.start(stage.daemon)
  })
  afterAll(() => stage.daemon.end())
  return stage
}

/** The turn is over: a prompt is sent at once, without a question. */
export const isIdle = (terminal: Tmux) => terminal.until(/^ *Idle 1\b/m)

/** As if nothing had been there: the shell's screen, its cursor, its echo, lines as they are typed. */
export async function isClean(terminal: Tmux): Promise<void> {
  await terminal.back()
  expect(terminal.about('alternate_on'), 'alternate screen').toBe('0')
  expect(terminal.about('cursor_flag'), 'cursor').toBe('1')
  expect(terminal.about('wrap_flag'), 'wrap').toBe('1')
  terminal.run('stty -a')
  const modes = await terminal.until('echoke')
  expect(modes).toMatch(/(?<!-)\bicanon\b/)
  expect(modes).toMatch(/(?<!-)\becho\b/)
  expect(modes).toMatch(/(?<!-)\bisig\b/)
  terminal.run('echo it-is-echoed')
  await terminal.until(/^it-is-echoed$/m)
}
