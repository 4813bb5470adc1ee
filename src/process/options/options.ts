import type { JsonObject, McpServerConfig, OpenString, PermissionMode } from '../../protocol/index.ts'

/**
 * What becomes the CLI's command line. Hooks, agents, the system prompt and the like have no flag: they go into
 * `initialize`.
 */
export interface CliOptions
  extends ModelFlags,
    PermissionFlags,
    SessionFlags,
    ToolFlags,
    SettingsAndOutputFlags {
  /** Further flags without their dashes: `{ 'safe-mode': null, name: 'tests' }` is `--safe-mode --name=tests`. */
  extraArgs?: { readonly [flag: string]: string | null }
}

interface ModelFlags {
  /** An alias (`opus`) or a full name. Any text is taken: a model that does not exist fails only at the API. */
  model?: string
  /** What to use while the model is overloaded, tried in this order. */
  fallbackModel?: string | readonly string[]
  /** How hard the model thinks. */
  effort?: OpenString<'low' | 'medium' | 'high' | 'xhigh' | 'max'>
  /** Whether the model thinks at all. Models that always think ignore it. */
  thinking?: 'adaptive' | 'enabled' | 'disabled'
  /** Most tokens to think with, for models that take a number; 0 turns thinking off. */
  maxThinkingTokens?: number
  /** How thinking is shown. Works only together with `thinking`. */
  thinkingDisplay?: 'summarized' | 'omitted' | 'highlights'
  /** Most rounds of model and tools for one prompt. */
  maxTurns?: number
  /** Most dollars that the process may spend. */
  maxBudgetUsd?: number
  /** Tokens that the model is told to make do with for a task. */
  taskBudget?: number
  /** The agent that the main conversation runs as. */
  agent?: string
  /** Beta features of the API. */
  betas?: readonly string[]
  /** The shape that the final answer must have. */
  jsonSchema?: JsonObject
}

interface PermissionFlags {
  /** `default` unless given; always passed, since a CLI left to choose may take `auto`, which never asks. */
  permissionMode?: PermissionMode
  /** A tool of an MCP server that answers permission requests in place of the host. */
  permissionPromptToolName?: string
  /** Whether requests for permission go to the host or are refused. */
  permissionPrompts?: 'host' | 'none'
  /** Makes the mode `bypassPermissions` available without starting in it. */
  allowDangerouslySkipPermissions?: boolean
  /** Starts in the mode `bypassPermissions`. */
  dangerouslySkipPermissions?: boolean
}

interface SessionFlags {
  /** The session to go on with: its id or its title. */
  resume?: string
  /** Goes on with the newest session of the working directory, or starts a new one. */
  continue?: boolean
  /** Goes on under a new session id and leaves the old session as it is. */
  forkSession?: boolean
  /** The message, by uuid, after which to go on. Only with `resume`. */
  resumeSessionAt?: string
  /** The one turn, by the uuid of its prompt, that `resumeSessionAt` may cut off. */
  resumeDropsTurn?: string
  /** The id, a UUID, of the new session. */
  sessionId?: string
  /** False: nothing is written to disk, so that the session cannot be resumed. */
  persistSession?: boolean
  /** Sends each entry of the transcript to the host too. */
  sessionMirror?: boolean
  /** The CLI does nothing before it was sent `initialize`. */
  awaitInitialize?: boolean
}

interface ToolFlags {
  /** The built-in tools there are: all (`default`), or these. None with an empty list. */
  tools?: 'default' | readonly string[]
  /** Tools, or rules such as `Bash(git log *)`, that run without approval. */
  allowedTools?: readonly string[]
  /** Tools, or rules, that are refused. */
  disallowedTools?: readonly string[]
  /** Skills that are not asked about; they are also named in `initialize`. */
  skills?: 'all' | readonly string[]
  /** MCP servers by name. Those of type `sdk` live in the host and go into `initialize`. */
  mcpServers?: { readonly [name: string]: McpServerConfig }
  /** Files with MCP servers, or their content as text. */
  mcpConfig?: string | readonly string[]
  /** Leaves out all MCP servers but those of these options. */
  strictMcpConfig?: boolean
  /** Folders of plugins. */
  plugins?: readonly string[]
  /** Folders of plugins whose MCP servers are left out. */
  pluginsWithoutMcp?: readonly string[]
  /** Folders beside the working directory in which tools may work. */
  additionalDirectories?: readonly string[]
}

interface SettingsAndOutputFlags {
  /** Settings on top of those in files: an object, the same as JSON text, or the path of a file. */
  settings?: JsonObject | string
  /** Becomes the key `sandbox` of the settings, which then cannot be a file. */
  sandbox?: JsonObject
  /** Restrictions that no other settings can lift: an object or JSON text. */
  managedSettings?: JsonObject | string
  /** Which settings files are read; all unless given, none with an empty list. */
  settingSources?: readonly ('user' | 'project' | 'local')[]
  /** The folder whose project settings apply in place of those of the working directory. */
  projectConfigRoot?: string
  /** Streams answers while they are made. On unless false. */
  includePartialMessages?: boolean
  /** Tells when hooks start and end. */
  includeHookEvents?: boolean
  /** Echoes each prompt once it is taken. On unless false. */
  replayUserMessages?: boolean
  /** Writes a debug log; a text chooses its categories, such as `api,hooks` or `!file`. */
  debug?: boolean | string
  /** Where the debug log goes; also turns it on. */
  debugFile?: string
  /** Sends the debug log to stderr. */
  debugToStderr?: boolean
}
