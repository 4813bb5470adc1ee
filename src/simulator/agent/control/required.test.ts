import { describe, expect, test } from 'vitest'
import { playScenario, settled } from '../../../../test/simulator/playing.ts'
import { profileOf } from '../version.ts'
import { lacking } from './required.ts'

const newer = profileOf('2.1.325')
const older = profileOf('2.1.197')

test('a request that has what it needs lacks nothing, nor one that needs nothing', () => {
  expect(lacking('mcp_call', { tool: 'mcp__a__b' }, newer)).toBeUndefined()
  expect(lacking('mcp_set_servers', { servers: {} }, newer)).toBeUndefined()
  expect(lacking('set_has_subscribers', { has_subscribers: null }, newer)).toBeUndefined()
  expect(lacking('mcp_status', {}, newer)).toBeUndefined()
  expect(lacking('toString', {}, newer)).toBeUndefined()
})

test('what is lacking is said; 2.1.197 is wedged by it, says something else, or does not mind', () => {
  expect(lacking('mcp_call', {}, newer)).toBe('mcp_call: tool must be a string')
  expect(lacking('mcp_set_servers', { servers: { a: 1 } }, newer)).toContain('an object of config objects')
  expect(lacking('apply_flag_settings', {}, newer)).toContain('got undefined')
  expect(lacking('mcp_call', {}, older)).toBe('wedged')
  expect(lacking('read_file', {}, older)).toContain('must be a string')
  expect(lacking('stop_task', {}, older)).toBeUndefined()
})

const scenario = { scripts: [], otherwise: [{ text: 'Hello.' }] }

describe.each(['mcp_call', 'rewind_conversation', 'mcp_set_servers', 'apply_flag_settings'])(
  '%s without what it needs',
  (subtype) => {
    test('R-MCP-26: wedges 2.1.197: it answers nothing more, and does not end with its input', async () => {
      const it = playScenario(scenario, { version: '2.1.197' })
      await it.turn('hello')
      const before = it.seen.length
      let isOver = false
      void it.exited.then(() => {
        isOver = true
      })
      it.write({ type: 'control_request', request_id: 'bad', request: { subtype } })
      it.write({ type: 'control_request', request_id: 'good', request: { subtype: 'mcp_status' } })
      it.prompt('hello')
      it.endInput()
      await settled()
      expect(it.seen.slice(before)).toEqual([])
      expect(isOver).toBe(false)
      it.agent?.exit(143)
    })

    test('R-MCP-26: is an error in 2.1.325, which goes on', async () => {
      const it = playScenario(scenario)
      expect(await it.call({ subtype })).toMatchObject({ subtype: 'error' })
      expect(await it.turn('hello')).toMatchObject({ is_error: false })
    })
  },
)
