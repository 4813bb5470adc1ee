import type { JsonObject } from '../../../protocol/json.ts'

const COUNTED: Readonly<Record<string, keyof ToolStats>> = {
  Read: 'readCount',
  Grep: 'searchCount',
  Glob: 'searchCount',
  Bash: 'bashCount',
  Edit: 'editFileCount',
  Write: 'editFileCount',
  NotebookEdit: 'editFileCount',
}

interface ToolStats {
  readCount: number
  searchCount: number
  bashCount: number
  editFileCount: number
  linesAdded: number
  linesRemoved: number
  otherToolCount: number
}

/** What a sub-agent has done, by kind of tool. It does not count changed lines. */
export function toolStats(tools: readonly string[]): ToolStats {
  const none = { readCount: 0, searchCount: 0, bashCount: 0, editFileCount: 0 }
  const stats: ToolStats = { ...none, linesAdded: 0, linesRemoved: 0, otherToolCount: 0 }
  for (const tool of tools) stats[COUNTED[tool] ?? 'otherToolCount'] += 1
  return stats
}

/** How many sub-agents there were and how they ended, as results report it. */
export class AgentStats {
  readonly #asked = { background: 0, foreground: 0, unset: 0 }
  readonly #types = new Map<string, number>()
  readonly #ends = { completed: 0, failed: 0, stopped: 0 }
  #inBackground = 0

  started(type: string, wanted: boolean | undefined, isInBackground: boolean): void {
    this.#asked[wanted === undefined ? 'unset' : wanted ? 'background' : 'foreground'] += 1
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1)
    if (isInBackground) this.#inBackground += 1
  }

  ended(status: 'completed' | 'failed' | 'stopped'): void {
    this.#ends[status] += 1
  }

  get stats(): JsonObject {
    const spawned = [...this.#types.values()].reduce((sum, count) => sum + count, 0)
    return {
      spawned,
      requested: { ...this.#asked },
      started_in_background: this.#inBackground,
      max_depth: spawned === 0 ? 0 : 1,
      spawned_by_subagents: 0,
      completed: this.#ends.completed,
      failed: this.#ends.failed,
      killed: { parent: 0, user: this.#ends.stopped, system: 0 },
      refused: { depth_limit: 0, concurrency_limit: 0, budget: 0 },
      by_type: Object.fromEntries(this.#types),
    }
  }
}
