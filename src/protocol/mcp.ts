import { isObject, type JsonObject, type OpenString, type Unlisted } from './json.ts'
import { mismatch, type ShapeOf, Variants } from './shape.ts'

/** An MCP server that the CLI starts as a process. */
export interface McpStdioServer {
  type?: 'stdio'
  command: string
  args?: string[]
  env?: { [name: string]: string }
}
/** An MCP server over server-sent events. */
export interface McpSseServer {
  type: 'sse'
  url: string
  headers?: { [name: string]: string }
}
/** An MCP server over HTTP. */
export interface McpHttpServer {
  type: 'http'
  url: string
  headers?: { [name: string]: string }
}
/** A server that runs in the host; its messages travel as `mcp_message`. */
export interface McpSdkServer {
  type: 'sdk'
  name: string
}
/** A server config of a type that this version does not know. */
export interface UnlistedMcpServer {
  type: Unlisted
  [field: string]: unknown
}
/** How the CLI reaches an MCP server. */
export type McpServerConfig = McpStdioServer | McpSseServer | McpHttpServer | McpSdkServer | UnlistedMcpServer

type ConfigNamed<N> = Extract<McpServerConfig, { type: N }>
const configShapes = {
  stdio: { command: 'string' } satisfies ShapeOf<McpStdioServer>,
  sse: { url: 'string' } satisfies ShapeOf<ConfigNamed<'sse'>>,
  http: { url: 'string' } satisfies ShapeOf<ConfigNamed<'http'>>,
  sdk: { name: 'string' } satisfies ShapeOf<ConfigNamed<'sdk'>>,
}
const configCheck = new Variants('type', 'open', configShapes)

/** The types of server that have a shape here. The CLI may know more. */
export const MCP_SERVER_TYPES = Object.keys(configShapes)
/** Left out, it is `stdio`. */
export function isKnownServerType(type: string | undefined): boolean {
  return type === undefined || Object.hasOwn(configShapes, type)
}

/** What is wrong with a config of any kind, or undefined. A config without a type is `stdio`. */
export function mcpConfigProblem(config: unknown): string | undefined {
  return mismatch(isObject(config) ? { type: 'stdio', ...config } : config, configCheck)
}

/** Returns true for a config of any kind; a config without a type is `stdio`. */
export function isMcpServerConfig(config: unknown): config is McpServerConfig {
  return mcpConfigProblem(config) === undefined
}

/** The known states of an MCP server. */
export const MCP_STATUSES = ['connected', 'failed', 'needs-auth', 'pending', 'disabled'] as const
/** A known state of an MCP server. */
export type McpStatus = (typeof MCP_STATUSES)[number]

/** The state of an MCP server, and the tools it offers. */
export interface McpServerStatus {
  name: string
  status: OpenString<McpStatus>
  serverInfo?: { name: string; version: string }
  config?: JsonObject
  scope?: string
  tools?: { name: string; description?: string; annotations?: JsonObject }[]
  error?: string
}

/** A JSON-RPC 2.0 message to or from an MCP server. A notification has no `id`. */
export interface McpMessage {
  jsonrpc: '2.0'
  id?: string | number | null
  method?: string
  params?: JsonObject
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}
