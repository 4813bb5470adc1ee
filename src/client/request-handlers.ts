/**
 * Answers the CLI's requests with the program's handlers: approvals, hooks, dialogs, and MCP servers of this program. Made with
 * a session; `close` ends its MCP servers when the process has ended.
 */
import type { OpenRequest } from '../driver/cli-requests.ts'
import type { RequestAnswer } from '../driver/ports.ts'
import type { HostRequestFields } from '../protocol/control/to-cli.ts'
import type { CliRequest, UserDialogRequest } from '../protocol/control/to-host.ts'
import type { McpMessage } from '../protocol/mcp.ts'
import { isForPerson } from '../state/approvals/request.ts'
import type { ApprovalDecision } from '../state/approvals/to-wire.ts'
import type { Approval } from './approvals/approval.ts'
import { ApprovalBroker } from './approvals/broker.ts'
import { HookRunner } from './hooks.ts'
import { type InProcessMcpServer, McpBridges } from './mcp-bridge.ts'
import { RequestSignal } from './request-signal.ts'
import type { ConnectOptions, Warning } from './session-options.ts'

export interface HandlerPorts {
  readonly warn: (code: Warning['code'], message: string, error: unknown) => void
  /** Sends a decision to the CLI. */
  readonly decide: (id: string, decision: ApprovalDecision) => void
  /** Sends what an MCP server of this program says by itself. */
  readonly sendServerMessage: (server: string, message: McpMessage) => void
}

export class RequestHandlers {
  readonly #options: ConnectOptions
  readonly #warn: HandlerPorts['warn']
  readonly #broker: ApprovalBroker
  readonly #hooks: HookRunner
  readonly #bridges: McpBridges

  constructor(options: ConnectOptions, { warn, decide, sendServerMessage }: HandlerPorts) {
    this.#options = options
    this.#warn = warn
    this.#broker = new ApprovalBroker({
      onApproval: options.onApproval,
      onHandlerError: (error, { id }) =>
        warn('approval-handler', `the handler of approval ${id} threw`, error),
      decide,
    })
    this.#hooks = new HookRunner(options.hooks ?? {}, (error, event) =>
      warn('hook-handler', `a ${event} hook threw`, error),
    )
    this.#bridges = new McpBridges(sendServerMessage)
    this.addServers(options.inProcessServers ?? {})
  }

  /** Approvals that wait for a decision, oldest first. */
  get approvals(): Approval[] {
    return this.#broker.open
  }

  /** Returns the names of all MCP servers of this program. */
  addServers(servers: Readonly<Record<string, InProcessMcpServer>>): readonly string[] {
    for (const [name, server] of Object.entries(servers)) this.#bridges.add(name, server)
    return this.#bridges.names
  }

  /** The caller's fields, with the hooks and MCP servers that live here. */
  get initializeFields(): HostRequestFields<'initialize'> {
    const { initialize = {} } = this.#options
    const hooks = this.#hooks.registration
    const servers = [...(initialize.sdkMcpServers ?? []), ...this.#bridges.names]
    return {
      ...initialize,
      ...(Object.keys(hooks).length > 0 && { hooks }),
      ...(servers.length > 0 && { sdkMcpServers: servers }),
    }
  }

  async answer(request: CliRequest, open: OpenRequest): Promise<RequestAnswer<never>> {
    switch (request.subtype) {
      case 'hook_callback':
        return { response: await this.#hooks.run(request, open) }
      case 'mcp_message': {
        const { signal } = new RequestSignal(open)
        return { response: await this.#bridges.receive(request.server_name, request.message, signal) }
      }
      case 'request_user_dialog':
        return this.#askDialog(request, open)
      default:
        if (!isForPerson(request)) throw new Error(`this host does not support ${request.subtype}`)
        // Whoever gets the approval answers it, later.
        this.#broker.ask(request, open)
        return undefined
    }
  }

  async close(): Promise<void> {
    await this.#bridges.close()
  }

  async #askDialog(request: UserDialogRequest, open: OpenRequest): Promise<RequestAnswer<never>> {
    const { initialize, onUserDialog } = this.#options
    // Another client of the same process may have declared it.
    if (!initialize?.supportedDialogKinds?.includes(request.dialog_kind)) return undefined
    if (!onUserDialog) return { response: { behavior: 'cancelled' } }
    try {
      const response = await onUserDialog(request, new RequestSignal(open))
      return response && { response }
    } catch (error) {
      this.#warn('listener', 'onUserDialog threw', error)
      throw error
    }
  }
}
