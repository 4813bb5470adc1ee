/** Runs the built command, which the set-up made before the tests, as a user who has never run it before. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const dist = process.env.FAIRLEAD_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const built = join(dist, 'cli', 'main.js')
export const simulator = join(dist, 'simulator', 'agent', 'main.js')

export interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly err: string
}
export interface Running {
  readonly child: ChildProcess
  readonly folder: string
  readonly outcome: Promise<Outcome>
  /** Resolves when the output, of both streams, holds the text. */
  printed(text: string): Promise<void>
}

/** A folder that is removed after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export interface StartOptions {
  /** Null: a pipe that stays open and empty. */
  readonly input?: string | null
  readonly env?: NodeJS.ProcessEnv
  readonly folder?: string
}

export function start(args: readonly string[], { input, env = {}, folder }: StartOptions = {}): Running {
  const home = folder ?? freshFolder()
  const child = spawn(process.execPath, [built, ...args], {
    cwd: home,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: {
      PATH: '/nowhere',
      HOME: home,
      USERPROFILE: home,
      CLAUDE_CONFIG_DIR: join(home, 'claude'),
      FAIRLEAD_SIM_SPEED: '0',
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (input !== null) child.stdin?.end(input)
  const said = { out: '', err: '' }
  const watchers = new Set<() => void>()
  for (const name of ['out', 'err'] as const) {
    child[name === 'out' ? 'stdout' : 'stderr']?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      for (const look of watchers) look()
    })
  }
  const outcome = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => resolve({ code, ...said }))
  })
  return {
    child,
    folder: home,
    outcome,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!said.out.includes(text) && !said.err.includes(text)) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        void outcome.then(() => reject(new Error(`it ended without "${text}": ${said.out}${said.err}`)))
        look()
      }),
  }
}

export function call(args: readonly string[], options?: StartOptions): Promise<Outcome> {
  return start(args, options).outcome
}
