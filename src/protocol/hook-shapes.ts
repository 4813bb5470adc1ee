import type { HookEvent, HookEvents, HookInput } from './hooks.ts'
import { isObject } from './json.ts'
import { mismatch, type ShapeOf } from './shape.ts'
import { isToolInput, isToolName } from './tools/tools.ts'

const toolUse = { tool_name: 'string', tool_input: 'value' } as const
const compact = { trigger: 'string' } as const
const task = { task_id: 'string' } as const

const inputShapes: { [E in HookEvent]: ShapeOf<HookEvents[E]['input'], never> } = {
  PreToolUse: toolUse,
  PostToolUse: toolUse,
  PostToolUseFailure: { ...toolUse, error: 'string' },
  PostToolBatch: { tool_calls: [{}] },
  PermissionRequest: toolUse,
  PermissionDenied: toolUse,
  UserPromptSubmit: { prompt: 'string' },
  UserPromptExpansion: { expansion_type: 'string', command_name: 'string' },
  SessionStart: { source: 'string' },
  SessionEnd: { reason: 'string' },
  Setup: { trigger: 'string' },
  Stop: {},
  SubagentStop: {},
  StopFailure: { error: 'string' },
  SubagentStart: { agent_id: 'string', agent_type: 'string' },
  PreCompact: compact,
  PostCompact: compact,
  PreModelSwitch: {},
  PostModelSwitch: {},
  Notification: { message: 'string' },
  Elicitation: { mcp_server_name: 'string', message: 'string' },
  ElicitationResult: { mcp_server_name: 'string', action: 'string' },
  TaskCreated: task,
  TaskCompleted: task,
  TeammateIdle: { teammate_name: 'string' },
  ConfigChange: { source: 'string' },
  InstructionsLoaded: { file_path: 'string' },
  CwdChanged: { old_cwd: 'string', new_cwd: 'string' },
  FileChanged: { file_path: 'string', event: 'string' },
  DirectoryAdded: { directory: 'string' },
  WorktreeCreate: { name: 'string' },
  WorktreeRemove: { worktree_path: 'string' },
  MessageDisplay: {},
}
const baseShape = { session_id: 'string', transcript_path: 'string', cwd: 'string' } as const

/** The names of all known hook events. */
export const HOOK_EVENTS = Object.keys(inputShapes) as HookEvent[]

/** Whether a value is the name of a known hook event. */
export function isHookEvent(name: unknown): name is HookEvent {
  return typeof name === 'string' && Object.hasOwn(inputShapes, name)
}

/**
 * Returns true if `input` has the fields that the CLI sends to a hook of this event, and `tool_input` those of the tool. Nothing checks
 * `tool_response`.
 */
export function isHookInput<E extends HookEvent>(event: E, input: unknown): input is HookInput<E> {
  return (
    isObject(input) &&
    input.hook_event_name === event &&
    mismatch(input, baseShape) === undefined &&
    mismatch(input, inputShapes[event]) === undefined &&
    (!('tool_name' in inputShapes[event]) || isToolUse(String(input.tool_name), input.tool_input))
  )
}

function isToolUse(name: string, input: unknown): boolean {
  return isToolName(name) ? isToolInput(name, input) : isObject(input)
}
