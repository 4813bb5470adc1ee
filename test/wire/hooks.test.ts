// What all hooks share, and the hooks around tools and permissions.
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type HookCallbackRequest,
  type HookEvents,
  type HookInputBase,
  type HookOutput,
  isHookEvent,
  isHookInput,
  type JsonObject,
} from '../../src/protocol/index.ts'
import { expectExample, type Known, type Needed } from './example.ts'
import { cliAsks, hookBase, hookTells } from './wire.ts'

describe('every hook', () => {
  const callback = { all: { callback_id: 'hook_0', input: {} }, needs: ['callback_id', 'input'] }

  cliAsks('R-HOOK-3 hook_callback has callback_id and input', 'hook_callback', {
    all: {
      callback_id: 'hook_0',
      input: { ...hookBase, hook_event_name: 'Stop' },
      tool_use_id: 'toolu_01Kq',
    },
    needs: callback.needs,
  })

  test('R-HOOK-4 an input says in which session it is', () => {
    const all: HookInputBase & { hook_event_name: 'Stop' } = {
      session_id: hookBase.session_id,
      transcript_path: hookBase.transcript_path,
      cwd: hookBase.cwd,
      hook_event_name: 'Stop',
      prompt_id: 'p-3',
      permission_mode: 'plan',
      agent_id: 'a63f0',
      agent_type: 'Explore',
      effort: { level: 'high' },
    }
    const needs = ['session_id', 'transcript_path', 'cwd', 'hook_event_name']
    expectExample((input) => isHookInput('Stop', input), { all, needs })
    expect(isHookInput('SubagentStop', all)).toBe(false)
  })

  const everything: HookOutput<'Stop'> = {
    continue: false,
    suppressOutput: true,
    stopReason: 'The budget is spent',
    decision: 'block',
    reason: 'Tests fail',
    systemMessage: 'Stopped by a hook',
    terminalSequence: '\u0007',
    hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'Two tests fail' },
  }
  cliAsks('R-HOOK-5 an output may go on, stop, decide and explain', 'hook_callback', {
    ...callback,
    answers: [everything, { decision: 'approve' }, {}],
  })
  test('R-HOOK-5 a decision is to approve or to block, and the specific output is that of the event', () => {
    type Direct = Exclude<HookOutput<'PreToolUse'>, { async: true }>
    expectTypeOf<Needed<Direct>>().toBeNever()
    expectTypeOf<Known<Direct['decision']>>().toEqualTypeOf<'approve' | 'block'>()
    type Specific = { hookEventName: 'PreToolUse' } & HookEvents['PreToolUse']['output']
    expectTypeOf<Direct['hookSpecificOutput']>().toEqualTypeOf<Specific | undefined>()
  })

  cliAsks('R-HOOK-6 an output may be async', 'hook_callback', {
    ...callback,
    answers: [{ async: true, asyncTimeout: 15_000 }, { async: true }],
  })

  cliAsks('R-HOOK-7 an event that is not known keeps its input', 'hook_callback', {
    all: { callback_id: 'hook_0', input: { hook_event_name: 'FullMoon', deep: { list: [1, null] } } },
    needs: callback.needs,
  })
  test('R-HOOK-7 its input is an open record', () => {
    expect(isHookEvent('FullMoon')).toBe(false)
    expect(isHookEvent('toString')).toBe(false)
    expectTypeOf<HookCallbackRequest['input']>().toEqualTypeOf<JsonObject>()
  })
})

describe('tools', () => {
  const used: HookEvents['PreToolUse']['input'] = {
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    tool_use_id: 'toolu_01Kq',
  }
  const needs = ['tool_name', 'tool_input.command']

  hookTells('R-HOOK-8 PreToolUse has the tool use, and may decide on it', 'PreToolUse', {
    all: used,
    needs,
    outputs: [
      {
        permissionDecision: 'allow',
        permissionDecisionReason: 'Tests are harmless',
        updatedInput: { command: 'npm test -- --run' },
        additionalContext: 'Tests take a minute',
      },
      { permissionDecision: 'deny' },
      { permissionDecision: 'ask' },
      { permissionDecision: 'defer' },
    ],
  })

  hookTells('R-HOOK-9 PostToolUse adds the response, and may change it', 'PostToolUse', {
    all: { ...used, tool_response: { stdout: 'ok 1' }, duration_ms: 812 },
    needs,
    outputs: [
      {
        additionalContext: 'All tests passed',
        classifierContext: 'harmless',
        updatedToolOutput: { stdout: 'ok' },
        updatedMCPToolOutput: [{ type: 'text', text: 'ok' }],
      },
    ],
  })

  hookTells('R-HOOK-10 PostToolUseFailure has the tool use and the error', 'PostToolUseFailure', {
    all: { ...used, error: 'Exit code 1', is_interrupt: false },
    needs: [...needs, 'error'],
    outputs: [{ additionalContext: 'The test of the framer is flaky' }],
  })

  hookTells('R-HOOK-11 PostToolBatch has the tool calls', 'PostToolBatch', {
    all: { tool_calls: [{ tool_name: 'Bash' }, { tool_name: 'Read' }] },
    needs: ['tool_calls[0]'],
    outputs: [{ additionalContext: 'Both are done' }],
  })

  hookTells('R-HOOK-12 PermissionRequest has the tool, and is allowed or denied', 'PermissionRequest', {
    all: {
      ...used,
      permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    },
    needs,
    outputs: [
      {
        decision: {
          behavior: 'allow',
          updatedInput: { command: 'npm test' },
          updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
        },
      },
      { decision: { behavior: 'deny', message: 'Not on a Friday', interrupt: true } },
    ],
  })

  hookTells('R-HOOK-13 PermissionDenied has the tool use and the reason', 'PermissionDenied', {
    all: { ...used, reason: 'A rule of the project denies it' },
    needs,
    outputs: [{ retry: true }],
  })
})
