/**
 * The agents that sessions can run: an installed `claude`, the simulator, and those that a person configured. The values of
 * their environment may be secrets, so they are in a file beside the journal, and the journal has only references to them.
 */
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { ApiError } from '../api/errors.ts'
import { type AgentConfig, type AgentList, agentSchema, type PutAgents } from '../api/resources.ts'
import { findBinary } from '../process/find-binary.ts'
import { builtFile } from '../process/package-files.ts'
import { readSetting, type TellProblem } from './journal/settings.ts'
import type { Store } from './journal/store.ts'
import type { CreateReceipt } from './receipts.ts'
import { SecretValues } from './secret-values.ts'
import type { Agent } from './sessions/launch.ts'

const SETTING = 'agents'
/** Shown in place of a value, which may be a secret. */
const HIDDEN = '***'
const CLAUDE: AgentConfig = { name: 'claude', command: 'claude', args: [], env: {} }
const SIM: AgentConfig = { name: 'sim', command: 'sim', args: [], env: {} }
const SIMULATOR = builtFile('simulator/agent/main.js')

const storedSchema = z.object({
  agents: z.array(
    agentSchema.extend({
      /** From variable name to the reference of its value. Journals of earlier versions have the values themselves, in `env`. */
      envRefs: z.record(z.string(), z.string()).optional(),
    }),
  ),
  default: z.string().optional(),
  /** From former to new name, until the sessions have it too: a host that is killed in between leaves that to the next one. */
  renamed: z.record(z.string(), z.string()).optional(),
  /** An earlier version stored values here: their remains in the file still have to be removed. */
  mustScrub: z.boolean().optional(),
})
type Stored = z.infer<typeof storedSchema>

export interface AgentsOptions {
  /** Where the values of the environments are stored. */
  readonly file: string
  readonly simulator?: string | undefined
  readonly log?: ((level: 'info' | 'warn', message: string) => void) | undefined
  readonly tellProblem?: TellProblem
}

/** The CLIs that a host can run. */
export class Agents {
  readonly #store: Store
  readonly #simulator: string
  readonly #values: SecretValues
  #configured: AgentConfig[]
  /** By agent: from variable name to reference. */
  #references: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map()
  #default: string | undefined
  #renamed: Readonly<Record<string, string>>

  constructor(store: Store, { file, simulator = SIMULATOR, log, tellProblem }: AgentsOptions) {
    this.#store = store
    this.#simulator = simulator
    this.#values = new SecretValues(file)
    let isDamaged = false
    const stored = readSetting(store, SETTING, storedSchema, (problem) => {
      isDamaged = true
      tellProblem?.(problem)
    }) ?? { agents: [] }
    this.#configured = stored.agents.map(({ envRefs = {}, ...agent }) => ({
      ...agent,
      env: { ...agent.env, ...this.#valuesOf(envRefs) },
    }))
    this.#references = new Map(stored.agents.map(({ name, envRefs = {} }) => [name, envRefs]))
    this.#default = stored.default
    this.#renamed = stored.renamed ?? {}
    const hasValues = stored.agents.some(({ env }) => Object.keys(env).length > 0)
    if (hasValues) this.#keep(this.#configured, this.#default, { mustScrub: true, renamed: this.#renamed })
    else if (!isDamaged) this.#values.keep(this.#inUse())
    if (hasValues || stored.mustScrub) this.#scrub(log)
  }

  /** By name; without one, the default. */
  get(name: string | undefined): Agent {
    const wanted = name ?? this.#defaultName()
    const found = this.#all().find((agent) => agent.name === wanted)
    if (found) return this.#agent(found)
    const names = this.#all().map((it) => it.name)
    throw new ApiError('no-agent', `there is no agent ${wanted}; there are ${names.join(', ')}`)
  }

  get list(): AgentList {
    const agents = this.#all().map((agent) => {
      const problem = this.#problemOf(agent)
      return {
        ...agent,
        env: namesOnly({ ...this.#references.get(agent.name), ...agent.env }),
        ...(problem !== undefined && { problem }),
      }
    })
    return { agents, default: this.#defaultName() }
  }

  put(list: PutAgents, createReceipt?: CreateReceipt<undefined>): AgentList {
    const names = new Set(list.agents.map(({ name }) => name))
    if (names.size !== list.agents.length) throw new ApiError('bad-request', 'agents: two have the same name')
    const agents = list.agents.map(({ formerName, ...agent }) => ({
      ...agent,
      env: this.#withValues(agent, formerName),
    }))
    const renamed = list.agents.flatMap(({ formerName, name }) =>
      formerName === undefined || formerName === name ? [] : [[formerName, name] as const],
    )
    const allRenamed = { ...this.#renamed, ...Object.fromEntries(renamed) }
    this.#keep(agents, list.default, { renamed: allRenamed }, createReceipt)
    return this.list
  }

  /** Calls `change` with the agents whose sessions still have a former name, from former to new name. */
  async rename(change: (names: Readonly<Record<string, string>>) => Promise<void>): Promise<void> {
    if (Object.keys(this.#renamed).length === 0) return
    await change(this.#renamed)
    this.#keep(this.#configured, this.#default, {})
  }

  /** The order matters, see `SecretValues`. A value that has not changed keeps its reference. */
  #keep(
    agents: AgentConfig[],
    byDefault: string | undefined,
    more: Partial<Stored>,
    createReceipt?: CreateReceipt<undefined>,
  ): void {
    const known = new Map([...this.#inUse()].map((reference) => [this.#values.get(reference), reference]))
    const fresh = [...new Set(agents.flatMap(({ env }) => Object.values(env)).filter((it) => !known.has(it)))]
    for (const [index, reference] of this.#values.add(fresh).entries()) known.set(fresh[index], reference)
    const refsOf = ({ env }: AgentConfig) =>
      Object.fromEntries(Object.entries(env).map(([name, value]) => [name, known.get(value) ?? '']))
    const stored: Stored = {
      agents: agents.map((agent) => ({ ...agent, env: {}, envRefs: refsOf(agent) })),
      ...(byDefault !== undefined && { default: byDefault }),
      ...more,
    }
    this.#store.putSetting(SETTING, stored, createReceipt?.())
    this.#configured = agents
    this.#references = new Map(stored.agents.map(({ name, envRefs = {} }) => [name, envRefs]))
    this.#default = byDefault
    this.#renamed = more.renamed ?? {}
    // Only once this row would survive a crash of the machine: the previous row refers to the values that are dropped here.
    if (this.#store.checkpoint()) this.#values.keep(this.#inUse())
  }

  #inUse(): Set<string> {
    return new Set([...this.#references.values()].flatMap((refs) => Object.values(refs)))
  }

  #valuesOf(references: Readonly<Record<string, string>>): Record<string, string> {
    const values = Object.entries(references).map(([name, reference]) => [name, this.#values.get(reference)])
    return Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }

  /** Each start of the host tries again until it has succeeded. */
  #scrub(log: AgentsOptions['log']): void {
    try {
      this.#store.scrub()
      this.#keep(this.#configured, this.#default, { renamed: this.#renamed })
      log?.('info', "the values of the agents' environment were moved out of the journal")
    } catch (error) {
      const why = (error as Error).message
      log?.(
        'warn',
        `what is left of the agents' environment in the journal was not removed, the next start tries again: ${why}`,
      )
    }
  }

  get hasClaude(): boolean {
    return this.#problemOf(CLAUDE) === undefined
  }

  /**
   * Clients that read the list and write it back have no values, and must not lose them. An agent that was renamed before,
   * and is sent again, is found by its present name. A list that would lose a value is refused.
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
    return [...this.#configured, ...[CLAUDE, SIM].filter(({ name }) => !own.has(name))]
  }

  #defaultName(): string {
    return this.#default ?? this.#configured[0]?.name ?? (this.hasClaude ? 'claude' : 'sim')
  }

  #agent({ name, command, args, env }: AgentConfig): Agent {
    if (command === 'sim') return { name, binary: this.#simulator, args, env }
    return { name, args, env, ...(command !== 'claude' && { binary: command }) }
  }

  #problemOf(config: AgentConfig): string | undefined {
    const lost = Object.keys(this.#references.get(config.name) ?? {}).filter(
      (it) => !Object.hasOwn(config.env, it),
    )
    if (lost.length > 0) return `the value of ${lost.join(', ')} is lost: give it again`
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

function namesOnly(env: AgentConfig['env']): Record<string, string> {
  return Object.fromEntries(Object.keys(env).map((name) => [name, HIDDEN]))
}
