/** A host whose sessions may be isolated, on the simulator, in a process that can be killed and started again. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { CreateSession, SessionSummary } from '../../../src/api/index.ts'
import type { SessionState } from '../../../src/state/session-state.ts'
import { DaemonProcess } from '../daemon-process.ts'
import type { Target } from './attacks.ts'

const bash = (command: string) => [[{ tool: 'Bash', input: { command }, run: true }], [{ text: 'Done.' }]]
const SCENARIO = {
  scripts: [
    { prompt: 'attack', replies: bash('bash attack.sh > attack.out 2>&1') },
    { prompt: 'nest', replies: bash('bash nest.sh > nest.out 2>&1') },
    { prompt: 'wait', replies: bash('echo begun > begun; sleep 600') },
    { prompt: 'crash', replies: bash('kill -SEGV $PPID; sleep 600') },
  ],
  otherwise: [{ text: 'Hello.' }],
}
export const REQUIRE = ['--isolation', 'require']

export class World {
  readonly daemon: DaemonProcess

  constructor(args: readonly string[]) {
    this.daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' }, args)
    onTestFinished(() => this.daemon.end())
    writeFileSync(join(this.daemon.folder, 'scenario.json'), JSON.stringify(SCENARIO))
  }
  static async start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<World> {
    const world = new World(args)
    await world.start(env)
    return world
  }
  start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    return this.daemon.start({ FAIRLEAD_SIM_SCENARIO: join(this.daemon.folder, 'scenario.json'), ...env })
  }
  async create(body: Partial<CreateSession> = {}): Promise<string> {
    const options = { allowedTools: ['Bash'] }
    const { result } = await this.daemon
      .api()
      .call('createSession', { body: { cwd: this.daemon.cwd, agent: 'sim', options, ...body } })
    return result.id
  }
  async look(id: string): Promise<{ state: SessionState; session: SessionSummary }> {
    return this.daemon.api().call('getSession', { params: { id } })
  }
  async until(id: string, holds: (state: SessionState) => boolean): Promise<SessionState> {
    await expect.poll(async () => holds((await this.look(id)).state), { interval: 20 }).toBe(true)
    return (await this.look(id)).state
  }
  /** Resolves when the prompt's turn is over. */
  async run(id: string, text: string): Promise<SessionState> {
    const before = (await this.look(id)).state.turns.past.size
    await this.daemon.api().call('sendMessage', { params: { id }, body: { text } })
    return this.until(id, ({ turns }) => turns.past.size > before)
  }
  async target(): Promise<Target> {
    const { pid } = (await (await fetch(`${this.daemon.url}/api/healthz`)).json()) as { pid: number }
    return { data: this.daemon.data, hostPid: pid, url: this.daemon.url }
  }
  write(name: string, text: string): void {
    writeFileSync(join(this.daemon.cwd, name), text)
  }
  read(name: string): string {
    return readFileSync(join(this.daemon.cwd, name), 'utf8')
  }
  pidOf(id: string): Promise<number> {
    return this.until(id, ({ process }) => process.pid !== undefined).then(({ process }) => process.pid ?? 0)
  }
}
export const sessionsOf = (world: World) => world.daemon.api().call('listSessions', {})
