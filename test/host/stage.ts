/** A host with the simulator as its agent, in folders of its own. */
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Receipt } from '../../src/api/resources.ts'
import type { AnswerOf, RouteName } from '../../src/api/routes.ts'
import { approvalHandlers } from '../../src/host/handlers/approval-handlers.ts'
import { guardHandlers } from '../../src/host/handlers/bypass-guard.ts'
import { JsonText, type Request } from '../../src/host/handlers/handler.ts'
import { projectHandlers } from '../../src/host/handlers/project-handlers.ts'
import { reviewHandlers } from '../../src/host/handlers/review-handlers.ts'
import { sessionHandlers } from '../../src/host/handlers/session-handlers.ts'
import { workHandlers } from '../../src/host/handlers/work-handlers.ts'
import { Host, type HostOptions } from '../../src/host/host.ts'
import { SqliteStore } from '../../src/host/journal/sqlite/sqlite-store.ts'
import type { HostSession } from '../../src/host/sessions/host-session.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { clear, guard, within } from '../process/leftovers.ts'
import { asks, settled, untilHost } from './waiting.ts'

export const SIMULATOR = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))

export interface HostStage {
  readonly folder: string
  readonly cwd: string
  readonly host: Host
  /** As a client would, without the socket. */
  call<N extends RouteName>(name: N, request: Partial<Request<N>>): Promise<AnswerOf<N>>
  /** Answers the id of the new session. */
  create(prompt?: string, more?: object): Promise<string>
  fork(session: string, body?: object): Promise<string>
  send(session: string, body: object): Promise<Receipt<{ id: string }>>
  resume(session: string, body?: object): Promise<Receipt>
  closeSession(session: string): Promise<Receipt>
  /** Resolves with the id of an approval, as soon as one waits. */
  asked(session: string): Promise<string>
  answer(session: string, approval: string, body: object, label?: string): Promise<Receipt>
  /** Resolves when it holds of the session's state. */
  until(session: string, holds: (state: SessionState, session: HostSession) => boolean): Promise<SessionState>
  /** Resolves when the session is quiet for good: what is read then stays so. */
  settled(session: string): Promise<SessionState>
  /** Another host on the same folders, after this one was left. */
  again(options?: Partial<HostOptions>): Promise<HostStage>
  /** Ends all that was started here, also where it did not end well, and removes the folders. */
  close(): Promise<void>
}

/** So long a host may take to end all its sessions. */
export const ENDS_WITHIN = 60_000

export async function hostStage(
  options: Partial<HostOptions> & { env?: Record<string, string> } = {},
): Promise<HostStage> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-host-')))
  guard(root)
  try {
    return await stageIn(root, options)
  } catch (error) {
    await clear(root)
    throw error
  }
}

/** On folders that are there already. */
export async function stageIn(
  root: string,
  { env = {}, ...options }: Partial<HostOptions> & { env?: Record<string, string> },
): Promise<HostStage> {
  const [folder, cwd, home] = ['sessions', 'project', 'home'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [folder, cwd, home]) mkdirSync(path, { recursive: true })
  const host = new Host({
    store: new SqliteStore(join(root, 'journal.db')),
    folder,
    agent: agentIn(root, env),
    // Whoever else works on this machine must not decide whether a session waits.
    limits: { leastFreeBytes: 0 },
    ...options,
  })
  await host.start()
  const guarded = guardHandlers(
    {
      ...sessionHandlers(host),
      ...approvalHandlers(host),
      ...workHandlers(host),
      ...projectHandlers(host, [root]),
      ...reviewHandlers(host),
    },
    host,
  )
  const handlers = guarded as unknown as Record<string, (request: object) => unknown>
  let isOver = false
  const stage: HostStage = {
    folder: root,
    cwd,
    host,
    call: async (name, request) => {
      const answer = await handlers[name]?.({
        params: {},
        query: {},
        body: {},
        client: { label: 'test' },
        ...request,
      })
      return (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as never
    },
    create: async (prompt, more = {}) => {
      const body = { cwd, ...(prompt && { prompt }), ...more }
      return idIn(await stage.call('createSession', { body: body as never }))
    },
    fork: async (id, body = {}) =>
      idIn(await stage.call('forkSession', { params: { id }, body: body as never })),
    send: (id, body) => stage.call('sendMessage', { params: { id }, body: body as never }),
    resume: (id, body = {}) => stage.call('resumeSession', { params: { id }, body: body as never }),
    closeSession: (id) => stage.call('closeSession', { params: { id }, body: {} as never }),
    asked: async (id) => (await stage.until(id, asks)).approvals.pending[0]?.id as string,
    answer: (id, approval, body, label = 'test') =>
      stage.call('answerApproval', { params: { id, approval }, body: body as never, client: { label } }),
    until: (id, holds) => untilHost(host, id, holds),
    settled: (id) => settled(host, id),
    again: async (more = {}) => {
      if (!isOver) {
        isOver = true
        await host.stop()
      }
      return stageIn(root, { env, ...options, ...more })
    },
    close: async () => {
      if (!isOver) {
        isOver = true
        await within(ENDS_WITHIN, host.stop({ all: true }))
      }
      await clear(root)
    },
  }
  return stage
}

const idIn = ({ result }: Receipt<{ id: string }>) => result.id

/** The simulator as the agent of a stage, also with another environment than at its start. */
export function agentIn(root: string, env: Record<string, string> = {}) {
  const agent = {
    name: 'sim',
    binary: SIMULATOR,
    args: [],
    env: { ...simulatorEnv(join(root, 'home')), ...env },
  }
  return () => agent
}

/** What keeps a CLI away from the user's own folders, and makes the simulator fast. */
export function simulatorEnv(home: string) {
  return {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    // Where output of commands in the background goes: a CLI that is killed leaves it there.
    CLAUDE_CODE_TMPDIR: home,
    FAIRLEAD_SIM_SPEED: '0',
  }
}
