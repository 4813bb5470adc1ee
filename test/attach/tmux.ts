/**
 * A terminal that can be looked at: a tmux server of its own with one window and a shell in it. What is shown is read back
 * until it is as expected; nothing waits for a time. `close` ends the server and whatever runs in it.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A host, a CLI and a terminal may share two cores with others. Each look starts a program: not too many of them. */
export const PATIENCE = 60_000
const LOOK_EVERY = 60
const PROMPT = 'shell-is-ready>'
let made = 0

export interface TmuxOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly columns?: number
  readonly rows?: number
}

export class Tmux {
  readonly #socket = `fairlead-test-${process.pid}-${++made}`
  readonly #env: NodeJS.ProcessEnv

  constructor({ env, cwd, columns = 100, rows = 30 }: TmuxOptions) {
    // Its socket goes with the folder: tmux leaves it behind.
    this.#env = { ...env, TERM: 'screen-256color', LANG: 'C.UTF-8', TMUX_TMPDIR: env.HOME }
    const size = ['-x', String(columns), '-y', String(rows)]
    try {
      this.#tmux('new-session', '-d', ...size, '-c', cwd, '/bin/bash --norc --noprofile')
      this.#tmux('set-option', '-g', 'escape-time', '0')
      this.run(`PS1='${PROMPT} '`)
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Keys by tmux's names: `Enter`, `C-c`, `Escape`. */
  keys(...names: string[]): void {
    this.#tmux('send-keys', ...names)
  }
  type(text: string): void {
    this.#tmux('send-keys', '-l', text)
  }
  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(columns), '-y', String(rows))
  }

  get screen(): string {
    return this.#tmux('capture-pane', '-p')
  }
  /** One of tmux's own words about the terminal, such as `cursor_flag`. */
  about(name: string): string {
    return this.#tmux('display-message', '-p', `#{${name}}`).trim()
  }

  /** The screen, once it has the text, or passes. */
  async until(wanted: string | RegExp | ((screen: string) => boolean)): Promise<string> {
    const fits = (screen: string) => {
      if (typeof wanted === 'string') return screen.includes(wanted)
      return typeof wanted === 'function' ? wanted(screen) : wanted.test(screen)
    }
    for (const deadline = Date.now() + PATIENCE; ; await sleep(LOOK_EVERY)) {
      const { screen } = this
      if (fits(screen)) return screen
      if (Date.now() > deadline) throw new Error(`${wanted} was not shown:\n${screen}`)
    }
  }

  /** Runs it in the shell. */
  run(command: string): void {
    this.type(`clear; ${command}`)
    this.keys('Enter')
  }

  /** The shell has the terminal again: its prompt is the last thing shown. */
  async back(): Promise<string> {
    return this.until((screen) => screen.trimEnd().endsWith(PROMPT))
  }

  close(): void {
    this.#tmux('kill-server')
  }

  #tmux(...args: string[]): string {
    const { stdout, stderr, status } = spawnSync('tmux', ['-L', this.#socket, '-f', '/dev/null', ...args], {
      env: this.#env,
      encoding: 'utf8',
    })
    if (status !== 0 && args[0] !== 'kill-server') throw new Error(`tmux ${args[0]}: ${stderr}`)
    return stdout
  }
}
