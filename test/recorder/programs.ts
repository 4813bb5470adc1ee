/** Runs the built command and its programs with real children. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { parseRecording, type Recording } from '../../src/recorder/format.ts'

const DIST = process.env.FAIRLEAD_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
export const FAIRLEAD = join(DIST, 'cli', 'main.js')
export const SIMULATOR = join(DIST, 'simulator', 'agent', 'main.js')

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-recorder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Outcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: Buffer
  readonly err: string
}
export interface Run {
  readonly child: ChildProcessWithoutNullStreams
  readonly outcome: Promise<Outcome>
  /** Resolves when stdout holds the text. */
  printed(text: string): Promise<void>
}

export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Run {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => {})
  const out: Buffer[] = []
  let err = ''
  const watchers = new Set<() => void>()
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk)
    for (const look of watchers) look()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const outcome = new Promise<Outcome>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, out: Buffer.concat(out), err }))
  })
  return {
    child,
    outcome,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!Buffer.concat(out).includes(text)) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        void outcome.then(() => reject(new Error(`it ended without "${text}": ${err}`)))
        look()
      }),
  }
}

/** `fairlead`, with these arguments. */
export const fairlead = (args: readonly string[], env?: NodeJS.ProcessEnv): Run =>
  run(process.execPath, [FAIRLEAD, ...args], env)

export const recordingIn = (path: string): Recording => parseRecording(readFileSync(path, 'utf8'))
