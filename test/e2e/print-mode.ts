/** `claude -p` and `fairlead run -p` with the same arguments: what each prints, and how it exits. */
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { claudeBinary } from './claude-binaries.ts'
import { type Outcome, type PrintCase, type Printed, RUNNING } from './print-mode-cases.ts'
import type { Stage } from './stage.ts'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface Result {
  readonly code: number | null
  readonly out: string
}
type Given = Pick<PrintCase, 'input' | 'signal'>
type Run = (args: readonly string[], given?: Given) => Promise<Result>

export function expectOutcome({ code, out }: Result, { prints, exit }: Outcome): void {
  expect(exit, out).toContain(code)
  if (prints === 'nothing') expect(out).toBe('')
  else if (isPerhaps(prints)) {
    if (out !== '') expectOutcome({ code, out }, { prints: prints.perhaps, exit })
  } else if (prints === 'json') expect(JSON.parse(out)).toMatchObject({ type: 'result' })
  else if (prints === 'messages')
    expect(out).toMatch(/^\{"type":"system".*\n(?:.*\n)*\{.*"type":"result".*\n$/)
  else if ('text' in prints) expect(out.replace(/\n$/, '')).toBe(prints.text)
  else expect(out).toMatch(prints.error)
}

function isPerhaps(prints: Printed): prints is Extract<Printed, { perhaps: unknown }> {
  return typeof prints === 'object' && 'perhaps' in prints
}

export function commandsOn(stage: Stage): { claude: Run; fairlead: Run } {
  const claude = claudeBinary(stage.version)
  return {
    claude: (args, given) => run(stage, claude, ['-p', ...args], given),
    fairlead: (args, given) =>
      run(stage, process.execPath, [command, 'run', '--agent', claude, '-p', ...args], given),
  }
}

function run(
  stage: Stage,
  program: string,
  args: readonly string[],
  { input, signal }: Given = {},
): Promise<Result> {
  const running = join(stage.cwd, RUNNING)
  rmSync(running, { force: true })
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: stage.cwd,
      env: { PATH: process.env.PATH, ...stage.env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    })
    child.stdin?.end(input)
    let out = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out }))
    const isRunning = () => expect.poll(() => existsSync(running)).toBe(true)
    if (signal) isRunning().then(() => child.kill(signal), reject)
  })
}
