/** What the model of `attach` sees of a host, for tests without one. */
import type { ApprovalView } from '../../src/api/resources.ts'
import { afterNews } from '../../src/cli/attach/model/changed.ts'
import type { ApiCommand, Command } from '../../src/cli/attach/model/command.ts'
import { firstUi, type Ui, type World } from '../../src/cli/attach/model/ui-state.ts'
import { update } from '../../src/cli/attach/model/update.ts'
import { KeyDecoder } from '../../src/cli/attach/terminal/keys.ts'
import { emptyState, type SessionState } from '../../src/state/session-state.ts'
import { summary } from '../state/session-summary.ts'

export { summary }

export function asks(id: string, news: Partial<ApprovalView> = {}): ApprovalView {
  return {
    id,
    session: 'one',
    sessionTitle: 'title of one',
    cwd: '/home/me/project',
    kind: 'tool',
    toolName: 'Bash',
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'make all' } },
    since: 0,
    ...news,
  }
}

/** A session whose turn runs. */
export const busy: SessionState = {
  ...emptyState,
  seq: 5,
  process: { ...emptyState.process, status: 'running', initializedAt: 1 },
  activity: { ...emptyState.activity, said: { state: 'running', at: 1 } },
} as SessionState

/** A person at the keys: time passes only where a test says so. */
export class Person {
  world: World
  ui: Ui
  commands: Command[] = []

  constructor(world: Partial<World> = {}, session: string | null = 'one') {
    this.world = {
      now: 100_000,
      columns: 100,
      rows: 30,
      sessions: [summary('one'), summary('two')],
      approvals: [],
      state: {
        ...emptyState,
        seq: 1,
        process: { ...emptyState.process, status: 'running', initializedAt: 1 },
      },
      isConnected: true,
      cwd: '/home/me',
      home: '/home/me',
      hasEditor: false,
      newId: 'id-1',
      ...world,
    }
    this.ui = afterNews(firstUi(session ?? undefined), this.world)
  }

  /** What the host tells. */
  news(news: Partial<World>): this {
    this.world = { ...this.world, ...news }
    this.ui = afterNews(this.ui, this.world)
    return this
  }

  wait(ms: number): this {
    return this.news({ now: this.world.now + ms })
  }

  /** As a terminal sends them, one right after the other; what they lead to is in `commands`. */
  types(text: string): this {
    const decoder = new KeyDecoder()
    for (const key of [...decoder.push(text), ...decoder.flush()]) {
      const step = update(this.ui, key, this.world)
      this.ui = step.ui
      this.commands.push(...step.commands)
      this.news({ now: this.world.now + 10 })
    }
    return this
  }

  /** The calls to the host so far. */
  get calls(): { name: string; call: unknown }[] {
    return this.commands
      .filter((command): command is ApiCommand => command.type === 'api')
      .map(({ name, call }) => ({ name, call }))
  }
}

export const ENTER = '\r'
export const ESCAPE = '\x1b'
export const UP = '\x1b[A'
export const DOWN = '\x1b[B'
