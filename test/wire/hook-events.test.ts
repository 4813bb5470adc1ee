// The hooks around prompts, sessions, agents and the workspace.
import { describe, expectTypeOf, test } from 'vitest'
import type { HookEvents, HookInput } from '../../src/protocol/index.ts'
import { hookTells } from './wire.ts'

const additionalContext = 'The branch is main'

describe('prompts and sessions', () => {
  hookTells('R-HOOK-14 UserPromptSubmit has the prompt', 'UserPromptSubmit', {
    all: { prompt: 'Sort the tests', source: 'sdk', session_title: 'Tests' },
    needs: ['prompt'],
    outputs: [
      { additionalContext: 'There are 12', sessionTitle: 'Sort the tests', suppressOriginalPrompt: true },
    ],
  })
  hookTells('R-HOOK-15 UserPromptExpansion has the command', 'UserPromptExpansion', {
    all: {
      expansion_type: 'slash_command',
      command_name: 'spell',
      command_args: 'README.md',
      prompt: '/spell README.md',
    },
    needs: ['expansion_type', 'command_name'],
    outputs: [{ additionalContext: 'British spelling', suppressOriginalPrompt: false }],
  })
  hookTells('R-HOOK-16 SessionStart has its source', 'SessionStart', {
    all: { source: 'startup' },
    needs: ['source'],
    values: { source: ['startup', 'resume', 'clear', 'compact', 'fork'] },
    outputs: [
      {
        additionalContext,
        initialUserMessage: 'Read the plan',
        sessionTitle: 'Plan',
        watchPaths: ['/home/ada/project/plan.md'],
        reloadSkills: true,
      },
    ],
  })
  hookTells('R-HOOK-17 SessionEnd has a reason', 'SessionEnd', {
    all: { reason: 'other' },
    needs: ['reason'],
  })
  test('R-HOOK-17 SessionEnd has no output of its own', () => {
    expectTypeOf<keyof HookEvents['SessionEnd']['output']>().toBeNever()
  })
  hookTells('R-HOOK-18 Setup has a trigger', 'Setup', {
    all: { trigger: 'init' },
    needs: ['trigger'],
    values: { trigger: ['init', 'maintenance'] },
    outputs: [{ additionalContext }],
  })
})

describe('the end of a turn, and agents', () => {
  const stopped: HookEvents['Stop']['input'] = {
    stop_hook_active: false,
    last_assistant_message: 'It is done.',
    background_tasks: [{ id: 'b41c', status: 'running' }],
  }
  hookTells('R-HOOK-19 Stop says what was said last and what still runs', 'Stop', {
    all: stopped,
    outputs: [{ additionalContext }],
  })
  const agent: HookInput<'SubagentStop'> = {
    session_id: 'c2a4',
    transcript_path: '/home/ada/.claude/c2a4.jsonl',
    cwd: '/home/ada/project',
    hook_event_name: 'SubagentStop',
    ...stopped,
    agent_id: 'a63f0',
    agent_type: 'Explore',
    agent_transcript_path: '/home/ada/.claude/c2a4/subagents/a63f0.jsonl',
  }
  hookTells('R-HOOK-19 SubagentStop adds the agent', 'SubagentStop', {
    all: agent,
    outputs: [{ additionalContext }],
  })

  hookTells('R-HOOK-20 StopFailure has the error', 'StopFailure', {
    all: { error: 'rate_limit', error_details: 'Try again at noon', last_assistant_message: 'It is' },
    needs: ['error'],
  })
  hookTells('R-HOOK-21 SubagentStart has the agent', 'SubagentStart', {
    all: { agent_id: 'a63f0', agent_type: 'Explore' },
    needs: ['agent_id', 'agent_type'],
    outputs: [{ additionalContext }],
  })
  hookTells('R-HOOK-22 PreCompact has a trigger and the instructions', 'PreCompact', {
    all: { trigger: 'manual', custom_instructions: 'Keep the plan' },
    needs: ['trigger'],
    values: { custom_instructions: [null] },
  })
  hookTells('R-HOOK-22 PostCompact has a trigger and the summary', 'PostCompact', {
    all: { trigger: 'auto', compact_summary: 'They sort tests.' },
    needs: ['trigger'],
  })

  const switched: HookEvents['PreModelSwitch']['input'] = {
    from_model: 'claude-opus-4-5',
    to_model: 'claude-haiku-4-5',
    requested_model: 'haiku',
    source: 'sdk',
  }
  hookTells('R-HOOK-23 PreModelSwitch names the models, and may decide', 'PreModelSwitch', {
    all: switched,
    outputs: [{ permissionDecision: 'deny' }],
  })
  hookTells('R-HOOK-23 PostModelSwitch names the models', 'PostModelSwitch', {
    all: switched,
    outputs: [{ additionalContext }],
  })
})

describe('what a person sees and is asked', () => {
  hookTells('R-HOOK-24 Notification has a message', 'Notification', {
    all: { message: 'Claude waits', notification_type: 'idle_prompt', title: 'Claude' },
    needs: ['message'],
    outputs: [{ additionalContext }],
  })
  const answers: HookEvents['Elicitation']['output'][] = [
    { action: 'accept', content: { project: 'fairlead' } },
    { action: 'decline' },
  ]
  hookTells('R-HOOK-25 Elicitation has a server and a message', 'Elicitation', {
    all: { mcp_server_name: 'tickets', message: 'Which project?' },
    needs: ['mcp_server_name', 'message'],
    outputs: answers,
  })
  hookTells('R-HOOK-25 ElicitationResult has the action', 'ElicitationResult', {
    all: { mcp_server_name: 'tickets', action: 'accept', content: { project: 'fairlead' } },
    needs: ['mcp_server_name', 'action'],
    outputs: answers,
  })
  hookTells('R-HOOK-31 MessageDisplay has a piece of a message', 'MessageDisplay', {
    all: { turn_id: 't-1', message_id: 'msg_01Dd', index: 0, final: false, delta: 'It is' },
    outputs: [{ displayContent: 'It is.' }],
  })
})

describe('tasks and the workspace', () => {
  hookTells('R-HOOK-26 TaskCreated has a task', 'TaskCreated', {
    all: { task_id: '4', task_subject: 'Sort' },
    needs: ['task_id'],
  })
  hookTells('R-HOOK-26 TaskCompleted has a task', 'TaskCompleted', {
    all: { task_id: '4', task_subject: 'Sort' },
    needs: ['task_id'],
  })
  hookTells('R-HOOK-26 TeammateIdle has a teammate', 'TeammateIdle', {
    all: { teammate_name: 'grace' },
    needs: ['teammate_name'],
  })
  hookTells('R-HOOK-27 ConfigChange has a source', 'ConfigChange', {
    all: { source: 'user_settings', file_path: '/home/ada/.claude/settings.json' },
    needs: ['source'],
  })
  hookTells('R-HOOK-27 InstructionsLoaded has a file', 'InstructionsLoaded', {
    all: {
      file_path: '/home/ada/project/CLAUDE.md',
      memory_type: 'Project',
      load_reason: 'session_start',
    },
    needs: ['file_path'],
  })
  const watched: HookEvents['CwdChanged']['output'][] = [{ watchPaths: ['/home/ada/project/.env'] }]
  hookTells('R-HOOK-28 CwdChanged has both directories', 'CwdChanged', {
    all: { old_cwd: '/home/ada', new_cwd: '/home/ada/project' },
    needs: ['old_cwd', 'new_cwd'],
    outputs: watched,
  })
  hookTells('R-HOOK-28 FileChanged has a file and what happened', 'FileChanged', {
    all: { file_path: '/home/ada/project/.env', event: 'change' },
    needs: ['file_path', 'event'],
    outputs: watched,
  })
  hookTells('R-HOOK-29 DirectoryAdded has a directory', 'DirectoryAdded', {
    all: { directory: '/home/ada/notes', source: 'command' },
    needs: ['directory'],
  })
  hookTells('R-HOOK-30 WorktreeCreate has a name', 'WorktreeCreate', {
    all: { name: 'sort-tests' },
    needs: ['name'],
    outputs: [{ worktreePath: '/home/ada/worktrees/sort-tests' }],
  })
  hookTells('R-HOOK-30 WorktreeRemove has a path', 'WorktreeRemove', {
    all: { worktree_path: '/home/ada/worktrees/sort-tests' },
    needs: ['worktree_path'],
  })
})
