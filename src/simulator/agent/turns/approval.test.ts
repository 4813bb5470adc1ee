import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { playScenario, write } from '../../../../test/simulator/playing.ts'
import { STREAM, Talk } from '../../../../test/simulator/talk.ts'
import type { JsonObject } from '../../../protocol/json.ts'

const scenario = { scripts: [{ prompt: 'write', replies: [[write('a.txt')], [{ text: 'Done.' }]] }] }

describe.each(['2.1.197', '2.1.325'])('an agent of version %s', (version) => {
  test('R-FLAG-13: with a prompt tool that nobody has, ends when it would have to ask', async () => {
    const it = playScenario(scenario, { version, args: ['--permission-prompt-tool', 'mcp__no__such'] })
    expect(await it.turn('anything')).toMatchObject({ is_error: false })
    it.prompt('write')
    expect(await it.exited).toBe(1)
    expect(it.stderr).toContain('MCP tool mcp__no__such (passed via --permission-prompt-tool) not found')
    expect(existsSync(join(it.home, 'a.txt'))).toBe(false)
    const [result] = it.all('user').map(({ message }) => message.content[0])
    expect(result).toMatchObject({ type: 'tool_result', is_error: true })
  })

  test.each([
    { decision: { behavior: 'allow', updatedInput: {} }, isWritten: true },
    { decision: { behavior: 'deny', message: 'Not today.' }, isWritten: false },
    { decision: 'nonsense', isWritten: false },
  ])('asks the tool of a server that is named as prompt tool: $decision', async ({ decision, isWritten }) => {
    const it = playScenario(scenario, { version, args: ['--permission-prompt-tool', 'mcp__judge__judge'] })
    it.write({
      type: 'control_request',
      request_id: 'first',
      request: { subtype: 'initialize', sdkMcpServers: ['judge'] },
    })
    it.prompt('write')
    let asked: unknown
    while (asked === undefined) {
      const request = await it.asked('mcp_message')
      const { method, id = 0, params } = (request.request as unknown as { message: JsonObject }).message
      if (method === 'tools/call') asked = params
      const results: JsonObject = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          serverInfo: { name: 'j', version: '1' },
        },
        'tools/list': { tools: [{ name: 'judge', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [{ type: 'text', text: JSON.stringify(decision) }] },
      }
      it.answer(request, { mcp_response: { jsonrpc: '2.0', id, result: results[String(method)] ?? {} } })
    }
    expect(asked).toMatchObject({ arguments: { tool_name: 'Write', input: { content: 'a.txt' } } })
    const { permission_denials } = await it.result()
    expect(existsSync(join(it.home, 'a.txt'))).toBe(isWritten)
    expect(permission_denials).toHaveLength(isWritten ? 0 : 1)
  })
})

test('R-FLAG-19: skipping permissions as root needs IS_SANDBOX=1', async () => {
  const ways = [
    ['--dangerously-skip-permissions'],
    ['--allow-dangerously-skip-permissions'],
    ['--permission-mode', 'bypassPermissions'],
  ]
  for (const way of ways) {
    const refused = new Talk({ args: [...STREAM, ...way] })
    const taken = new Talk({ args: [...STREAM, ...way], env: { IS_SANDBOX: '1' } })
    const isRoot = process.getuid?.() === 0
    expect(await refused.end()).toBe(isRoot ? 1 : 0)
    expect(refused.stderr.includes('root')).toBe(isRoot)
    expect(await taken.end()).toBe(0)
  }
})

test('later versions say beside a result how it was decided', async () => {
  const it = playScenario(scenario)
  it.prompt('write')
  it.answer(await it.asked(), {
    behavior: 'allow',
    updatedInput: {},
    decisionClassification: 'user_permanent',
  })
  await it.result()
  const [result] = it.all('user') as unknown as { tool_result_meta: unknown }[]
  expect(result?.tool_result_meta).toMatchObject([
    { permission_decision: { decision: 'accept', source: 'user_permanent' } },
  ])
})
