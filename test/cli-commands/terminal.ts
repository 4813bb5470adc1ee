/** A terminal in memory, and the command in this process: what is typed, and what is shown. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished, vi } from 'vitest'
import { dispatch } from '../../src/cli/dispatch.ts'
import type { Io } from '../../src/cli/io.ts'

export const CTRL_C = '\x03'
export const CTRL_D = '\x04'

const WIPE = '\r\x1b[K'

export class Terminal {
  /** Everything that was shown so far, on both streams. */
  shown = ''
  readonly code: Promise<number>
  readonly #stdin = terminalStream()
  readonly #watchers = new Set<() => void>()
  readonly #listeners = new Set<() => void>()

  /** The simulator runs in a home of its own, as fast as it can. */
  constructor(args: string[], env: Record<string, string> = {}) {
    const home = mkdtempSync(join(tmpdir(), 'fairlead-terminal-'))
    const mine = { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'claude'), FAIRLEAD_SIM_SPEED: '0', ...env }
    for (const [name, value] of Object.entries(mine)) vi.stubEnv(name, value)
    const [stdout, stderr] = [terminalStream(), terminalStream()]
    for (const stream of [stdout, stderr]) stream.on('data', (bytes: Buffer) => this.#show(String(bytes)))
    const io: Io = {
      stdin: this.#stdin,
      stdout,
      stderr,
      env: { ...mine, NO_COLOR: '1' },
      cwd: home,
      out: (text) => this.#show(text),
      err: (text) => this.#show(text),
      onInterrupt: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
    this.code = dispatch(args, io)
    onTestFinished(async () => {
      this.signal()
      this.type(CTRL_D)
      await this.code
      vi.unstubAllEnvs()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    })
  }

  type(keys: string): void {
    this.#stdin.write(keys)
  }

  /** As a ctrl-c that comes as a signal. */
  signal(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  /** Resolves when the text is shown, and forgets what was shown up to there; gives that. */
  until(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const at = this.shown.indexOf(text)
        if (at === -1) return
        this.#watchers.delete(look)
        const before = this.shown.slice(0, at + text.length)
        this.shown = this.shown.slice(at + text.length)
        resolve(before)
      }
      this.#watchers.add(look)
      void this.code.then((code) => {
        look()
        reject(new Error(`it ended with ${code} and without "${text}": ${this.shown}`))
      })
      look()
    })
  }

  #show(text: string): void {
    for (const [index, part] of text.split(WIPE).entries()) {
      // What stood in the line was only of interest until something else came.
      if (index > 0) this.shown = this.shown.slice(0, this.shown.lastIndexOf('\n') + 1)
      // Without the cursor movements of the line editor.
      this.shown += stripVTControlCharacters(part)
    }
    for (const look of [...this.#watchers]) look()
  }
}

function terminalStream() {
  return Object.assign(new PassThrough(), { isTTY: true as const, columns: 100 })
}
