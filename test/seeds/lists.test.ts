// Every name that one of the four seed documents lists is listed by the protocol layer too. Many of its sets are
// open, so that an unlisted name decodes just as well: only this shows that a name is known.
import { describe, expect, test } from 'vitest'
import { blockCheck } from '../../src/protocol/blocks.ts'
import { controlResponseShape } from '../../src/protocol/control/envelope.ts'
import {
  CLI_REQUEST_SUBTYPES,
  HOOK_EVENTS,
  HOST_REQUEST_SUBTYPES,
  isToolInput,
  MCP_STATUSES,
  PERMISSION_DESTINATIONS,
  PERMISSION_MODES,
  RESULT_SUBTYPES,
  TOOL_NAMES,
  type ToolInputs,
  type ToolName,
} from '../../src/protocol/index.ts'
import { systemCheck } from '../../src/protocol/messages/system.ts'
import { Variants } from '../../src/protocol/shape.ts'
import { stdinShapes } from '../../src/protocol/stdin.ts'
import { stdoutShapes } from '../../src/protocol/stdout.ts'
import { streamEventCheck } from '../../src/protocol/stream.ts'

const listed = {
  'stdout types': Object.keys(stdoutShapes),
  'stdin types': Object.keys(stdinShapes),
  'system subtypes': namesIn(systemCheck),
  'result subtypes': RESULT_SUBTYPES,
  'requests of the host': HOST_REQUEST_SUBTYPES,
  'requests of the CLI': CLI_REQUEST_SUBTYPES,
  'response subtypes': namesIn(controlResponseShape.response),
  blocks: namesIn(blockCheck),
  'stream events': namesIn(streamEventCheck),
  deltas: namesIn(streamEventCheck.shapes.content_block_delta?.delta),
  'permission modes': PERMISSION_MODES,
  'permission destinations': PERMISSION_DESTINATIONS,
  'hook events': HOOK_EVENTS,
  'MCP statuses': MCP_STATUSES,
  tools: TOOL_NAMES,
} satisfies { [set: string]: readonly string[] }

function namesIn(check: unknown): string[] {
  if (!(check instanceof Variants)) throw new Error('not told apart by a name')
  return Object.keys(check.shapes)
}

type Named = [seed: string, section: string, set: keyof typeof listed, names: string]
const named: Named[] = [
  [
    '001',
    'system',
    'system subtypes',
    `init status informational api_error hook_started hook_progress hook_response stop_hook_summary
     task_notification turn_duration compact_boundary microcompact_boundary local_command`,
  ],
  ['001', 'assistant', 'blocks', 'text tool_use thinking'],
  ['001', 'user', 'blocks', 'tool_result'],
  [
    '001',
    'stream_event',
    'stream events',
    'message_start content_block_start content_block_delta content_block_stop message_delta message_stop',
  ],
  [
    '001',
    'stream_event',
    'deltas',
    'text_delta input_json_delta thinking_delta signature_delta citations_delta',
  ],
  [
    '001',
    'result',
    'result subtypes',
    `success error_during_execution error_max_turns error_max_budget_usd
     error_max_structured_output_retries`,
  ],
  [
    '001',
    'Observed Type and Subtype Surface',
    'stdout types',
    `system assistant user stream_event result control_request control_response control_cancel_request keep_alive
     tool_use_summary auth_status streamlined_text streamlined_tool_use_summary`,
  ],
  [
    '001',
    'Observed Type and Subtype Surface',
    'system subtypes',
    `api_error compact_boundary hook_progress hook_response hook_started informational init local_command
     microcompact_boundary status stop_hook_summary task_notification turn_duration`,
  ],
  [
    '001',
    'Observed Type and Subtype Surface',
    'result subtypes',
    `success error_during_execution error_max_budget_usd error_max_structured_output_retries
     error_max_turns`,
  ],
  [
    '001',
    'Observed Type and Subtype Surface',
    'requests of the CLI',
    'can_use_tool hook_callback mcp_message',
  ],
  ['001', 'Observed Type and Subtype Surface', 'requests of the host', 'interrupt mcp_message'],
  ['001', 'Observed Type and Subtype Surface', 'response subtypes', 'success error'],
  [
    '001',
    'Stdin Message Types (Host -> CLI)',
    'stdin types',
    'user control_request control_response control_cancel_request',
  ],
  [
    '001',
    'Stdin Message Types (Host -> CLI), control_request',
    'requests of the host',
    `interrupt initialize set_permission_mode set_model set_max_thinking_tokens mcp_status mcp_message
     mcp_set_servers mcp_reconnect mcp_toggle rewind_files`,
  ],
  ['002', 'Message Protocol (NDJSON)', 'stdout types', 'system assistant user result control_request'],
  ['002', 'Tool Approval Protocol', 'tools', 'Bash Read Edit Write'],
  ['002', 'Permission Modes vs prompt tool', 'permission modes', 'delegate plan'],
  ['003', 'Stdin Messages (SDK → CLI)', 'stdin types', 'user control_request control_response keep_alive'],
  [
    '003',
    'Stdout Messages (CLI → SDK)',
    'stdout types',
    `assistant user result system control_response control_request control_cancel_request keep_alive`,
  ],
  [
    '003',
    'Message Types — Stdout (CLI → SDK)',
    'stdout types',
    `system assistant user stream_event result tool_progress auth_status keep_alive control_request
     control_cancel_request`,
  ],
  [
    '003',
    'Message Types — Stdout (CLI → SDK)',
    'system subtypes',
    'init compact_boundary status hook_response',
  ],
  ['003', 'Assistant Message (SDKAssistantMessage)', 'blocks', 'text tool_use thinking'],
  [
    '003',
    'Result Message (SDKResultMessage)',
    'result subtypes',
    `success error_during_execution error_max_turns error_max_budget_usd
     error_max_structured_output_retries`,
  ],
  [
    '003',
    'Control Requests (SDK → CLI)',
    'requests of the host',
    `initialize interrupt set_model set_max_thinking_tokens set_permission_mode mcp_status mcp_set_servers
     mcp_message rewind_files`,
  ],
  [
    '003',
    'set_permission_mode',
    'permission modes',
    'default acceptEdits bypassPermissions plan delegate dontAsk',
  ],
  ['003', 'initialize', 'hook events', 'PreToolUse PostToolUse'],
  ['003', 'Control Requests (CLI → SDK)', 'requests of the CLI', 'can_use_tool hook_callback mcp_message'],
  ['003', 'can_use_tool (Permission Request)', 'permission destinations', 'session'],
  ['003', 'System Init (SDKSystemMessage)', 'MCP statuses', 'connected'],
  [
    '003',
    'What We Need for the Rust Connector',
    'stdout types',
    `system assistant user stream_event result control_request control_response control_cancel_request keep_alive
     tool_progress`,
  ],
  ['003', 'What We Need for the Rust Connector', 'system subtypes', 'init compact_boundary status'],
  ['004', 'Control Request (Interrupt)', 'requests of the host', 'interrupt'],
  ['004', 'Assistant Message', 'blocks', 'text tool_use'],
  [
    '004',
    'Assistant Message',
    'stream events',
    'message_start content_block_start content_block_delta content_block_stop message_delta message_stop',
  ],
  ['004', 'Control Request (Tool Permissions)', 'permission destinations', 'localSettings'],
  ['004', 'Error Handling', 'stdout types', 'error'],
]

describe('every name is listed', () => {
  test.each(named)('seed %s, "%s": %s', (_seed, _section, set, names) => {
    const missing = names.split(/\s+/).filter((name) => !listed[set].some((it) => it === name))
    expect(missing).toEqual([])
  })
})

type Row = { [N in ToolName]: [tool: N, fields: string, input: ToolInputs[N]] }[ToolName]
const toolTable: Row[] = [
  [
    'Bash',
    'command description timeout run_in_background',
    { command: 'make', description: 'Build', timeout: 90_000, run_in_background: true },
  ],
  ['Read', 'file_path offset limit', { file_path: '/home/ada/project/a.ts', offset: 20, limit: 10 }],
  ['Write', 'file_path content', { file_path: '/home/ada/project/a.ts', content: '' }],
  [
    'Edit',
    'file_path old_string new_string replace_all',
    { file_path: '/home/ada/project/a.ts', old_string: 'let', new_string: 'const', replace_all: true },
  ],
  ['Glob', 'pattern path', { pattern: '**/*.md', path: '/home/ada/project' }],
  [
    'Grep',
    'pattern path glob type output_mode -A -B -C -i -n',
    {
      pattern: 'todo',
      path: '/home/ada/project',
      glob: '*.ts',
      type: 'ts',
      output_mode: 'content',
      '-A': 1,
      '-B': 2,
      '-C': 3,
      '-i': true,
      '-n': true,
    },
  ],
  ['WebFetch', 'url prompt', { url: 'https://example.org/', prompt: 'Who wrote it?' }],
  [
    'WebSearch',
    'query allowed_domains blocked_domains',
    { query: 'ndjson', allowed_domains: ['example.org'], blocked_domains: ['example.com'] },
  ],
  [
    'Task',
    'subagent_type description prompt model run_in_background resume',
    {
      subagent_type: 'Explore',
      description: 'Find the parser',
      prompt: 'Where are lines parsed?',
      model: 'haiku',
      run_in_background: false,
      resume: 'a1b2c3d',
    },
  ],
  ['TaskOutput', 'task_id block timeout', { task_id: 'b7', block: true, timeout: 5000 }],
  ['TaskStop', 'task_id', { task_id: 'b7' }],
  [
    'NotebookEdit',
    'notebook_path new_source cell_id cell_type edit_mode',
    {
      notebook_path: '/home/ada/project/plot.ipynb',
      new_source: 'plot()',
      cell_id: 'c3',
      cell_type: 'code',
      edit_mode: 'insert',
    },
  ],
  [
    'AskUserQuestion',
    'questions',
    { questions: [{ question: 'Which one?', options: [{ label: 'This' }, { label: 'That' }] }] },
  ],
  ['EnterPlanMode', '', {}],
  [
    'ExitPlanMode',
    'allowedPrompts pushToRemote',
    { allowedPrompts: [{ tool: 'Bash', prompt: 'run the tests' }], pushToRemote: false },
  ],
  ['Skill', 'skill args', { skill: 'changelog', args: '--since v1' }],
  [
    'TaskCreate',
    'subject description activeForm metadata',
    { subject: 'Sort', description: 'Sort it', activeForm: 'Sorting', metadata: { size: 'small' } },
  ],
  ['TaskGet', 'taskId', { taskId: '4' }],
  [
    'TaskUpdate',
    'taskId status subject description owner addBlocks addBlockedBy',
    {
      taskId: '4',
      status: 'in_progress',
      subject: 'Sort',
      description: 'Sort it well',
      owner: 'ada',
      addBlocks: ['5'],
      addBlockedBy: ['3'],
    },
  ],
  ['TaskList', '', {}],
]

describe('seed 001, "Tool Names and Input Fields": the tool is listed and takes the fields', () => {
  test.each(toolTable)('%s %s', (tool, fields, input) => {
    expect(TOOL_NAMES).toContain(tool)
    expect(Object.keys(input)).toEqual(fields.split(' ').filter((it) => it !== ''))
    expect(isToolInput(tool, input)).toBe(true)
  })
})
