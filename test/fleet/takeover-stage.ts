/** Two nodes of a fleet with a clone of the same project each, and a model that writes a file, works for ever, or asks. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionState } from '../../src/state/session-state.ts'
import type { HostStage } from '../host/stage.ts'
import { git, repository } from '../host/work/repository.ts'
import { MemoryFleet, type MemoryNode, type MemoryNodeOptions } from './memory-fleet.ts'

const REMOTE = 'git@example.org:me/app.git'

const SCENARIO = {
  scripts: [
    {
      prompt: 'write notes',
      replies: [
        [
          { text: 'I write.' },
          { tool: 'Write', input: { file_path: 'notes.md', content: '# Notes\n' }, run: true },
          { tool: 'Write', input: { file_path: 'a.txt', content: 'changed\n' }, run: true },
        ],
        [{ text: 'Written.' }],
      ],
    },
    { prompt: 'work for ever', replies: [[{ text: 'I begin.' }, { hold: 'never' }]] },
    { prompt: 'ask me', replies: [[{ tool: 'Bash', input: { command: 'make all' } }], [{ text: 'Made.' }]] },
  ],
  otherwise: [{ text: 'I am there.' }],
}

/** A scenario for the agent of a stage. */
export function scenarioIn(folder: string): string {
  const file = join(folder, 'scenario.json')
  writeFileSync(file, JSON.stringify(SCENARIO))
  return file
}

export class TakeoverStage {
  readonly fleet = new MemoryFleet()
  readonly a: MemoryNode
  readonly b: MemoryNode

  private constructor(fleet: MemoryFleet, a: MemoryNode, b: MemoryNode) {
    this.fleet = fleet
    this.a = a
    this.b = b
  }

  static async start(scenario: string, options: MemoryNodeOptions = {}): Promise<TakeoverStage> {
    const fleet = new MemoryFleet()
    try {
      const with_ = { env: { FAIRLEAD_SIM_SCENARIO: scenario }, ...options }
      const [a, b] = [await fleet.add('a', with_), await fleet.add('b', with_)]
      repository(a.stage.cwd)
      clone(a.stage, b.stage)
      b.stage.host.work.projects.add(b.stage.cwd, { commandId: 'add', at: Date.now(), receipt: {} })
      return new TakeoverStage(fleet, a, b)
    } catch (error) {
      await fleet.close()
      throw error
    }
  }

  /** A session of node A that may edit without asking; resolves after its first turn. */
  async session(prompt = 'hello', more: object = {}): Promise<string> {
    const id = await this.a.stage.create(prompt, { permissionMode: 'acceptEdits', ...more })
    await this.a.stage.until(id, isOver(1))
    return id
  }

  /** Resolves when the fleet has a snapshot of this turn or a later one. */
  async untilKept(id: string, turn: number): Promise<void> {
    await this.until(() => (this.manifest(id)?.turn ?? -1) >= turn)
  }
  manifest(id: string): { turn: number; epoch: number; problem?: string } | undefined {
    return this.fleet.server.tables.get('snapshots')?.entries.get(id)?.value as never
  }

  /** Node A is there, and nobody hears of it. Resolves when B knows. */
  async lose(): Promise<void> {
    this.a.disconnect()
    await this.until(async () => {
      const { nodes } = await this.b.call('getFleet', {})
      return nodes.some(({ name, away }) => name === 'a' && away === 'lost')
    })
  }

  takeOver(id: string, more: object = {}, node = this.b) {
    return node.call('takeOverSession', { body: { session: id, ...more } })
  }

  /** The lists of a node. */
  async listed(id: string, node: MemoryNode) {
    const { sessions } = await node.call('listSessions', {})
    return sessions.find((it) => it.id === id)
  }

  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  close(): Promise<void> {
    return this.fleet.close()
  }
}

/** The same project on another machine, with a person's own work in it. */
function clone(from: HostStage, to: HostStage): void {
  execFileSync('git', ['clone', '-q', from.cwd, to.cwd], { stdio: 'ignore' })
  for (const { cwd } of [from, to]) {
    const has = git(cwd, 'remote') !== ''
    git(cwd, 'remote', has ? 'set-url' : 'add', 'origin', REMOTE)
  }
  git(to.cwd, 'config', 'user.name', 'Bea')
  git(to.cwd, 'config', 'user.email', 'bea@example.com')
  writeFileSync(join(to.cwd, 'a.txt'), 'of a person\n')
}

export const isOver = (turns: number) => (state: SessionState) =>
  state.turns.past.size >= turns && state.turns.current === null

/** What notices of a code say. */
export function said({ host }: HostStage, id: string, code: string): string[] {
  const events = host.store.events(id, 0, 10_000)
  return events.flatMap((it) => (it.kind === 'notice' && it.code === code ? [it.text] : []))
}
