/** A fleet: a real nats-server, and hosts in processes of their own, each with its own data folder. */

import type { FleetStatus } from '../../src/api/fleet.ts'
import type { Live } from '../../src/api/index.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { untilLive } from '../host/waiting.ts'
import { NatsServer } from './nats-server.ts'

export interface TestNode {
  readonly name: string
  readonly daemon: DaemonProcess
  /** Starts a session here; `node`: of another one. */
  create(prompt?: string, node?: TestNode): Promise<string>
  live(): Live
  /** Resolves when this node sees the fleet so. */
  until(holds: (status: FleetStatus) => boolean): Promise<FleetStatus>
}

export class FleetStage {
  /** The first one of a cluster. */
  readonly server: NatsServer
  readonly #servers: readonly NatsServer[]
  readonly nodes: TestNode[] = []
  readonly #lives: Live[] = []

  private constructor(servers: readonly NatsServer[]) {
    this.#servers = servers
    this.server = servers[0] as NatsServer
  }

  get url(): string {
    return this.#servers.map(({ url }) => url).join(',')
  }

  /** `settings`: of the fleet, the same for all nodes or for each. */
  static async start(
    names: readonly string[],
    settings: object | ((name: string) => object) = {},
    servers: readonly NatsServer[] = [new NatsServer()],
  ): Promise<FleetStage> {
    const stage = new FleetStage(servers)
    try {
      await Promise.all(servers.map((it) => it.start()))
      for (const name of names)
        stage.nodes.push(stage.#node(name, typeof settings === 'function' ? settings(name) : settings))
      await Promise.all(stage.nodes.map(({ daemon }) => daemon.start()))
      const isWhole = ({ nodes }: FleetStatus) =>
        nodes.filter(({ away }) => away === undefined).length === names.length
      await Promise.all(stage.nodes.map((node) => node.until(isWhole)))
      return stage
    } catch (error) {
      await stage.end()
      throw error
    }
  }

  #node(name: string, settings: object): TestNode {
    const fleet = { url: this.url, name, maxEventMb: 64, ...settings }
    const daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' }, [], { settings: { fleet } })
    return {
      name,
      daemon,
      create: async (prompt, node) => {
        const cwd = (node?.daemon ?? daemon).cwd
        const body = { cwd, agent: 'sim', ...(prompt && { prompt }), ...(node && { node: node.name }) }
        return (await daemon.api(name).call('createSession', { body })).result.id
      },
      live: () => {
        const live = daemon.live(name)
        this.#lives.push(live)
        return live
      },
      until: async (holds) => {
        for (;;) {
          const status = await daemon.api().call('getFleet', {})
          if (holds(status)) return status
          await new Promise((resolve) => setTimeout(resolve, 25))
        }
      },
    }
  }

  async end(): Promise<void> {
    for (const live of this.#lives) live.close()
    await Promise.all(this.nodes.map(({ daemon }) => daemon.end()))
    await Promise.all(this.#servers.map((it) => it.end()))
  }
}

/** Resolves when the list of a node has the session so. */
export async function untilListed(
  live: Live,
  id: string,
  holds: (summary: NonNullable<Live['state']['sessions']>[number]) => boolean,
): Promise<void> {
  await untilLive(live, ({ state }) => state.sessions?.some((it) => it.id === id && holds(it)) ?? false)
}
