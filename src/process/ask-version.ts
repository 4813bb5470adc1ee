/**
 * Runs a binary with `--version`, and returns what it prints. The child is killed, with what it started, when it takes too
 * long or when this process exits.
 */
import { spawn } from 'node:child_process'
import type { Binary } from './find-binary.ts'
import { type Isolation, isolatedCommand } from './isolation/isolation.ts'
import { spawnWithoutStrays } from './isolation/stray-handles.ts'

export interface AskOptions {
  readonly env: NodeJS.ProcessEnv
  readonly timeoutMs: number
  readonly isolation: Isolation | undefined
}

export type Asked = { readonly text: string } | { readonly problem: string }

const MAX_OUTPUT = 4096

export async function askVersion(binary: Binary, options: AskOptions): Promise<Asked> {
  return run(binary, options).catch(notRun)
}

const notRun = ({ message }: Error): Asked => ({ problem: `--version could not be run: ${message}` })

function run(binary: Binary, { env, timeoutMs, isolation }: AskOptions): Promise<Asked> {
  return new Promise((settle) => {
    const ownGroup = process.platform !== 'win32'
    const asked = { command: binary.command, args: [...binary.args, '--version'], cwd: '/' }
    const { command, args } = isolation ? isolatedCommand(asked, isolation) : asked
    const start = isolation ? spawnWithoutStrays : spawn
    const child = start(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: ownGroup,
      windowsHide: true,
    })
    const kill = () => {
      try {
        if (ownGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        else child.kill('SIGKILL')
      } catch {
        // It has ended already.
      }
    }
    const end = (asked: Asked) => {
      clearTimeout(timer)
      process.removeListener('exit', kill)
      child.stdout?.destroy()
      settle(asked)
    }
    const timer = setTimeout(() => {
      kill()
      end({ problem: `--version gave no answer within ${timeoutMs} ms` })
    }, timeoutMs)
    process.once('exit', kill)

    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MAX_OUTPUT) output += text
    })
    child.on('error', (error) => end(notRun(error)))
    child.on('close', (code, signal) => {
      if (code === 0) end({ text: output.slice(0, MAX_OUTPUT).trim() })
      else end({ problem: `--version ended with ${signal ?? `exit code ${code}`}` })
    })
  })
}
