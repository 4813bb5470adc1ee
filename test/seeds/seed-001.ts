// Seed 001: a guide for hosts of the CLI in stream-json mode, made with 2.1.37.
import type { PermissionResult } from '../../src/protocol/index.ts'
import type { SeedExample } from './example.ts'

const session_id = '0b6f3f0a-7a55-4d0c-a1b4-8f3c1f6f2d11'

export const seed001: SeedExample[] = [
  {
    section: 'Protocol Shape (NDJSON)',
    what: 'stream_event with a text delta',
    from: 'cli',
    type: 'stream_event',
    subtype: 'content_block_delta',
    message: {
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'The tests ' } },
    },
  },
  {
    section: 'Replay behavior',
    what: 'echo of a user message',
    from: 'cli',
    type: 'user',
    message: {
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: 'Which branch is this?' }] },
      session_id,
      parent_tool_use_id: null,
      uuid: '2f1d4c36-90c7-4a39-8a3e-6f5c0d7f9b21',
      isReplay: true,
    },
  },
  {
    section: 'Result semantics',
    what: 'success that is an error',
    from: 'cli',
    type: 'result',
    subtype: 'success',
    message: { type: 'result', subtype: 'success', is_error: true, result: 'Credit balance is too low' },
  },
  {
    section: 'system',
    what: 'init with the typical fields',
    from: 'cli',
    type: 'system',
    subtype: 'init',
    message: {
      type: 'system',
      subtype: 'init',
      cwd: '/home/ada/project',
      session_id,
      tools: ['Bash', 'Read', 'Edit', 'mcp__notes__add'],
      mcp_servers: [{ name: 'notes', status: 'pending' }],
      model: 'claude-haiku-4-5-20251001',
      permissionMode: 'acceptEdits',
      slash_commands: ['clear', 'compact'],
      claude_code_version: '2.1.37',
      agents: ['Explore'],
      skills: ['release-notes'],
      plugins: [{ name: 'tidy', path: '/home/ada/.claude/plugins/tidy' }],
      uuid: '7b8f1f0d-3a52-4a57-9c8a-0f4a5a6d7c31',
    },
  },
  {
    section: 'assistant',
    what: 'all three blocks, from a sub-agent',
    from: 'cli',
    type: 'assistant',
    message: {
      type: 'assistant',
      message: {
        content: [
          { type: 'thinking', thinking: 'First the manifest.', signature: 'RXhhbXBsZQ==' },
          { type: 'text', text: 'I look at the manifest.' },
          {
            type: 'tool_use',
            id: 'toolu_01Qx',
            name: 'Read',
            input: { file_path: '/home/ada/project/package.json' },
          },
        ],
      },
      parent_tool_use_id: 'toolu_01Pw',
    },
  },
  {
    section: 'control_request',
    what: 'can_use_tool',
    from: 'cli',
    type: 'control_request',
    subtype: 'can_use_tool',
    message: {
      type: 'control_request',
      request_id: '91f5c2d0-8d7b-4c43-b3a4-0d2a6a1c5e41',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Write',
        input: { file_path: '/home/ada/notes.md', content: '# Notes\n' },
        tool_use_id: 'toolu_01Ry',
        decision_reason: 'The file is not in the working directory',
      },
    },
  },
  {
    section: 'control_response',
    what: 'acknowledgement by the CLI',
    from: 'cli',
    type: 'control_response',
    subtype: 'success',
    message: { type: 'control_response', response: { subtype: 'success', request_id: 'interrupt-1' } },
  },
  {
    section: 'control_cancel_request',
    what: 'from the CLI',
    from: 'cli',
    type: 'control_cancel_request',
    message: { type: 'control_cancel_request', request_id: '91f5c2d0-8d7b-4c43-b3a4-0d2a6a1c5e41' },
  },
  {
    section: 'Stdin Message Types (Host -> CLI), user',
    what: 'prompt with a uuid',
    from: 'host',
    type: 'user',
    message: {
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: 'Sort the imports.' }] },
      uuid: 'c4e0d9b7-5a1e-4f5c-8f0b-3d7b9e2a6f51',
    },
  },
  {
    section: 'Stdin Message Types (Host -> CLI), control_request',
    what: 'interrupt',
    from: 'host',
    type: 'control_request',
    subtype: 'interrupt',
    message: { type: 'control_request', request_id: 'interrupt-1', request: { subtype: 'interrupt' } },
  },
  {
    section: 'Stdin Message Types (Host -> CLI), control_response',
    what: 'allow',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: '91f5c2d0-8d7b-4c43-b3a4-0d2a6a1c5e41',
        response: {
          behavior: 'allow',
          updatedInput: { command: 'git log --oneline' },
        } satisfies PermissionResult,
      },
    },
  },
  {
    section: 'Stdin Message Types (Host -> CLI), control_response',
    what: 'deny',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: '91f5c2d0-8d7b-4c43-b3a4-0d2a6a1c5e41',
        response: { behavior: 'deny', message: 'Not on this branch' } satisfies PermissionResult,
      },
    },
  },
  {
    section: 'Stdin Message Types (Host -> CLI), control_response',
    what: 'deny and interrupt',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: '91f5c2d0-8d7b-4c43-b3a4-0d2a6a1c5e41',
        response: {
          behavior: 'deny',
          message: 'Stop, I do it by hand',
          interrupt: true,
        } satisfies PermissionResult,
      },
    },
  },
  {
    section: 'Stdin Message Types (Host -> CLI), control_cancel_request',
    what: 'from the host',
    from: 'host',
    type: 'control_cancel_request',
    message: { type: 'control_cancel_request', request_id: 'model-7' },
  },
  {
    section: 'Protocol Discovery (Installed Binary)',
    what: 'the line that the shell example pipes in',
    from: 'host',
    type: 'user',
    message: {
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: 'hello?' }] },
      uuid: 'e8a3b6c1-2d94-4b07-9e6a-1c5f7d0b8a61',
    },
  },
]
