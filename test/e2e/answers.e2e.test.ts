// What the CLI does with answers that our client would never give. They are written as raw lines.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/protocol/json.ts'
import type { McpMessage } from '../../src/protocol/mcp.ts'
import type { StdoutMessage } from '../../src/protocol/stdout.ts'
import type { ToolStep } from '../../src/simulator/index.ts'
import { testedVersions } from './claude-binaries.ts'
import { type CliRequestMessage, RawCli } from './raw-cli.ts'
import { toolResults } from './scene.ts'
import { type Stage, setStage } from './stage.ts'
import { bash, write } from './steps.ts'
import { conversations } from './talk.ts'

const PROMPT = 'play the script'
const inputOf = ({ request }: CliRequestMessage): JsonObject =>
  'input' in request ? (request.input as JsonObject) : {}

describe.each(testedVersions)('answers to %s', (version) => {
  const old = version === '2.1.197'
  let stage: Stage
  let cli: RawCli
  let hello: StdoutMessage
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    await start()
  })
  // What a failed test left open would hold up the next one.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await cli.close()
    await start()
  })
  afterAll(async () => {
    await cli.close()
    await stage.close()
  })
  async function start(): Promise<void> {
    cli = new RawCli(stage)
    const PreToolUse = [{ matcher: 'Read', hookCallbackIds: ['on-read'] }]
    const NoSuchEvent = [{ hookCallbackIds: ['on-nothing'] }]
    hello = await cli.call({ subtype: 'initialize', hooks: { PreToolUse, NoSuchEvent } })
  }
  const made = (name: string) => existsSync(join(stage.cwd, name))
  /** Lets the model call the tool. */
  function play(tool: ToolStep): void {
    stage.model.use({ scripts: [{ prompt: PROMPT, replies: [[tool]] }] })
    cli.prompt(PROMPT)
  }
  async function ask(tool: ToolStep): Promise<CliRequestMessage> {
    play(tool)
    return cli.asked()
  }
  const results = () => toolResults(stage.model)

  test('R-APPROVE-4: an allow without input', async () => {
    cli.answer(await ask(write('no-input.txt')), { behavior: 'allow' })
    const { permission_denials } = await cli.result()
    expect(permission_denials).toHaveLength(old ? 1 : 0)
    expect(results()).toMatchObject([{ isError: old }])
    expect(made('no-input.txt')).toBe(!old)
  })

  test('R-APPROVE-6: an allow with an input of null is a denial', async () => {
    cli.answer(await ask(write('null-input.txt')), { behavior: 'allow', updatedInput: null })
    expect((await cli.result()).permission_denials).toHaveLength(1)
    expect(results()).toMatchObject([{ isError: true }])
    expect(made('null-input.txt')).toBe(false)
  })

  test.each([
    ['a denial without message', { behavior: 'deny' }],
    ['an unknown behavior', { behavior: 'perhaps', message: 'Who knows?' }],
    ['an empty answer', {}],
  ])('R-APPROVE-11: %s is a denial, and the turn goes on', async (_what, answer) => {
    cli.answer(await ask(write('strange.txt')), answer)
    const result = await cli.result()
    expect(result).toMatchObject({ subtype: 'success', is_error: false, result: 'Done.' })
    expect(result.permission_denials).toHaveLength(1)
    expect(results()).toMatchObject([{ isError: true, text: expect.stringMatching(/./) }])
    expect(made('strange.txt')).toBe(false)
  })

  test('R-APPROVE-14: an error is the result of the tool, and the turn goes on', async () => {
    const { request_id } = await ask(write('error.txt'))
    cli.write({ type: 'control_response', response: { subtype: 'error', request_id, error: 'out of order' } })
    expect(await cli.result()).toMatchObject({ subtype: 'success', result: 'Done.' })
    expect(results()).toMatchObject([{ text: expect.stringContaining('out of order'), isError: true }])
    expect(made('error.txt')).toBe(false)
  })

  test('R-APPROVE-15: an answer that is not nested, or to nobody, is ignored', async () => {
    const asked = await ask(write('late.txt'))
    const allow = { behavior: 'allow', updatedInput: inputOf(asked) }
    const { request_id } = asked
    cli.write({ type: 'control_response', request_id, response: allow })
    cli.answer({ ...asked, request_id: 'nobody' }, allow)
    await cli.call({ subtype: 'mcp_status' })
    expect(made('late.txt')).toBe(false)
    cli.answer(asked, allow)
    await cli.result()
    expect(made('late.txt')).toBe(true)
  })

  test('an answer that is nested too little is one without content: a denial', async () => {
    const asked = await ask(write('flat.txt'))
    const allow = { behavior: 'allow', updatedInput: inputOf(asked) }
    const { request_id } = asked
    cli.write({ type: 'control_response', response: { subtype: 'success', request_id, ...allow } })
    expect((await cli.result()).permission_denials).toHaveLength(1)
    expect(made('flat.txt')).toBe(false)
  })

  test('R-APPROVE-16: the first answer counts', async () => {
    const asked = await ask(write('first.txt'))
    cli.answer(asked, { behavior: 'deny', message: 'The first.' })
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
    await cli.result()
    expect(results()).toMatchObject([{ text: 'The first.' }])
    expect(made('first.txt')).toBe(false)
  })

  test('R-APPROVE-16: an answer after the withdrawal does nothing', async () => {
    const asked = await ask(write('withdrawn.txt'))
    await cli.call({ subtype: 'interrupt' })
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
    expect(await cli.result()).toMatchObject({ terminal_reason: 'aborted_tools' })
    await cli.call({ subtype: 'mcp_status' })
    expect(made('withdrawn.txt')).toBe(false)
  })

  test.each([{}, { toolUseID: 'toolu_other' }])(
    'R-APPROVE-17: the tool use id does not matter: %o',
    async (id) => {
      const path = `tool-use-${Object.keys(id).length}.txt`
      const asked = await ask(write(path))
      cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked), ...id })
      await cli.result()
      expect(made(path)).toBe(true)
    },
  )

  test('R-APPROVE-30: a request that the host cancels stays open', async () => {
    const asked = await ask(write('cancelled.txt'))
    cli.write({ type: 'control_cancel_request', request_id: asked.request_id })
    await cli.call({ subtype: 'mcp_status' })
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked) })
    await cli.result()
    expect(made('cancelled.txt')).toBe(true)
  })

  /** Has the tool called again, and says whether the CLI asked. */
  async function asksAgain(tool: ToolStep): Promise<boolean> {
    play(tool)
    const asked = await cli.next('control_request', 'result')
    if (asked.type === 'result') return false
    cli.answer(asked, { behavior: 'deny', message: 'No.' })
    await cli.result()
    return true
  }
  const suggestions = ({ request }: CliRequestMessage) =>
    'permission_suggestions' in request ? (request.permission_suggestions as JsonObject[]) : []

  test('R-APPROVE-23: what a denial says about permissions is ignored', async () => {
    const tool = bash(`touch ${join(stage.cwd, 'on-deny.txt')}`)
    const rule = { toolName: 'Bash', ruleContent: tool.input.command }
    const update = { type: 'addRules', rules: [rule], behavior: 'allow', destination: 'session' }
    cli.answer(await ask(tool), { behavior: 'deny', message: 'No.', updatedPermissions: [update] })
    await cli.result()
    expect(await asksAgain(tool)).toBe(true)
  })

  test('R-APPROVE-24 R-PERM-15: applyPermissionSuggestion does nothing', async () => {
    const tool = bash(`touch ${join(stage.cwd, 'suggested.txt')}`)
    const asked = await ask(tool)
    const [applyPermissionSuggestion] = suggestions(asked)
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked), applyPermissionSuggestion })
    await cli.result()
    expect(made('suggested.txt')).toBe(true)
    expect(await asksAgain(tool)).toBe(true)
  })

  test('R-APPROVE-19: a local rule is written, and 197 does not honour it without trust', async () => {
    const tool = bash(`mkdir ${join(stage.cwd, 'local')}`)
    const asked = await ask(tool)
    const updatedPermissions = suggestions(asked).filter(({ destination }) => destination === 'localSettings')
    cli.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked), updatedPermissions })
    await cli.result()
    // The file is written beside the turn.
    const file = join(stage.cwd, '.claude/settings.local.json')
    await expect
      .poll(() => existsSync(file) && JSON.parse(readFileSync(file, 'utf8') || '{}').permissions?.allow)
      .toEqual([expect.stringContaining('mkdir')])
    // A busy machine may be late in telling 325 that the file is another.
    await expect.poll(() => asksAgain(tool)).toBe(old)
  })

  const question = {
    question: 'Which?',
    header: 'Which',
    options: [
      { label: 'One', description: 'The first' },
      { label: 'Two', description: 'The second' },
    ],
    multiSelect: true,
  }
  const questions: ToolStep = { tool: 'AskUserQuestion', input: { questions: [question] } }

  test('R-ASK-7: answers without the questions are against the schema', async () => {
    cli.answer(await ask(questions), { behavior: 'allow', updatedInput: { answers: { 'Which?': 'One' } } })
    await cli.result()
    expect(results()).toMatchObject([{ text: expect.stringContaining('schema'), isError: true }])
  })

  test('R-ASK-4: an array of labels is taken too', async () => {
    const asked = await ask(questions)
    const updatedInput = { ...inputOf(asked), answers: { 'Which?': ['One', 'Two'] } }
    cli.answer(asked, { behavior: 'allow', updatedInput })
    await cli.result()
    expect(results()).toMatchObject([{ text: expect.stringMatching(/One, ?Two/), isError: false }])
  })

  test('R-HOOK-35: a hook of an event that does not exist is taken in silence', () => {
    expect(hello).toMatchObject({ response: { subtype: 'success' } })
  })

  /** Has a file read, about which a hook is called first. */
  async function askHook(name: string): Promise<CliRequestMessage> {
    const path = join(stage.cwd, name)
    writeFileSync(path, 'something to read')
    const asked = await ask({ tool: 'Read', input: { file_path: path } })
    expect(asked.request).toMatchObject({ subtype: 'hook_callback', callback_id: 'on-read' })
    return asked
  }
  const read = { text: expect.stringContaining('something to read'), isError: false }

  test.each([
    ['null', null],
    ['a text', 'yes'],
    ['a strange decision', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'no' } }],
  ])('R-HOOK-44: a hook answered with %s fails open', async (what, answer) => {
    cli.answer(await askHook(what), answer)
    await cli.result()
    expect(results()).toMatchObject([read])
  })

  test('R-HOOK-44: a hook answered with an error fails open', async () => {
    const { request_id } = await askHook('an error')
    cli.write({ type: 'control_response', response: { subtype: 'error', request_id, error: 'out of order' } })
    await cli.result()
    expect(results()).toMatchObject([read])
  })

  test('R-CONTROL-45 R-MCP-16: a notification to a server of the host must be answered too', async () => {
    const other = new RawCli(stage)
    try {
      expect(await other.call({ subtype: 'mcp_status' })).toMatchObject({ response: { subtype: 'success' } })
      await other.call({ subtype: 'initialize', sdkMcpServers: ['quiet'] })
      stage.model.use({ scripts: [{ prompt: PROMPT, replies: [[{ text: 'At last.' }]] }] })
      const requests = conversations(stage.model).length
      other.prompt(PROMPT)
      const reply = (asked: CliRequestMessage, result: JsonObject) =>
        other.answer(asked, { mcp_response: { jsonrpc: '2.0', id: mcpOf(asked).id ?? 0, result } })
      const hello = await other.asked()
      const serverInfo = { name: 'quiet', version: '1.0.0' }
      reply(hello, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo })
      const notified = await other.asked()
      expect(mcpOf(notified).method).toBe('notifications/initialized')
      await other.call({ subtype: 'mcp_status' })
      expect(other.untaken('control_request')).toBe(0)
      expect(conversations(stage.model).length).toBe(requests)
      reply(notified, {})
      const listed = await other.asked()
      expect(mcpOf(listed).method).toBe('tools/list')
      reply(listed, { tools: [] })
      expect(await other.result()).toMatchObject({ result: 'At last.' })
    } finally {
      await other.close()
    }
  })
})

const mcpOf = ({ request }: CliRequestMessage): McpMessage =>
  'message' in request ? (request.message as McpMessage) : { jsonrpc: '2.0' }
