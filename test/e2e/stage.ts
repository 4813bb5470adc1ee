/**
 * A stage for one suite: a scripted model, a home folder of its own, a working folder, and sessions of the real CLI
 * between them. Everything that the CLI writes stays under the home folder (also what it would put into the system's
 * temp folder). `close` ends all, then checks that no process of the stage is left and removes the folder.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { openSession, type Session, type SessionOptions, type StdoutMessage } from '../../src/client/index.ts'
import type { Model, Scenario } from '../../src/simulator/index.ts'
import { startModel } from '../../src/simulator/index.ts'
import { clear, guard, within } from '../process/leftovers.ts'
import { type AnyVersion, claudeBinary } from './claude-binaries.ts'

/**
 * So long sessions may take to end, and the short-lived programs that 2.1.197 starts to look for editors, which may outlive it by a
 * moment. What is left then is killed, and the suite fails.
 */
const ENDS_WITHIN = 60_000

export interface Stage {
  readonly version: AnyVersion
  readonly model: Model
  readonly home: string
  /** Where sessions work unless told otherwise. */
  readonly cwd: string
  /** The environment of a user who has never started the CLI, with the scripted model as API. */
  readonly env: Record<string, string>
  open(options?: SessionOptions): Promise<Session>
  close(): Promise<void>
}

export async function setStage(version: AnyVersion, scenario: Scenario): Promise<Stage> {
  const model = await startModel({ scenario })
  const home = mkdtempSync(join(tmpdir(), 'fairlead-stage-'))
  guard(home)
  const cwd = join(home, 'work')
  const temp = join(home, 'tmp')
  for (const folder of [cwd, temp]) mkdirSync(folder)
  const env = {
    ...model.env,
    HOME: home,
    USERPROFILE: home,
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    TMPDIR: temp,
    CLAUDE_TMPDIR: temp,
    CLAUDE_CODE_TMPDIR: temp,
    FAIRLEAD_STAGE: home,
  }
  const sessions: Session[] = []
  return {
    version,
    model,
    home,
    cwd,
    env,
    async open(options = {}) {
      const session = await openSession({
        binary: claudeBinary(version),
        cwd,
        ...options,
        env: { ...env, ...options.env },
      })
      sessions.push(session)
      return session
    },
    async close() {
      await within(ENDS_WITHIN, Promise.all(sessions.map((session) => session.close())))
      await within(ENDS_WITHIN, model.close())
      await vi.waitFor(() => expect(processesOf(home)).toEqual([]), { timeout: ENDS_WITHIN }).catch(() => {})
      const left = processesOf(home)
      await clear(home)
      if (left.length > 0) throw new Error(`the suite left processes running: ${left.join('; ')}`)
      if (existsSync(home)) throw new Error(`the suite left files behind in ${home}`)
    },
  }
}

/** Command lines of the processes that carry the stage's mark in their environment. Linux only; elsewhere none. */
export function processesOf(home: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'utf8').includes(`FAIRLEAD_STAGE=${home}`)) return []
      return [`${name} ${readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 200)}`]
    } catch {
      return []
    }
  })
}

/** The first message to come that passes. Ask before doing what brings it. */
export async function nextMessage<M extends StdoutMessage>(
  session: Session,
  passes: (message: StdoutMessage) => message is M,
): Promise<M> {
  for await (const message of session.messages()) if (passes(message)) return message
  throw new Error('the session ended before the message came')
}
