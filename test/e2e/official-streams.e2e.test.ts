/** What the official client receives from the simulator is, message by message, what it receives from the real CLI of the same version. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from '../../src/protocol/json.ts'
import type { Reply, Scenario } from '../../src/simulator/index.ts'
import { type ClaudeVersion, testedVersions } from './claude-binaries.ts'
import { type Message, officialClient, Prompts, type Query } from './official/client.ts'
import { threadsOf } from './official/normalize.ts'
import { setOfficialStage } from './official/stage.ts'

/** A prompt, and how many results it brings. */
interface Step {
  readonly prompt: string
  readonly results?: number
  before?(query: Query): Promise<unknown>
  /** Done after its first result, where it brings more than one. */
  between?(cwd: string): void
}

interface Talk {
  readonly scenario: Scenario
  readonly options: JsonObject
  readonly steps: readonly Step[]
}

async function received(agent: 'real' | 'simulator', version: ClaudeVersion, talk: Talk) {
  const stage = await setOfficialStage(agent, version, talk.scenario)
  const prompts = new Prompts()
  onTestFinished(async () => {
    prompts.end()
    await stage.close()
  })
  const client = await officialClient()
  const { executable: pathToClaudeCodeExecutable, cwd, env } = stage
  const options = { pathToClaudeCodeExecutable, cwd, env, ...talk.options }
  const query = client.query({ prompt: prompts, options })
  const messages: Message[] = []
  let thrown = ''
  const steps = [...talk.steps]
  const now: { awaited: number; step?: Step } = { awaited: 0 }
  const next = async () => {
    const step = steps.shift()
    if (step === undefined) return prompts.end()
    await step.before?.(query)
    now.awaited = step.results ?? 1
    now.step = step
    prompts.send(step.prompt)
  }
  try {
    await next()
    for await (const message of query) {
      messages.push(message)
      if (message.type !== 'result') continue
      now.awaited -= 1
      if (now.awaited === 0) await next()
      else now.step?.between?.(cwd)
    }
  } catch (error) {
    thrown = String(error)
  }
  return { ...threadsOf(messages, stage.home), thrown }
}

const bash = (command: string, more: JsonObject = {}) =>
  ({ tool: 'Bash', input: { command, description: 'Runs it', ...more }, run: true }) as const
const helper = (inBackground: boolean, prompt: string) =>
  ({
    tool: 'Agent',
    input: {
      description: 'Looks',
      prompt,
      subagent_type: 'general-purpose',
      run_in_background: inBackground,
    },
  }) as const

const hookAnswers: { [command: string]: JsonObject } = {
  'ls one': { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Not this.' } },
  'ls two': { hookSpecificOutput: { permissionDecision: 'deny' } },
  'ls three': { decision: 'block', reason: 'Blocked by it.' },
  'ls four': { decision: 'block' },
  'ls five': { continue: false, stopReason: 'Enough.' },
}
const says = (command: unknown) => {
  const answer = hookAnswers[String(command)] ?? {}
  const { hookSpecificOutput: specific } = answer
  if (specific === undefined) return answer
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...(specific as JsonObject) } }
}

const denied: Talk = {
  scenario: {
    scripts: Object.keys(hookAnswers).map((command) => ({
      prompt: command,
      replies: [[bash(command)], [{ text: 'Denied.' }]],
    })),
  },
  options: {
    allowedTools: ['Bash'],
    hooks: {
      PreToolUse: [
        { hooks: [async ({ tool_input }: { tool_input: JsonObject }) => says(tool_input.command)] },
      ],
    },
  },
  steps: Object.keys(hookAnswers).map((prompt) => ({ prompt })),
}

const delegated: Talk = {
  scenario: {
    scripts: [
      { prompt: 'wait for it', replies: [[helper(false, 'look here')], [{ text: 'Waited.' }]] },
      { prompt: 'look here', replies: [[bash('echo inside')], [{ text: 'Looked here.' }]] },
      {
        prompt: 'delegate it',
        replies: [[helper(true, 'look there')], [{ text: 'Delegated.' }], [{ text: 'It has looked.' }]],
      },
      { prompt: 'look there', replies: [[{ text: 'Looked there.' }]] },
      {
        prompt: 'run it',
        replies: [
          [bash('while [ ! -e go ]; do sleep 0.05; done', { run_in_background: true })],
          [{ text: 'Started.' }],
          [{ text: 'It is done.' }],
        ],
      },
      ...['one', 'two', 'three', 'four'].map((prompt) => ({ prompt, replies: [[{ text: 'Yes.' }]] })),
    ],
  },
  options: { allowedTools: ['Agent', 'Bash'] },
  steps: [
    { prompt: 'wait for it' },
    { prompt: 'delegate it', results: 2 },
    { prompt: 'run it', results: 2, between: (cwd) => writeFileSync(join(cwd, 'go'), '') },
    { prompt: 'one', before: (query) => query.setModel('claude-haiku-4-5') },
    { prompt: 'two', before: (query) => query.setModel('sonnet') },
    { prompt: 'three', before: (query) => query.setModel('nonsense') },
    { prompt: 'four', before: (query) => query.setModel() },
  ],
}

const schema = {
  type: 'object',
  properties: { a: { type: 'number' }, kind: { enum: ['x', 'y'] } },
  required: ['a'],
  additionalProperties: false,
}
const output = (input: JsonObject): Reply => [{ tool: 'StructuredOutput', input }]

const structured: Talk = {
  scenario: {
    scripts: [
      {
        prompt: 'shape it',
        replies: [output({ a: 'x' }), output({ a: 1, b: 2 }), output({}), output({ a: 1 })],
      },
      {
        prompt: 'say it',
        replies: [[{ text: 'No.' }], output({ a: 2, kind: 'z' }), output({ a: 2, kind: 'x' })],
      },
      { prompt: 'fail', replies: Array.from({ length: 6 }, () => output({ a: 'x' })) },
    ],
  },
  options: { outputFormat: { type: 'json_schema', schema } },
  steps: [{ prompt: 'shape it' }, { prompt: 'say it' }, { prompt: 'fail' }],
}

describe.each(testedVersions)('the official client with %s', (version) => {
  test.each([
    ['tools that hooks deny', denied],
    ['sub-agents, background commands and models', delegated],
    ['structured output', structured],
  ] as const)('the same stream from both: %s', async (_what, talk) => {
    const [real, simulated] = await Promise.all([
      received('real', version, talk),
      received('simulator', version, talk),
    ])
    expect(simulated).toEqual(real)
  })
})
