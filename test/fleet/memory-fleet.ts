/** A fleet in one program: real hosts on the simulator, and the engine in memory, from which each can be cut off. */
import { ApiError } from '../../src/api/errors.ts'
import type { AnswerOf, RouteName } from '../../src/api/routes.ts'
import { joinFleet } from '../../src/fleet/fleet-node.ts'
import { MemoryServer } from '../../src/fleet/memory/memory-engine.ts'
import type { HostExtension } from '../../src/host/extension.ts'
import { approvalHandlers } from '../../src/host/handlers/approval-handlers.ts'
import { type Guarded, guardHandlers } from '../../src/host/handlers/bypass-guard.ts'
import { type Handlers, JsonText, type Request } from '../../src/host/handlers/handler.ts'
import { sessionHandlers } from '../../src/host/handlers/session-handlers.ts'
import { workHandlers } from '../../src/host/handlers/work-handlers.ts'
import type { HostOptions } from '../../src/host/host.ts'
import { type HostStage, hostStage } from '../host/stage.ts'

export interface MemoryNode {
  readonly name: string
  readonly stage: HostStage
  readonly extension: HostExtension
  /** As a client of this node. */
  call<N extends RouteName>(name: N, request: Partial<Request<N>>): Promise<AnswerOf<N>>
  /** Its connection is down until `reconnect`. */
  disconnect(): void
  reconnect(): void
  close(): Promise<void>
}

export interface MemoryNodeOptions extends Partial<HostOptions> {
  readonly env?: Record<string, string>
}

/** Long enough that a busy machine does not lose a node that is there. */
const LOST_AFTER_SECONDS = 1.5

export class MemoryFleet {
  readonly server = new MemoryServer()
  readonly nodes: MemoryNode[] = []

  async add(name: string, options: MemoryNodeOptions = {}, stage?: HostStage): Promise<MemoryNode> {
    const own = stage ?? (await hostStage(options))
    const engine = this.server.connect()
    const handlers = guardHandlers(
      { ...sessionHandlers(own.host), ...approvalHandlers(own.host), ...workHandlers(own.host) },
      own.host,
    ) as unknown as Guarded<Handlers>
    const extension = joinFleet({
      settings: { url: 'nats://127.0.0.1:4222', name, lostAfterSeconds: LOST_AFTER_SECONDS },
      open: async () => engine,
    })({
      host: own.host,
      handlers,
      version: 'test',
      folder: own.folder,
      log: () => {},
      agents: () => ['sim'],
    })
    const node: MemoryNode = {
      ...{ name, stage: own, extension },
      call: async (route, request) => {
        const handler = extension.handlers[route] as ((request: object) => unknown) | undefined
        if (!handler) throw new ApiError('not-found', `${route} is not served in this test`)
        const asked = { params: {}, query: {}, body: {}, client: { label: 'test' }, ...request }
        const answer = await handler(asked)
        return (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as never
      },
      disconnect: () => engine.disconnect(),
      reconnect: () => engine.reconnect(),
      close: async () => {
        await extension.close()
        // A checkpoint after the last turn may still be taken.
        const { work } = own.host
        await Promise.all(own.host.sessions().map((session) => work.checkpoints.settled(session)))
        await own.close()
      },
    }
    this.nodes.push(node)
    return node
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()))
  }
}
