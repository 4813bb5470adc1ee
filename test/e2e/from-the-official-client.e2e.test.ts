/** What docs/guide/from-the-official-client.md says of both clients, on the real CLI. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query, Session } from '../../src/client/index.ts'
import { SESSION_OPTIONS } from '../../src/client/option-names.ts'
import type { JsonObject } from '../../src/protocol/json.ts'
import { claudeBinary } from './claude-binaries.ts'
import { type Message, officialClient } from './official/client.ts'
import { isConversation } from './scene.ts'
import { type Stage, setStage } from './stage.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const page = read('../../docs/guide/from-the-official-client.md')

describe('names', () => {
  test('an option of the official client has the same name here, or is on the page', () => {
    const [, options = ''] =
      /^export declare type Options = \{(.*?)^\};/ms.exec(
        read('../cli/node_modules/@anthropic-ai/claude-agent-sdk/sdk.d.ts'),
      ) ?? []
    const names = [...options.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(50)
    const missing = names.filter((name) => !(name in SESSION_OPTIONS) && !page.includes(`\`${name}`))
    expect(missing).toEqual([])
  })

  test('methods that keep their names are methods of the session', () => {
    const row = page.split('\n').find((line) => line.includes('methods of the session with the same names'))
    const names = [...(row ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !(name in Session.prototype))).toEqual([])
  })
})

describe('defaults', () => {
  const version = '2.1.325'
  const mark = 'FAIRLEAD_TEST_MARK'
  let stage: Stage
  beforeAll(async () => {
    process.env[mark] = 'inherited'
    stage = await setStage(version, {
      scripts: [
        { prompt: 'say hello', replies: [[{ text: 'Hello.' }]] },
        {
          prompt: 'print it',
          replies: [[{ tool: 'Bash', input: { command: `echo "it is $${mark}"` } }], [{ text: 'Done.' }]],
        },
      ],
    })
  })
  afterAll(async () => {
    delete process.env[mark]
    await stage.close()
  })

  async function theirs(prompt: string, options: JsonObject = {}): Promise<Message[]> {
    const { query: theirQuery } = await officialClient()
    const env = { PATH: process.env.PATH, ...stage.env }
    const all = { pathToClaudeCodeExecutable: claudeBinary(version), cwd: stage.cwd, env, ...options }
    return collect(theirQuery({ prompt, options: all }))
  }
  const ours = (prompt: string, options: JsonObject = {}): Promise<Message[]> =>
    collect(
      query({
        prompt,
        options: { binary: claudeBinary(version), cwd: stage.cwd, env: stage.env, ...options },
      }),
    )
  async function collect(source: AsyncIterable<object>): Promise<Message[]> {
    const messages: Message[] = []
    for await (const message of source) messages.push(message as Message)
    return messages
  }

  const has = (messages: Message[], type: string) => messages.some((message) => message.type === type)
  const toolResult = (messages: Message[]) =>
    JSON.stringify(messages.filter(({ type }) => type === 'user').at(-1))
  const modeOf = (messages: Message[]) => messages.find(({ subtype }) => subtype === 'init')?.permissionMode
  /** Without the lines that the CLI adds to every prompt. */
  function systemPrompt(): string {
    const { body } = stage.model.requests.filter(isConversation).at(-1) ?? {}
    const blocks = (body as { system?: { text: string }[] } | undefined)?.system ?? []
    return blocks
      .map(({ text }) => text)
      .filter((text) => !/^(x-anthropic|You are a Claude agent, built)/.test(text))
      .join('')
  }

  test('system prompt and parts of messages', async () => {
    expect(has(await theirs('say hello'), 'stream_event')).toBe(false)
    expect(systemPrompt()).toBe('')
    expect(has(await ours('say hello'), 'stream_event')).toBe(true)
    expect(systemPrompt().length).toBeGreaterThan(1000)
    expect(
      has(await ours('say hello', { systemPrompt: '', includePartialMessages: false }), 'stream_event'),
    ).toBe(false)
    expect(systemPrompt()).toBe('')
  })

  test('the permission mode is the one of the settings, or `default`', async () => {
    const cwd = join(stage.home, 'trusting')
    mkdirSync(join(cwd, '.claude'), { recursive: true })
    const settings = { permissions: { defaultMode: 'acceptEdits' } }
    writeFileSync(join(cwd, '.claude', 'settings.json'), JSON.stringify(settings))
    expect(modeOf(await theirs('say hello', { cwd }))).toBe('acceptEdits')
    expect(modeOf(await ours('say hello', { cwd }))).toBe('default')
  })

  test('a tool that needs permission, without a handler or without its answer', async () => {
    expect(toolResult(await theirs('print it'))).toContain('"is_error":true')
    expect(toolResult(await ours('print it'))).toContain('the host has no approval handler')
    const canUseTool = async () => undefined
    expect(toolResult(await theirs('print it', { canUseTool }))).toContain('invalid permission result')
  })

  test('the environment, and a hook that throws', async () => {
    const allowedTools = ['Bash']
    const boom = () => {
      throw new Error('boom')
    }
    const theirHooks = { PreToolUse: [{ hooks: [async () => boom()] }] }
    expect(toolResult(await theirs('print it', { allowedTools, hooks: theirHooks }))).toContain(
      '"content":"it is"',
    )
    expect(toolResult(await ours('print it', { allowedTools }))).toContain('"content":"it is inherited"')
    const hooks = { PreToolUse: [{ handler: boom }] }
    expect(toolResult(await ours('print it', { allowedTools, hooks }))).toContain('"is_error":true')
  })

  test('`ready` has what the official client has methods for', async () => {
    const session = await stage.open()
    const { models, commands, agents, account } = await session.ready
    for (const list of [models, commands, agents]) expect(list?.length).toBeGreaterThan(0)
    expect(account).toMatchObject({ apiKeySource: 'ANTHROPIC_API_KEY' })
    await session.close()
  })
})
