// The request that opens a session, and how hooks are registered in it.
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type AccountInfo,
  type AgentDefinition,
  type HookRegistration,
  type InitializeRequest,
  type InitializeResponse,
  isHookEvent,
  isToolName,
  type ModelInfo,
  type SlashCommand,
} from '../../src/protocol/index.ts'
import type { Known, Needed } from './example.ts'
import { hostAsks } from './wire.ts'

const reviewer: AgentDefinition = {
  description: 'Reads changes',
  prompt: 'You read changes and name what is wrong.',
  tools: ['Read', 'Grep'],
}
const hooks: HookRegistration = {
  PreToolUse: [
    { hookCallbackIds: ['hook_0', 'hook_1'], matcher: 'Edit|Write', timeout: 30, onFailure: 'block' },
    { hookCallbackIds: ['hook_2'] },
  ],
  Stop: [{ hookCallbackIds: ['hook_3'], onFailure: 'continue' }],
}

describe('the request', () => {
  hostAsks('R-CONTROL-7 initialize needs nothing', 'initialize', {
    all: {
      hooks,
      sdkMcpServers: ['tickets'],
      jsonSchema: { type: 'object', properties: { files: { type: 'array' } } },
      systemPrompt: 'You sort files.',
      appendSystemPrompt: 'Answer in one line.',
      agents: { reviewer },
    },
  })

  hostAsks('R-CONTROL-8 initialize of newer versions may say more', 'initialize', {
    all: {
      title: 'Sort the parser tests',
      skills: ['changelog'],
      plugins: [{ type: 'local', path: '/home/ada/spelling' }],
      toolAliases: { Bash: 'Shell' },
      planModeInstructions: 'Name the files.',
      promptSuggestions: true,
      agentProgressSummaries: true,
      forwardSubagentText: false,
      supportedDialogKinds: ['refusal_fallback_prompt'],
      perTaskStopAffordance: true,
      excludeDynamicSections: false,
      sdkMcpServerConfigs: { tickets: { timeout: 5000 } },
    },
  })

  hostAsks('R-CONTROL-9 an agent goes out with what it needs, and with its tools', 'initialize', {
    all: { agents: { reviewer, tester: { description: 'Runs tests', prompt: 'You run the tests.' } } },
  })
  test('R-CONTROL-9 an agent has description and prompt, and may have tools', () => {
    expectTypeOf<Needed<AgentDefinition>>().toEqualTypeOf<'description' | 'prompt'>()
    expectTypeOf<AgentDefinition>().toHaveProperty('tools')
  })
})

describe('the answer', () => {
  const commands: SlashCommand[] = [
    { name: 'compact', description: 'Summarise the conversation', argumentHint: '[what to keep]' },
  ]
  const models: ModelInfo[] = [{ value: 'sonnet', displayName: 'Sonnet', description: 'For every day' }]
  const account: AccountInfo = {
    email: 'ada@example.org',
    organization: 'Engines',
    subscriptionType: 'Claude Team',
    tokenSource: 'claude.ai',
    apiKeySource: 'none',
    apiProvider: 'firstParty',
  }
  const answer: InitializeResponse = {
    commands,
    output_style: 'default',
    available_output_styles: ['default', 'Learning'],
    models,
    account,
  }

  hostAsks('R-CONTROL-10 initialize is answered with what the session offers', 'initialize', {
    all: {},
    answers: [
      answer,
      {
        ...answer,
        agents: [{ name: 'Explore', description: 'Looks around', model: 'haiku' }],
        pid: 4711,
        claude_code_version: '2.1.325',
        current_permission_mode: 'default',
        session_state: 'idle',
        capabilities: ['interrupt_receipt_v1'],
      },
    ],
  })

  hostAsks('R-CONTROL-11 commands and models are described', 'initialize', {
    all: {},
    answers: [{ commands, models }],
  })
  test('R-CONTROL-11 a command has its name, a model its value', () => {
    expectTypeOf<Needed<SlashCommand>>().toEqualTypeOf<'name'>()
    expectTypeOf<Needed<ModelInfo>>().toEqualTypeOf<'value'>()
  })

  hostAsks('R-CONTROL-12 the account may be described', 'initialize', {
    all: {},
    answers: [{ account }, { account: {} }],
  })
})

describe('hooks', () => {
  hostAsks('R-HOOK-1 hooks maps an event to matchers', 'initialize', { all: { hooks } })
  test('R-HOOK-1 a matcher needs the ids of its callbacks alone', () => {
    type Matcher = NonNullable<HookRegistration['PreToolUse']>[number]
    expectTypeOf<Needed<Matcher>>().toEqualTypeOf<'hookCallbackIds'>()
    expectTypeOf<Known<Matcher['onFailure']>>().toEqualTypeOf<'continue' | 'block'>()
    expect(Object.keys(hooks).every(isHookEvent)).toBe(true)
  })

  const matcher = 'Edit|Write'
  hostAsks('R-HOOK-2 a matcher goes out as the pattern that it is', 'initialize', {
    all: { hooks: { PostToolUse: [{ matcher, hookCallbackIds: ['hook_0'] }] } } satisfies InitializeRequest,
  })
  test('R-HOOK-2 its alternatives are names of tools', () => {
    expect(matcher.split('|').every(isToolName)).toBe(true)
  })
})
