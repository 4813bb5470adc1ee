// What the agent does differently as 2.1.37. The conformance kit compares it with the real version; this file shows the main
// points without a process.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { bash } from '../../../test/simulator/playing.ts'
import { ASKING, Talk } from '../../../test/simulator/talk.ts'
import type { Scenario } from '../scenario.ts'
import { asFirst } from './io/first-version.ts'
import { readOptions } from './options/options.ts'
import { parseFlags } from './options/parse.ts'
import { profileOf } from './version.ts'

const first = profileOf('2.1.37')
const scenario: Scenario = {
  scripts: [
    { prompt: 'hello', replies: [[{ thinking: 'A greeting.' }, { text: 'Hello.' }]] },
    { prompt: 'for ever', replies: [[{ text: 'It takes', open: true }, { hold: 'x' }]] },
    { prompt: 'a helper', replies: [[helper()], [{ text: 'Sent.' }]] },
    { prompt: 'the helper works', replies: [[{ text: 'Helped.' }]] },
    {
      prompt: 'in the background',
      replies: [[bash('touch ended', { run_in_background: true })], [{ text: 'Begun.' }]],
    },
  ],
  otherwise: [{ text: 'What?' }],
}
function helper() {
  const input = { description: 'Helps', prompt: 'the helper works' }
  return { tool: 'Agent', input, run: true } as const
}

const folder = mkdtempSync(join(tmpdir(), 'fairlead-first-'))
const file = join(folder, 'scenario.json')
writeFileSync(file, JSON.stringify(scenario))
afterAll(() => rmSync(folder, { recursive: true }))

const talks: Talk[] = []
function play(): Talk {
  const it = new Talk({
    args: [...ASKING, '--allowedTools', 'Bash', '--sim-scenario', file],
    env: { FAIRLEAD_SIM_VERSION: '2.1.37', CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' },
  })
  talks.push(it)
  return it
}
afterEach(async () => {
  for (const it of talks.splice(0)) {
    expect(it.strange).toEqual([])
    await it.end()
  }
})

describe('flags', () => {
  const read = (line: string) => readOptions(parseFlags(line.split(' '), first), {}, first)
  test.each([
    ['--effort high', "unknown option '--effort'"],
    ['--include-hook-events', "unknown option '--include-hook-events'"],
    [
      '--permission-mode auto',
      "argument 'auto' is invalid. Allowed choices are acceptEdits, bypassPermissions,",
    ],
  ])('%s is refused', (line, reason) => {
    expect(() => read(line)).toThrow(reason)
  })
  test('delegate acts as default', () => {
    expect(read('--permission-mode delegate')).toMatchObject({ mode: 'default' })
  })
  test('servers that cannot be read end it with 0 and without a word', () => {
    const refusal = expect.objectContaining({ message: '', code: 0 })
    expect(() => read('--mcp-config /no/such/file')).toThrow(refusal)
  })
})

describe('what it says', () => {
  test('are the messages and fields that there were', () => {
    expect(asFirst({ type: 'system', subtype: 'api_retry', attempt: 1 })).toBeUndefined()
    expect(asFirst({ type: 'system', subtype: 'status', status: 'requesting' })).toBeUndefined()
    expect(asFirst({ type: 'command_lifecycle', state: 'queued' })).toBeUndefined()
    const echo = { type: 'user', message: {}, isReplay: true, uuid: 'a' }
    expect(asFirst({ ...echo, timestamp: 'now' })).toEqual(echo)
    const result = {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'Done.',
      usage: { speed: 1 },
    }
    expect(asFirst({ ...result, terminal_reason: 'completed', stop_reason: 'end_turn' })).toEqual({
      ...result,
      usage: {},
      stop_reason: null,
    })
    const request = { subtype: 'hook_callback', input: { cwd: '/', prompt_id: 'p', effort: {} } }
    expect(asFirst({ type: 'control_request', request })).toEqual({
      type: 'control_request',
      request: { subtype: 'hook_callback', input: { cwd: '/' } },
    })
  })

  test('a turn has no more than init, the answer and the result', async () => {
    const it = play()
    expect(await it.turn('hello')).toMatchObject({ result: 'Hello.', stop_reason: null })
    expect(it.names).toEqual(['init', 'assistant thinking', 'assistant text', 'result'])
    const [init] = it.all('system')
    expect(init).toMatchObject({ claude_code_version: '2.1.37', skills: ['debug'] })
  })
})

describe('what it does', () => {
  test('a request that it does not know stays without an answer', async () => {
    const it = play()
    it.write({ type: 'control_request', request_id: 'unknown', request: { subtype: 'get_settings' } })
    await it.call({ subtype: 'mcp_status' })
    expect(it.all('control_response').map(({ response }) => response.request_id)).not.toContain('unknown')
  })

  test('a second initialize is refused', async () => {
    const it = play()
    await it.call({ subtype: 'initialize' })
    const again = await it.call({ subtype: 'initialize' })
    expect(again).toMatchObject({ subtype: 'error', error: 'Already initialized' })
  })

  test.each(['', '7', '{"type":"telepathy"}'])('the line %o ends it', async (line) => {
    const it = play()
    it.line(line)
    expect(await it.exited).toBe(1)
  })

  test('an interrupted turn is no error', async () => {
    const it = play()
    it.prompt('for ever')
    await it.until(({ type }) => type === 'system')
    await it.call({ subtype: 'interrupt' })
    const result = await it.until(({ type }) => type === 'result')
    expect(result).toMatchObject({ subtype: 'error_during_execution', is_error: false, errors: [] })
    expect(result).not.toHaveProperty('terminal_reason')
  })

  test('sub-agents of a scenario are started as Task', async () => {
    const it = play()
    expect(await it.turn('a helper')).toMatchObject({ result: 'Sent.' })
    const calls = it.all('assistant').flatMap(({ message }) => message.content)
    expect(calls).toContainEqual(expect.objectContaining({ type: 'tool_use', name: 'Task' }))
    expect(JSON.stringify(it.seen)).not.toContain('No such tool')
  })

  test('the end of a background task is told with the next prompt', async () => {
    const it = play()
    await it.turn('in the background')
    await expect.poll(() => existsSync(join(it.home, 'ended'))).toBe(true)
    await expect
      .poll(async () => {
        await it.turn('hello')
        return it.names.filter((name) => name.startsWith('task')).length
      })
      .toBe(1)
    expect(it.names).not.toContain('task_started')
  })

  test('a command that it does not have is told in the result alone', async () => {
    const it = play()
    expect(await it.turn('/clear')).toMatchObject({ result: 'Unknown skill: clear' })
    expect(await it.turn('/context')).toMatchObject({ result: '' })
    expect(it.all('assistant')).toEqual([])
  })
})
