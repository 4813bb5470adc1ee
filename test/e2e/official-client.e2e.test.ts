/** The official client drives the simulator, and the real CLI to compare: the same must come of it. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../src/protocol/json.ts'
import type { Scenario } from '../../src/simulator/index.ts'
import { type Message, type OfficialClient, officialClient, Prompts, type Query } from './official/client.ts'
import { type OfficialStage, setOfficialStage } from './official/stage.ts'

const scenario: Scenario = {
  scripts: [
    { prompt: 'say hello', replies: [[{ text: 'Hello.' }]] },
    { prompt: 'and goodbye', replies: [[{ text: 'Goodbye.' }]] },
    {
      prompt: 'write a file',
      replies: [
        [{ tool: 'Write', input: { file_path: 'made.txt', content: 'by the model' }, run: true }],
        [{ text: 'Written.' }],
      ],
    },
    {
      prompt: 'list the files',
      replies: [[{ tool: 'Bash', input: { command: 'ls' }, run: true }], [{ text: 'Listed.' }]],
    },
    {
      prompt: 'add two numbers',
      replies: [[{ tool: 'mcp__calculator__add', input: { a: 2, b: 3 }, run: true }], [{ text: 'Added.' }]],
    },
    { prompt: 'take your time', replies: [[{ text: 'Well.' }, { hold: 'for ever' }]] },
  ],
}

const agents = [
  { agent: 'simulator', version: '2.1.197' },
  { agent: 'simulator', version: '2.1.325' },
  { agent: 'real', version: '2.1.325' },
] as const

describe.each(agents)('the official client with $agent $version', ({ agent, version }) => {
  let stage: OfficialStage
  let home: string
  let cwd: string
  let client: OfficialClient
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)

  beforeAll(async () => {
    process.on('unhandledRejection', note)
    client = await officialClient()
    stage = await setOfficialStage(agent, version, scenario)
    home = stage.home
    cwd = stage.cwd
  })

  afterAll(async () => {
    await stage.close()
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  function ask(prompt: string | Prompts, options: JsonObject = {}): Query {
    return client.query({
      prompt,
      options: { pathToClaudeCodeExecutable: stage.executable, cwd, env: stage.env, ...options },
    })
  }

  async function all(query: Query): Promise<Message[]> {
    const messages: Message[] = []
    for await (const message of query) messages.push(message)
    return messages
  }

  const of = (messages: Message[], type: string) => messages.filter((message) => message.type === type)
  const resultOf = (messages: Message[]) => of(messages, 'result').at(-1)

  test('a query: init, the answer, the result', async () => {
    const messages = await all(ask('say hello', { includePartialMessages: true }))
    const [init] = of(messages, 'system').filter(({ subtype }) => subtype === 'init')
    expect(init).toMatchObject({ cwd, claude_code_version: version, permissionMode: 'default' })
    expect(of(messages, 'stream_event').length).toBeGreaterThan(4)
    expect(of(messages, 'assistant')).toMatchObject([
      { message: { content: [{ type: 'text', text: 'Hello.' }] }, session_id: init?.session_id },
    ])
    expect(of(messages, 'result')).toMatchObject([
      { subtype: 'success', is_error: false, result: 'Hello.', session_id: init?.session_id },
    ])
  })

  test('several turns in one session, and requests between them', async () => {
    const prompts = new Prompts()
    const query = ask(prompts)
    prompts.send('say hello')
    const results: unknown[] = []
    const sessions = new Set<unknown>()
    for await (const message of query) {
      if (message.type !== 'result') continue
      results.push(message.result)
      sessions.add(message.session_id)
      if (results.length > 1) {
        prompts.end()
        continue
      }
      expect((await query.supportedCommands()).map(({ name }) => name)).toContain('compact')
      expect((await query.supportedModels()).length).toBeGreaterThan(0)
      expect(await query.mcpServerStatus()).toEqual([])
      await query.setPermissionMode('plan')
      prompts.send('and goodbye')
    }
    expect(results).toEqual(['Hello.', 'Goodbye.'])
    expect(sessions.size).toBe(1)
  })

  test('canUseTool: what it allows is done with the input that it gives', async () => {
    const asked: JsonObject[] = []
    const canUseTool = async (name: string, input: JsonObject, context: JsonObject) => {
      asked.push({ name, input, toolUseID: context.toolUseID })
      return { behavior: 'allow', updatedInput: { ...input, content: 'by the user' } }
    }
    const messages = await all(ask('write a file', { canUseTool }))
    expect(asked).toMatchObject([{ name: 'Write', toolUseID: expect.stringMatching(/^toolu_/) }])
    expect(readFileSync(join(cwd, 'made.txt'), 'utf8')).toBe('by the user')
    expect(resultOf(messages)).toMatchObject({ result: 'Written.', permission_denials: [] })
  })

  test('canUseTool: what it denies is not done, and the model is told why', async () => {
    rmSync(join(cwd, 'made.txt'), { force: true })
    const canUseTool = async () => ({ behavior: 'deny', message: 'Not today.' })
    const messages = await all(ask('write a file', { canUseTool }))
    expect(existsSync(join(cwd, 'made.txt'))).toBe(false)
    expect(JSON.stringify(of(messages, 'user'))).toContain('Not today.')
    expect(resultOf(messages)).toMatchObject({ permission_denials: [{ tool_name: 'Write' }] })
  })

  test('hooks: they see the tool, its result and the prompt, and may forbid it', async () => {
    const seen: string[] = []
    const hook = (answer: JsonObject) => async (input: JsonObject) => {
      seen.push(`${input.hook_event_name} ${input.tool_name ?? input.prompt ?? ''}`.trim())
      return answer
    }
    const hooks = {
      UserPromptSubmit: [{ hooks: [hook({})] }],
      PreToolUse: [{ matcher: 'Bash', hooks: [hook({})] }],
      PostToolUse: [{ hooks: [hook({})] }],
      Stop: [{ hooks: [hook({})] }],
    }
    await all(ask('list the files', { hooks, allowedTools: ['Bash'] }))
    expect(seen).toEqual(['UserPromptSubmit list the files', 'PreToolUse Bash', 'PostToolUse Bash', 'Stop'])
    const forbids = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'The hook says no.',
      },
    }
    const messages = await all(
      ask('list the files', { hooks: { PreToolUse: [{ hooks: [hook(forbids)] }] }, allowedTools: ['Bash'] }),
    )
    expect(JSON.stringify(of(messages, 'user'))).toContain('The hook says no.')
  })

  test('an SDK MCP server: the model calls a tool of this program', async () => {
    const calls: JsonObject[] = []
    const add = client.tool('add', 'Adds', { a: z.number(), b: z.number() }, async (input) => {
      calls.push(input)
      return { content: [{ type: 'text', text: `The sum is ${Number(input.a) + Number(input.b)}.` }] }
    })
    const calculator = client.createSdkMcpServer({ name: 'calculator', version: '1.0.0', tools: [add] })
    const messages = await all(
      ask('add two numbers', { mcpServers: { calculator }, allowedTools: ['mcp__calculator__add'] }),
    )
    expect(calls).toEqual([{ a: 2, b: 3 }])
    const [init] = of(messages, 'system').filter(({ subtype }) => subtype === 'init')
    expect(init).toMatchObject({ mcp_servers: [{ name: 'calculator', status: 'connected' }] })
    expect(init?.tools).toContain('mcp__calculator__add')
    expect(JSON.stringify(of(messages, 'user'))).toContain('The sum is 5.')
    expect(resultOf(messages)).toMatchObject({ result: 'Added.' })
  })

  test('interrupt: the turn ends, and the next one runs', async () => {
    const prompts = new Prompts()
    const query = ask(prompts, { includePartialMessages: true })
    prompts.send('take your time')
    const results: Message[] = []
    let isStopped = false
    for await (const message of query) {
      const isDelta = message.type === 'stream_event' && JSON.stringify(message.event).includes('text_delta')
      if (isDelta && !isStopped) {
        isStopped = true
        await query.interrupt()
      }
      if (message.type !== 'result') continue
      results.push(message)
      if (results.length === 1) prompts.send('say hello')
      else prompts.end()
    }
    expect(results).toMatchObject([
      { subtype: 'error_during_execution' },
      { subtype: 'success', result: 'Hello.' },
    ])
  })

  test('resume: the same session goes on, or a fork of it', async () => {
    const first = resultOf(await all(ask('say hello')))
    const again = resultOf(await all(ask('and goodbye', { resume: first?.session_id })))
    expect(again).toMatchObject({ result: 'Goodbye.', session_id: first?.session_id })
    const latest = resultOf(await all(ask('say hello', { continue: true })))
    expect(latest?.session_id).toBe(first?.session_id)
    const fork = resultOf(await all(ask('say hello', { resume: first?.session_id, forkSession: true })))
    expect(fork).toMatchObject({ result: 'Hello.' })
    expect(fork?.session_id).not.toBe(first?.session_id)
    const project = join(home, 'claude', 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'))
    const transcript = readFileSync(join(project, `${first?.session_id}.jsonl`), 'utf8')
    for (const said of ['say hello', 'Hello.', 'and goodbye', 'Goodbye.']) expect(transcript).toContain(said)
  })

  test('resume of a session that there is not fails, and says so', async () => {
    const absent = '00000000-0000-4000-8000-000000000000'
    await expect(all(ask('say hello', { resume: absent }))).rejects.toThrow(
      /No conversation found|exited with code 1/,
    )
  })
})
