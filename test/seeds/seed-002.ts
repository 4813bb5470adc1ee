// Seed 002: an earlier, shorter guide by the same hand as seed 001; all on one line.
import type { PermissionResult } from '../../src/protocol/index.ts'
import type { SeedExample } from './example.ts'

export const seed002: SeedExample[] = [
  {
    section: 'Message Protocol (NDJSON)',
    what: 'user message',
    from: 'host',
    type: 'user',
    message: {
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: 'Why does the build fail?' }] },
    },
  },
  {
    section: 'Tool Approval Protocol',
    what: 'can_use_tool',
    from: 'cli',
    type: 'control_request',
    subtype: 'can_use_tool',
    message: {
      type: 'control_request',
      request_id: '4a9c0e7f-6b1d-4f83-a2c5-7e0d9b3f1a12',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        input: { command: 'npm run build', description: 'Build the package' },
        decision_reason: 'No rule allows this command',
        tool_use_id: 'toolu_02Ab',
      },
    },
  },
  {
    section: 'Tool Approval Protocol',
    what: 'allow',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: '4a9c0e7f-6b1d-4f83-a2c5-7e0d9b3f1a12',
        response: {
          behavior: 'allow',
          updatedInput: { command: 'npm run build', description: 'Build the package' },
        } satisfies PermissionResult,
      },
    },
  },
  {
    section: 'Tool Approval Protocol',
    what: 'deny',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: '4a9c0e7f-6b1d-4f83-a2c5-7e0d9b3f1a12',
        response: { behavior: 'deny', message: 'The build takes too long now' } satisfies PermissionResult,
      },
    },
  },
  {
    section: 'Permission Modes vs prompt tool',
    what: 'set_permission_mode',
    from: 'host',
    type: 'control_request',
    subtype: 'set_permission_mode',
    message: {
      type: 'control_request',
      request_id: 'mode-1',
      request: { subtype: 'set_permission_mode', mode: 'plan' },
    },
  },
  {
    section: 'Permission Modes vs prompt tool',
    what: 'answer to set_permission_mode',
    from: 'cli',
    type: 'control_response',
    subtype: 'success',
    message: { type: 'control_response', response: { subtype: 'success', request_id: 'mode-1' } },
  },
  {
    section: 'Cost Tracking',
    what: 'result with cost, tokens and denials',
    from: 'cli',
    type: 'result',
    subtype: 'success',
    message: {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'I could not build it: the command was denied.',
      total_cost_usd: 0.0312,
      usage: { input_tokens: 812, output_tokens: 94 },
      permission_denials: [
        { tool_name: 'Bash', tool_use_id: 'toolu_02Ab', tool_input: { command: 'npm run build' } },
      ],
    },
  },
]
