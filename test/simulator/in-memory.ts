/**
 * An agent in this process: the same as the executable, on streams in memory. Started by `playInMemory`; over when its
 * input has ended, or when it wants to exit.
 */
import { PassThrough } from 'node:stream'
import type { Agent } from '../../src/simulator/agent/agent.ts'
import { start } from '../../src/simulator/agent/start.ts'

export interface InMemory {
  readonly agent: Agent | undefined
  readonly stdin: PassThrough
  readonly stdout: PassThrough
  readonly stderr: PassThrough
  /** Resolves with the code that the process would have ended with. */
  readonly exited: Promise<number>
}

interface InMemoryOptions {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

export function playInMemory({ argv, cwd, env = {} }: InMemoryOptions): InMemory {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  let agent: Agent | undefined
  const exited = new Promise<number>((resolve) => {
    const exit = (code: number) => {
      stdout.end()
      stderr.end()
      resolve(code)
    }
    agent = start({ argv, env, cwd, stdin, stdout, stderr, exit })
  })
  return { agent, stdin, stdout, stderr, exited }
}
