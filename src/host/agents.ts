/** The agents that sessions can run: a `claude` that was found, the simulator, and those that a person configured. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ApiError } from '../api/errors.ts'
import {
  type AgentConfig,
  type Agents as AgentList,
  type PutAgents,
  putAgentsSchema,
} from '../api/resources.ts'
import { findBinary } from '../process/find-binary.ts'
import type { Store } from './journal/store.ts'
import type { MakeReceipt } from './receipts.ts'
import type { Agent } from './sessions/launch.ts'

const SETTING = 'agents'
/** In place of a value that may be a secret. */
const HIDDEN = '***'
const SIMULATOR = fileURLToPath(new URL('../simulator/agent/main.js', import.meta.url))

export class Agents {
  readonly #store: Store
  readonly #simulator: string
  #configured: AgentConfig[]
  #default: string | undefined

  constructor(store: Store, simulator = SIMULATOR) {
    this.#store = store
    this.#simulator = simulator
    const kept = putAgentsSchema.parse(store.setting(SETTING) ?? { agents: [] })
    this.#configured = kept.agents
    this.#default = kept.default
  }

  /** By name; without one, the default. */
  get(name: string | undefined): Agent {
    const wanted = name ?? this.#defaultName()
    const found = this.#all().find((agent) => agent.name === wanted)
    if (!found)
      throw new ApiError(
        'no-agent',
        `there is no agent ${wanted}; there are ${this.#all()
          .map((it) => it.name)
          .join(', ')}`,
      )
    return this.#agent(found)
  }

  get list(): AgentList {
    const agents = this.#all().map((agent) => {
      const problem = this.#problemOf(agent)
      return { ...agent, env: namesOnly(agent.env), ...(problem !== undefined && { problem }) }
    })
    return { agents, default: this.#defaultName() }
  }

  put(list: PutAgents, make?: MakeReceipt): AgentList {
    const names = new Set(list.agents.map(({ name }) => name))
    if (names.size !== list.agents.length) throw new ApiError('bad-request', 'agents: two have the same name')
    const agents = list.agents.map(({ formerName, ...agent }) => ({
      ...agent,
      env: this.#withValues(agent, formerName),
    }))
    this.#store.putSetting(SETTING, { ...list, agents }, make?.())
    this.#configured = agents
    this.#default = list.default
    return this.list
  }

  /** Whether a `claude` was found; without one, the simulator is the default. */
  get hasClaude(): boolean {
    return this.#problemOf({ name: 'claude', command: 'claude', args: [], env: {} }) === undefined
  }

  /**
   * Who reads the list and writes it back has no values, and must not lose them. One that was renamed before, and is sent
   * again, is found by the name it has now. Rather than forget a value, the list is refused.
   */
  #withValues({ name, env }: AgentConfig, formerName = name): AgentConfig['env'] {
    const named = (wanted: string) => this.#configured.find((it) => it.name === wanted)
    const before = (named(formerName) ?? named(name))?.env ?? {}
    const keptValue = (key: string): string => {
      if (Object.hasOwn(before, key)) return before[key] as string
      throw new ApiError(
        'bad-request',
        `agents: ${name} has no ${key} so far, and ${HIDDEN} keeps what there is: give the value itself`,
      )
    }
    return Object.fromEntries(
      Object.entries(env).map(([key, value]) => [key, value === HIDDEN ? keptValue(key) : value]),
    )
  }

  #all(): AgentConfig[] {
    const own = new Set(this.#configured.map(({ name }) => name))
    const known: AgentConfig[] = [
      { name: 'claude', command: 'claude', args: [], env: {} },
      { name: 'sim', command: 'sim', args: [], env: {} },
    ]
    return [...this.#configured, ...known.filter(({ name }) => !own.has(name))]
  }

  #defaultName(): string {
    return this.#default ?? this.#configured[0]?.name ?? (this.hasClaude ? 'claude' : 'sim')
  }

  #agent({ name, command, args, env }: AgentConfig): Agent {
    if (command === 'sim') return { name, binary: this.#simulator, args, env }
    return { name, args, env, ...(command !== 'claude' && { binary: command }) }
  }

  #problemOf(config: AgentConfig): string | undefined {
    const { binary } = this.#agent(config)
    if (binary === this.#simulator) return existsSync(binary) ? undefined : 'the simulator is not built'
    try {
      findBinary(binary === undefined ? {} : { binary })
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
}

/** Their values may be secrets. */
function namesOnly(env: AgentConfig['env']): Record<string, string> {
  return Object.fromEntries(Object.keys(env).map((name) => [name, HIDDEN]))
}
