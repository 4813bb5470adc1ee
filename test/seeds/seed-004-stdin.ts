// Seed 004: message formats as a client saw them with 2.1.1. Here: what goes to stdin.
import type {
  AskUserQuestionInput,
  CliResponse,
  PermissionResult,
  PermissionUpdate,
} from '../../src/protocol/index.ts'
import type { SeedExample } from './example.ts'

const toolUseID = 'toolu_04Pi'

/** The host's answer to the request that the seed leaves out. */
function answered(what: string, response: unknown, section = 'Control Response'): SeedExample {
  const request_id = '3d6f0b92-5e17-4c48-a9d3-70b1c2e4f514'
  return {
    section,
    what,
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: { type: 'control_response', response: { subtype: 'success', request_id, response } },
  }
}

export const seed004Stdin: SeedExample[] = [
  {
    section: 'User Message',
    what: 'prompt',
    from: 'host',
    type: 'user',
    message: {
      type: 'user',
      session_id: '',
      message: { role: 'user', content: [{ type: 'text', text: 'Good morning' }] },
      parent_tool_use_id: null,
    },
  },
  {
    section: 'Initialize Request',
    what: 'initialize',
    from: 'host',
    type: 'control_request',
    subtype: 'initialize',
    message: {
      type: 'control_request',
      request_id: '4e701ca3-6f28-4d59-8ae4-81c2d3f50624',
      request: {
        subtype: 'initialize',
        hooks: {
          PreToolUse: [{ matcher: 'Write|NotebookEdit', hookCallbackIds: ['before-write'] }],
          PostToolUse: [{ matcher: 'Write|NotebookEdit', hookCallbackIds: ['after-write'] }],
        },
        sdkMcpServers: ['editor'],
        appendSystemPrompt: 'The user sees your answers in an editor.',
      },
    },
  },
  {
    section: 'Control Request (Interrupt)',
    what: 'interrupt',
    from: 'host',
    type: 'control_request',
    subtype: 'interrupt',
    message: { type: 'control_request', request_id: 'stop-3', request: { subtype: 'interrupt' } },
  },
  {
    section: 'MCP Message Request',
    what: 'mcp_message to a server',
    from: 'host',
    type: 'control_request',
    subtype: 'mcp_message',
    message: {
      type: 'control_request',
      request_id: '5f812db4-7039-4e6a-9bf5-92d3e4061734',
      request: {
        subtype: 'mcp_message',
        server_name: 'editor',
        message: {
          method: 'initialize',
          params: {
            protocolVersion: '2025-06-18',
            capabilities: {},
            clientInfo: { name: 'fairlead', version: '0.1.0' },
          },
          jsonrpc: '2.0',
          id: 0,
        },
      },
    },
  },
  {
    section: 'MCP Message Request',
    what: 'mcp_message from the CLI, since it goes both ways',
    from: 'cli',
    type: 'control_request',
    subtype: 'mcp_message',
    message: {
      type: 'control_request',
      request_id: '60923ec5-814a-4f7b-8c06-a3e4f5172844',
      request: {
        subtype: 'mcp_message',
        server_name: 'editor',
        message: {
          method: 'initialize',
          params: {
            protocolVersion: '2025-06-18',
            capabilities: {},
            clientInfo: { name: 'claude-code', version: '2.1.4' },
          },
          jsonrpc: '2.0',
          id: 0,
        },
      },
    },
  },
  answered('allow a tool', {
    behavior: 'allow',
    updatedInput: { file_path: '/home/ada/project/README.md', content: '# Project\n' },
    toolUseID,
  } satisfies PermissionResult),
  // The CLI ignores this field; what it reads is `updatedPermissions`. So it is in no type.
  answered('allow with a permission suggestion', {
    behavior: 'allow',
    updatedInput: { command: 'git diff --stat' },
    toolUseID,
    applyPermissionSuggestion: {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'git diff:*' }],
      behavior: 'allow',
      destination: 'localSettings',
    },
  } satisfies PermissionResult & { applyPermissionSuggestion: PermissionUpdate }),
  answered('deny a tool', {
    behavior: 'deny',
    message: 'Leave the README as it is',
    toolUseID,
  } satisfies PermissionResult),
  answered('AskUserQuestion, one choice', {
    behavior: 'allow',
    updatedInput: {
      questions: [
        {
          question: 'Tabs or spaces?',
          header: 'Indent',
          options: [
            { label: 'Tabs', description: 'One per level' },
            { label: 'Spaces', description: 'Two per level' },
          ],
          multiSelect: false,
        },
      ],
      answers: { 'Tabs or spaces?': 'Spaces' },
    } satisfies AskUserQuestionInput,
    toolUseID,
  } satisfies PermissionResult),
  answered('AskUserQuestion, several choices', {
    behavior: 'allow',
    updatedInput: {
      questions: [
        {
          question: 'Which targets?',
          header: 'Targets',
          options: [
            { label: 'Node', description: 'Version 20 and up' },
            { label: 'Browser', description: 'As a bundle' },
            { label: 'Deno', description: 'From the registry' },
          ],
          multiSelect: true,
        },
      ],
      answers: { 'Which targets?': ['Node', 'Deno'] },
    } satisfies AskUserQuestionInput,
    toolUseID,
  } satisfies PermissionResult),
  answered('MCP message response', {
    mcp_response: {
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'editor', version: '1.2.0' },
      },
      jsonrpc: '2.0',
      id: 0,
    },
  } satisfies CliResponse<'mcp_message'>),
  {
    section: 'Example Flow',
    what: '1. user message',
    from: 'host',
    type: 'user',
    message: {
      type: 'user',
      session_id: '',
      message: { role: 'user', content: [{ type: 'text', text: 'How long has this machine been up?' }] },
      parent_tool_use_id: null,
    },
  },
  answered(
    '4. permission response',
    { behavior: 'allow', updatedInput: { command: 'uptime' }, toolUseID } satisfies PermissionResult,
    'Example Flow',
  ),
]
