/** The hook events: name, when the CLI calls the hook, and whether a matcher selects its occasions. */
const EVENTS: readonly (readonly [name: string, summary: string, supportsMatcher: boolean])[] = [
  ['PreToolUse', 'Before a tool runs', true],
  ['PostToolUse', 'After a tool has run', true],
  ['PostToolUseFailure', 'After a tool has failed', true],
  ['PostToolBatch', 'After all tools of a reply', false],
  ['PermissionRequest', 'When a permission is asked for', true],
  ['PermissionDenied', 'After auto mode has denied a tool', true],
  ['Notification', 'When a notification is sent', true],
  ['UserPromptSubmit', 'When a prompt is sent', false],
  ['UserPromptExpansion', 'When a command becomes a prompt', true],
  ['SessionStart', 'When a session begins', true],
  ['SessionEnd', 'When a session ends', true],
  ['Stop', 'Before a turn ends', false],
  ['StopFailure', 'When a turn ends with an error of the API', true],
  ['SubagentStart', 'When a sub-agent begins', true],
  ['SubagentStop', 'Before a sub-agent ends', true],
  ['PreCompact', 'Before a compaction', true],
  ['PostCompact', 'After a compaction', true],
  ['Setup', 'When the workspace is set up', true],
  ['TeammateIdle', 'When a teammate has nothing to do', false],
  ['TaskCreated', 'When a task is noted', false],
  ['TaskCompleted', 'When a task is done', false],
  ['Elicitation', 'When an MCP server asks the user', true],
  ['ElicitationResult', 'After the user has answered an MCP server', true],
  ['ConfigChange', 'When settings change', true],
  ['WorktreeCreate', 'When a worktree is made', false],
  ['WorktreeRemove', 'When a worktree is removed', false],
  ['InstructionsLoaded', 'When instructions are read', true],
  ['CwdChanged', 'When the working folder changes', false],
  ['FileChanged', 'When a watched file changes', true],
  ['DirectoryAdded', 'When a folder is added', false],
]

export const HOOK_EVENTS = EVENTS.map(([name, summary, supportsMatcher]) => {
  return { name, summary, supportsMatcher }
})
