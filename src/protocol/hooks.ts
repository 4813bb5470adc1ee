/** Hook events: the input that the CLI sends to a hook, and what the hook may return in `hookSpecificOutput`. */
import type { JsonObject, OpenString, Unlisted } from './json.ts'
import type { PermissionMode, PermissionUpdate } from './permissions.ts'
import type { ToolResponses } from './tools/responses.ts'
import type { ToolInputs, ToolName } from './tools/tools.ts'

/** What every hook receives. */
export interface HookInputBase {
  session_id: string
  transcript_path: string
  cwd: string
  prompt_id?: string
  permission_mode?: OpenString<PermissionMode>
  agent_id?: string
  agent_type?: string
  effort?: { level: string }
}

interface ToolUseInput {
  tool_name: string
  tool_input: unknown
  tool_use_id?: string
  mcp_server?: { name: string; source?: string }
}
interface StopInput {
  stop_hook_active?: boolean
  last_assistant_message?: string
  background_tasks?: JsonObject[]
  session_crons?: JsonObject[]
}
interface ModelSwitchInput {
  from_model?: string
  to_model?: string
  requested_model?: string
  source?: string
  context_tokens?: number
  prompt_cache_warm?: boolean
  cache_ttl?: string
  estimated_cache_write_usd?: number
  pricing?: JsonObject
}
interface TaskHookInput {
  task_id: string
  task_subject?: string
  task_description?: string
  teammate_name?: string
}
interface ElicitationAnswer {
  action?: 'accept' | 'decline' | 'cancel'
  content?: JsonObject
}
interface Context {
  additionalContext?: string
}
type PermissionDecision = 'allow' | 'deny' | 'ask' | 'defer'
type Nothing = Record<never, never>

/** Every event with the fields it adds to `HookInputBase`, and its `hookSpecificOutput` (without its event name). */
export interface HookEvents {
  PreToolUse: {
    input: ToolUseInput
    output: Context & {
      permissionDecision?: PermissionDecision
      permissionDecisionReason?: string
      updatedInput?: JsonObject
    }
  }
  PostToolUse: {
    input: ToolUseInput & { tool_response?: unknown; duration_ms?: number }
    output: Context & {
      classifierContext?: string
      updatedToolOutput?: unknown
      updatedMCPToolOutput?: unknown
    }
  }
  PostToolUseFailure: {
    input: ToolUseInput & { error: string; is_interrupt?: boolean; duration_ms?: number }
    output: Context
  }
  PostToolBatch: { input: { tool_calls: JsonObject[] }; output: Context }
  PermissionRequest: {
    input: ToolUseInput & { permission_suggestions?: PermissionUpdate[] }
    output: {
      decision?:
        | { behavior: 'allow'; updatedInput?: JsonObject; updatedPermissions?: PermissionUpdate[] }
        | { behavior: 'deny'; message?: string; interrupt?: boolean }
    }
  }
  PermissionDenied: { input: ToolUseInput & { reason?: string }; output: { retry?: boolean } }
  UserPromptSubmit: {
    input: { prompt: string; source?: string; session_title?: string }
    output: Context & { sessionTitle?: string; suppressOriginalPrompt?: boolean }
  }
  UserPromptExpansion: {
    input: {
      expansion_type: string
      command_name: string
      command_args?: string
      command_source?: string
      prompt?: string
    }
    output: Context & { suppressOriginalPrompt?: boolean }
  }
  SessionStart: {
    input: {
      source: OpenString<'startup' | 'resume' | 'clear' | 'compact' | 'fork'>
      model?: string
      context_tokens?: number
    }
    output: Context & {
      initialUserMessage?: string
      sessionTitle?: string
      watchPaths?: string[]
      reloadSkills?: boolean
    }
  }
  SessionEnd: { input: { reason: string }; output: Nothing }
  Setup: { input: { trigger: OpenString<'init' | 'maintenance'> }; output: Context }
  Stop: { input: StopInput; output: Context }
  SubagentStop: { input: StopInput & { agent_transcript_path?: string }; output: Context }
  StopFailure: {
    input: { error: string; error_details?: string; last_assistant_message?: string }
    output: Nothing
  }
  SubagentStart: { input: { agent_id: string; agent_type: string }; output: Context }
  PreCompact: {
    input: { trigger: OpenString<'manual' | 'auto'>; custom_instructions?: string | null }
    output: Nothing
  }
  PostCompact: {
    input: { trigger: OpenString<'manual' | 'auto'>; compact_summary?: string }
    output: Nothing
  }
  PreModelSwitch: {
    input: ModelSwitchInput
    output: { permissionDecision?: PermissionDecision; permissionDecisionReason?: string }
  }
  PostModelSwitch: { input: ModelSwitchInput; output: Context }
  Notification: { input: { message: string; title?: string; notification_type?: string }; output: Context }
  Elicitation: {
    input: {
      mcp_server_name: string
      message: string
      mode?: OpenString<'form' | 'url'>
      url?: string
      elicitation_id?: string
      requested_schema?: JsonObject
    }
    output: ElicitationAnswer
  }
  ElicitationResult: {
    input: {
      mcp_server_name: string
      action: OpenString<'accept' | 'decline' | 'cancel'>
      content?: JsonObject
    }
    output: ElicitationAnswer
  }
  TaskCreated: { input: TaskHookInput; output: Nothing }
  TaskCompleted: { input: TaskHookInput; output: Nothing }
  TeammateIdle: { input: { teammate_name: string }; output: Nothing }
  ConfigChange: { input: { source: string; file_path?: string }; output: Nothing }
  InstructionsLoaded: {
    input: { file_path: string; memory_type?: string; load_reason?: string }
    output: Nothing
  }
  CwdChanged: { input: { old_cwd: string; new_cwd: string }; output: { watchPaths?: string[] } }
  FileChanged: { input: { file_path: string; event: string }; output: { watchPaths?: string[] } }
  DirectoryAdded: { input: { directory: string; source?: string }; output: Nothing }
  WorktreeCreate: { input: { name: string }; output: { worktreePath?: string } }
  WorktreeRemove: { input: { worktree_path: string }; output: Nothing }
  MessageDisplay: {
    input: { turn_id?: string; message_id?: string; index?: number; final?: boolean; delta?: string }
    output: { displayContent?: string }
  }
}
/** The name of a hook event. */
export type HookEvent = keyof HookEvents

/** MCP tools, and tools that this version of Fairlead does not list, take an open record. */
type ToolUse =
  | { [N in ToolName]: { tool_name: N; tool_input: ToolInputs[N] } }[ToolName]
  | { tool_name: `mcp__${string}` | Unlisted; tool_input: JsonObject }
type ToolResponse<N> = N extends keyof ToolResponses ? ToolResponses[N] : unknown
type Responding<Use> = Use extends { tool_name: infer N } ? Use & { tool_response?: ToolResponse<N> } : never
/** A member for each tool, so that `input.tool_name === 'Bash'` narrows `tool_input` and `tool_response`. */
type PerTool<Fields> = Fields extends { tool_name: string }
  ? Fields & ('tool_response' extends keyof Fields ? Responding<ToolUse> : ToolUse)
  : Fields

/**
 * What the CLI sends to a hook of this event. `tool_name` narrows `tool_input` and, after the tool ran, `tool_response`.
 *
 * @example
 * const handler = (input: HookInput<'PreToolUse'>) => {
 *   if (input.tool_name === 'Bash') console.log(input.tool_input.command)
 * }
 */
export type HookInput<E extends HookEvent = HookEvent> = {
  [N in E]: HookInputBase & { hook_event_name: N } & PerTool<HookEvents[N]['input']>
}[E]

/** The output of a hook. With `async` the CLI does not wait for the hook. */
export type HookOutput<E extends HookEvent = HookEvent> =
  | { async: true; asyncTimeout?: number }
  | {
      async?: never
      continue?: boolean
      suppressOutput?: boolean
      stopReason?: string
      decision?: 'approve' | 'block'
      reason?: string
      systemMessage?: string
      terminalSequence?: string
      hookSpecificOutput?: { [N in E]: { hookEventName: N } & HookEvents[N]['output'] }[E]
    }

/** How a host registers hooks in `initialize`. */
export interface HookMatcher {
  /** A regular expression for tool names; without it the hook runs for every tool. */
  matcher?: string
  hookCallbackIds: string[]
  /** In seconds. Without it the CLI waits forever. */
  timeout?: number
  onFailure?: 'continue' | 'block'
}
/** The hooks that the host registers, by event. */
export type HookRegistration = { [E in HookEvent]?: HookMatcher[] }
