/** What the CLI says of itself and of the session. Anything may differ from turn to turn: the last word counts. */
import type { AccountInfo, ModelInfo, SlashCommand } from '../protocol/control/initialize.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { RateLimitInfo } from '../protocol/messages/notices.ts'
import type { SystemMessage } from '../protocol/messages/system.ts'
import type { SystemInit } from '../protocol/messages/system-session.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import { type Asked, nowAsked, type Told, toldBy } from './control/asked.ts'
import type { SessionEvent } from './events.ts'
import { changed, flagIn, merged, numberIn, objectIn, objectsIn, textIn, textsIn } from './fields.ts'
import { emptyState, type SessionState } from './session-state.ts'
import { type Todos, todosAfterCall, todosAfterResult } from './todos.ts'

/** The CLI's id of the conversation, and since when it is that. `/clear` and forks change it. */
export interface CliSession {
  readonly id: string
  readonly since: number
}
/** An MCP server of the session, and its state. */
export interface McpServer {
  readonly name: string
  readonly status: string
  readonly error?: string
  readonly scope?: string
  readonly tools?: readonly JsonObject[]
}
/** How far a sign-in has come. */
export interface Authentication {
  readonly isAuthenticating: boolean
  readonly output: readonly string[]
  readonly error?: string
  readonly at: number
}

/** What the CLI has said about the session: title, model, tools, MCP servers and the like. */
export interface SessionFacts {
  readonly title?: string
  /** The latest is the last. */
  readonly cliSessions: readonly CliSession[]
  readonly cwd?: string
  readonly additionalDirectories?: readonly string[]
  readonly model?: string
  readonly permissionMode?: string
  readonly version?: string
  readonly capabilities?: readonly string[]
  readonly account?: AccountInfo
  readonly apiKeySource?: string
  readonly authentication?: Authentication
  readonly models?: readonly ModelInfo[]
  readonly outputStyle?: string
  readonly outputStyles?: readonly string[]
  readonly tools?: readonly string[]
  readonly commands?: readonly SlashCommand[]
  readonly agents?: readonly string[]
  readonly skills?: readonly string[]
  readonly plugins?: readonly JsonObject[]
  readonly mcpServers?: readonly McpServer[]
  readonly fastMode?: string
  readonly contextUsage?: JsonObject
  readonly rateLimit?: RateLimitInfo & { readonly at: number }
  /** What the user may want to say next. */
  readonly suggestion?: string
  readonly goal?: JsonObject
  readonly autocompact?: JsonObject
  /** The CLI could not store all of its transcript. */
  readonly writesLost?: { readonly code: string; readonly at: number }
  readonly todos: Todos
  readonly asked: readonly Asked[]
}

/** Older ids are of no use to anybody. */
const MAX_CLI_SESSIONS = 20

export function foldFacts({ facts }: SessionState, event: SessionEvent): SessionFacts {
  const asked = nowAsked(facts.asked, event)
  const after = afterEvent(facts, event)
  return asked === facts.asked ? after : changed(after, { asked })
}

function afterEvent(facts: SessionFacts, event: SessionEvent): SessionFacts {
  switch (event.kind) {
    case 'titled':
      return { ...facts, title: event.title }
    case 'process-started':
      // The next process may run another version, which may lack what the last one could do.
      return merged(without(facts, 'capabilities'), { version: event.version, cwd: event.cwd })
    case 'sent':
      return event.message.type === 'user' ? without(facts, 'suggestion') : facts
    case 'received':
      return afterMessage(withCliSession(facts, event.message, event.at), event.message, event.at)
    default:
      return facts
  }
}

/** `/clear` in old CLIs, seen at an `init`: the process continues, and its next turn has a new session id. */
export function isOtherConversation({ facts, process }: SessionState, before: SessionState): boolean {
  const old = before.facts.cliSessions.at(-1)
  if (old === undefined || old.since < (process.startedAt ?? 0)) return false
  return facts.cliSessions.at(-1)?.id !== old.id
}

function withCliSession(facts: SessionFacts, message: StdoutMessage, since: number): SessionFacts {
  const id = 'session_id' in message ? textIn(message.session_id) : undefined
  if (id === undefined || id === '' || facts.cliSessions.at(-1)?.id === id) return facts
  return changed(facts, { cliSessions: [...facts.cliSessions, { id, since }].slice(-MAX_CLI_SESSIONS) })
}

function afterMessage(facts: SessionFacts, message: StdoutMessage, at: number): SessionFacts {
  switch (message.type) {
    case 'system':
      return afterSystem(facts, message, at)
    case 'assistant':
      return withTodos(facts, todosAfterCall(facts.todos, message))
    case 'user':
      return withTodos(facts, todosAfterResult(facts.todos, message))
    case 'control_response': {
      const told = toldBy(facts.asked, message)
      return told ? afterAnswer(facts, told) : facts
    }
    case 'auth_status':
      return { ...facts, authentication: authenticationIn(message, at) }
    case 'rate_limit_event':
      return changed(facts, { rateLimit: { ...message.rate_limit_info, at } })
    case 'prompt_suggestion':
      return changed(facts, { suggestion: message.suggestion })
    case 'active_goal':
      return message.value ? { ...facts, goal: message.value as JsonObject } : without(facts, 'goal')
    case 'autocompact_state':
      return message.value
        ? { ...facts, autocompact: message.value as JsonObject }
        : without(facts, 'autocompact')
    case 'conversation_reset':
      return { ...facts, todos: emptyState.facts.todos }
    default:
      return facts
  }
}

function withTodos(facts: SessionFacts, todos: Todos): SessionFacts {
  return todos === facts.todos ? facts : changed(facts, { todos })
}

function afterSystem(facts: SessionFacts, message: SystemMessage, at: number): SessionFacts {
  switch (message.subtype) {
    case 'init':
      return afterInit(facts, message)
    case 'status':
      return message.permissionMode === undefined
        ? facts
        : merged(facts, { permissionMode: textIn(message.permissionMode) })
    case 'commands_changed':
      return { ...facts, commands: message.commands }
    case 'session_title_changed':
      return merged(facts, { title: textIn(message.title) })
    case 'session_writes_lost':
      return { ...facts, writesLost: { code: message.error_code, at } }
    default:
      return facts
  }
}

function afterInit(facts: SessionFacts, init: SystemInit): SessionFacts {
  const names = textsIn(init.slash_commands)
  return merged(facts, {
    cwd: init.cwd,
    additionalDirectories: textsIn(init.additional_directories),
    model: init.model,
    permissionMode: init.permissionMode,
    tools: init.tools,
    version: textIn(init.claude_code_version),
    capabilities: textsIn(init.capabilities),
    apiKeySource: textIn(init.apiKeySource),
    outputStyle: textIn(init.output_style),
    // The answer to `initialize` says more of each.
    commands: facts.commands === undefined ? names?.map((name) => ({ name })) : undefined,
    agents: textsIn(init.agents),
    skills: textsIn(init.skills),
    plugins: objectsIn(init.plugins),
    mcpServers: serversIn(init.mcp_servers, facts.mcpServers),
    fastMode: textIn(init.fast_mode_state),
  })
}

function afterAnswer(facts: SessionFacts, { subtype, value, answer }: Told): SessionFacts {
  switch (subtype) {
    case 'initialize':
      return merged(facts, {
        commands: objectsIn(answer.commands) as readonly SlashCommand[] | undefined,
        agents: namesIn(answer.agents),
        outputStyle: textIn(answer.output_style),
        outputStyles: textsIn(answer.available_output_styles),
        models: objectsIn(answer.models) as readonly ModelInfo[] | undefined,
        account: objectIn(answer.account) as AccountInfo | undefined,
        version: textIn(answer.claude_code_version),
        permissionMode: textIn(answer.current_permission_mode),
        capabilities: textsIn(answer.capabilities),
        fastMode: textIn(answer.fast_mode_state),
      })
    case 'set_model':
      return merged(facts, { model: textIn(answer.model) ?? value })
    case 'set_permission_mode':
      return merged(facts, { permissionMode: textIn(answer.mode) ?? value })
    case 'list_models':
      return merged(facts, { models: objectsIn(answer.models) as readonly ModelInfo[] | undefined })
    case 'mcp_status':
      return merged(facts, { mcpServers: serversIn(answer.mcpServers) })
    case 'rename_session':
      return merged(facts, { title: value })
    case 'reload_skills':
      return merged(facts, { skills: namesIn(answer.skills) })
    case 'reload_output_styles':
      return merged(facts, { outputStyles: textsIn(answer.available_output_styles) })
    case 'reload_plugins':
      return merged(facts, {
        commands: objectsIn(answer.commands) as readonly SlashCommand[] | undefined,
        agents: namesIn(answer.agents),
        plugins: objectsIn(answer.plugins),
        mcpServers: serversIn(answer.mcpServers, facts.mcpServers),
      })
    case 'get_context_usage':
      return { ...facts, contextUsage: answer }
    case 'set_cwd':
      return merged(facts, { cwd: answer.status === 'ok' ? textIn(answer.cwd) : undefined })
    default:
      return facts
  }
}

/** Objects with a name, or names. */
function namesIn(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value
    .map((it) => (typeof it === 'string' ? it : textIn(objectIn(it)?.name)))
    .filter((it) => it !== undefined)
}

/** What was known of a server and is not said again (its tools, its scope) stays. */
function serversIn(value: unknown, known: readonly McpServer[] = []): readonly McpServer[] | undefined {
  return objectsIn(value)?.map((server) => {
    const name = textIn(server.name) ?? ''
    const before = known.find((it) => it.name === name)
    return merged<McpServer>(
      { name, status: textIn(server.status) ?? 'pending' },
      {
        error: textIn(server.error),
        scope: textIn(server.scope) ?? before?.scope,
        tools: objectsIn(server.tools) ?? before?.tools,
      },
    )
  })
}

function authenticationIn(
  message: { isAuthenticating: boolean; output?: unknown; error?: unknown },
  at: number,
): Authentication {
  return merged<Authentication>(
    {
      isAuthenticating: flagIn(message.isAuthenticating) ?? false,
      output: textsIn(message.output) ?? [],
      at,
    },
    { error: textIn(message.error) },
  )
}

function without<K extends keyof SessionFacts>(facts: SessionFacts, key: K): SessionFacts {
  if (facts[key] === undefined) return facts
  const { [key]: _, ...rest } = facts
  return rest as SessionFacts
}

/** Until when requests are refused, in milliseconds since 1970; undefined if they are not. */
export function limitedUntil({ rateLimit }: SessionFacts): number | undefined {
  if (rateLimit?.status !== 'rejected') return undefined
  const seconds = numberIn(rateLimit.resetsAt)
  return seconds === undefined ? undefined : seconds * 1000
}
