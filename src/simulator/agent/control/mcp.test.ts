import { expect, test } from 'vitest'
import { serveMcp } from '../../../../test/simulator/http-mcp.ts'
import { playScenario } from '../../../../test/simulator/playing.ts'

const CALL = { subtype: 'mcp_call', tool: 'mcp__adder__add', arguments: { a: 2, b: 3 } }
const content = [{ type: 'text', text: '2 + 3 = 5' }]

test('R-MCP-27: mcp_call asks nobody, and where it is to check, as a call of the model would', async () => {
  const { url } = await serveMcp('json')
  const it = playScenario({ scripts: [] })
  await it.call({ subtype: 'mcp_set_servers', servers: { adder: { type: 'http', url } } })
  expect(await it.call(CALL)).toMatchObject({ response: { content } })
  expect(it.all('control_request')).toEqual([])

  const check = (request_id: string) =>
    it.write({ type: 'control_request', request_id, request: { ...CALL, check_permissions: true } })
  check('first')
  const asked = await it.asked()
  expect(asked.request).toMatchObject({ tool_name: 'mcp__adder__add', input: { a: 2, b: 3 } })
  it.answer(asked, { behavior: 'deny', message: 'Not now.' })
  expect(await it.until(({ type }) => type === 'control_response')).toMatchObject({
    response: { subtype: 'error', request_id: 'first', error: 'Not now.' },
  })
  check('second')
  it.answer(await it.asked(), { behavior: 'allow', updatedInput: { a: 4, b: 5 } })
  expect(await it.until(({ type }) => type === 'control_response')).toMatchObject({
    response: { request_id: 'second', response: { content: [{ text: '4 + 5 = 9' }] } },
  })
})

test('mcp_call wants the whole name of a tool', async () => {
  const it = playScenario({ scripts: [] })
  expect(await it.call({ subtype: 'mcp_call', tool: 'add' })).toMatchObject({
    error: 'Not a fully-qualified MCP tool name: add',
  })
  expect(await it.call(CALL)).toMatchObject({ error: 'MCP server not connected: adder' })
})
