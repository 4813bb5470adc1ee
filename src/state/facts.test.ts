import { describe, expect, test } from 'vitest'
import type { StdinMessage } from '../protocol/stdin.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import type { EventBody } from './events.ts'
import { foldFacts, limitedUntil, type SessionFacts } from './facts.ts'
import { emptyState } from './session-state.ts'

const received = (message: object): EventBody => ({ kind: 'received', message: message as StdoutMessage })
const init = (fields: object = {}): EventBody =>
  received({
    type: 'system',
    subtype: 'init',
    session_id: 's1',
    cwd: '/home/me/app',
    model: 'opus',
    tools: ['Bash', 'Read'],
    permissionMode: 'default',
    ...fields,
  })
const asked = (id: string, request: object): EventBody => ({
  kind: 'sent',
  message: { type: 'control_request', request_id: id, request } as StdinMessage,
})
const told = (id: string, response?: object): EventBody =>
  received({
    type: 'control_response',
    response: { subtype: 'success', request_id: id, ...(response && { response }) },
  })
const refused = (id: string): EventBody =>
  received({ type: 'control_response', response: { subtype: 'error', request_id: id, error: 'no' } })

function fold(...bodies: EventBody[]): SessionFacts {
  return bodies.reduce<SessionFacts>(
    (facts, body, index) => foldFacts({ ...emptyState, facts }, { ...body, seq: index + 1, at: index }),
    emptyState.facts,
  )
}

describe('init and the answer to initialize', () => {
  test('the last init counts, as anything may differ from turn to turn', () => {
    const facts = fold(init(), init({ model: 'sonnet', permissionMode: 'plan', tools: ['Read'] }))
    expect(facts).toMatchObject({
      model: 'sonnet',
      permissionMode: 'plan',
      tools: ['Read'],
      cwd: '/home/me/app',
    })
  })

  test('commands keep the descriptions that initialize told', () => {
    const facts = fold(
      asked('i', { subtype: 'initialize' }),
      told('i', {
        commands: [{ name: 'compact', description: 'make it short' }],
        agents: [{ name: 'Explore' }],
        models: [{ value: 'opus' }],
        account: { tokenSource: 'none' },
        available_output_styles: ['default'],
        current_permission_mode: 'acceptEdits',
      }),
      init({ slash_commands: ['compact', 'clear'] }),
    )
    expect(facts.commands).toEqual([{ name: 'compact', description: 'make it short' }])
    expect(facts).toMatchObject({
      agents: ['Explore'],
      models: [{ value: 'opus' }],
      account: { tokenSource: 'none' },
    })
    expect(facts.asked).toEqual([])
  })

  test('without initialize, the names of the commands are known from init', () => {
    expect(fold(init({ slash_commands: ['clear'] })).commands).toEqual([{ name: 'clear' }])
  })
})

test('the ids of the conversation over time: /clear and fork change it', () => {
  const facts = fold(init(), init(), init({ session_id: 's2' }))
  expect(facts.cliSessions).toEqual([
    { id: 's1', since: 0 },
    { id: 's2', since: 2 },
  ])
})

describe('what the host asked for holds once the CLI has agreed', () => {
  test.each([
    [{ subtype: 'set_model', model: 'haiku' }, undefined, { model: 'haiku' }],
    [{ subtype: 'set_model', model: 'haiku' }, { model: 'haiku-4' }, { model: 'haiku-4' }],
    [{ subtype: 'set_permission_mode', mode: 'plan' }, { mode: 'plan' }, { permissionMode: 'plan' }],
    [{ subtype: 'rename_session', title: 'Fix' }, undefined, { title: 'Fix' }],
    [{ subtype: 'list_models' }, { models: [{ value: 'x' }] }, { models: [{ value: 'x' }] }],
    [{ subtype: 'reload_skills' }, { skills: [{ name: 'pdf' }] }, { skills: ['pdf'] }],
    [{ subtype: 'get_context_usage' }, { totalTokens: 1 }, { contextUsage: { totalTokens: 1 } }],
    [{ subtype: 'set_cwd' }, { status: 'ok', cwd: '/b' }, { cwd: '/b' }],
    [{ subtype: 'set_cwd' }, { status: 'needs_trust', cwd: '/b' }, { cwd: '/home/me/app' }],
  ])('%j answered %j', (request, response, expected) => {
    expect(fold(init(), asked('r', request), told('r', response))).toMatchObject(expected)
  })

  test('not before, and not if it refuses', () => {
    expect(fold(init(), asked('r', { subtype: 'set_model', model: 'haiku' })).model).toBe('opus')
    expect(fold(init(), asked('r', { subtype: 'set_model', model: 'haiku' }), refused('r')).model).toBe(
      'opus',
    )
  })

  test('a change of mode by the CLI itself is told as a status', () => {
    expect(
      fold(
        init(),
        received({ type: 'system', subtype: 'status', status: null, permissionMode: 'acceptEdits' }),
      ).permissionMode,
    ).toBe('acceptEdits')
  })
})

test('MCP servers: what init does not repeat stays known', () => {
  const facts = fold(
    asked('r', { subtype: 'mcp_status' }),
    told('r', {
      mcpServers: [{ name: 'db', status: 'connected', scope: 'user', tools: [{ name: 'query' }] }],
    }),
    init({ mcp_servers: [{ name: 'db', status: 'failed' }] }),
  )
  expect(facts.mcpServers).toEqual([
    { name: 'db', status: 'failed', scope: 'user', tools: [{ name: 'query' }] },
  ])
})

test('a suggestion is gone with the next prompt', () => {
  const suggested = received({ type: 'prompt_suggestion', suggestion: 'run the tests' })
  expect(fold(suggested).suggestion).toBe('run the tests')
  const prompt: EventBody = {
    kind: 'sent',
    message: { type: 'user', message: { role: 'user', content: 'no' } },
  }
  expect('suggestion' in fold(suggested, prompt)).toBe(false)
})

test('R-ERROR-20 lost writes mean that the transcript on disk is not complete', () => {
  const lost = received({ type: 'system', subtype: 'session_writes_lost', error_code: 'ENOSPC' })
  expect(fold(lost).writesLost).toEqual({ code: 'ENOSPC', at: 0 })
})

test('a rate limit has a time at which it ends', () => {
  const limit = (status: string): EventBody =>
    received({ type: 'rate_limit_event', rate_limit_info: { status, resetsAt: 1_800_000_000 } })
  expect(limitedUntil(fold(limit('rejected')))).toBe(1_800_000_000_000)
  expect(limitedUntil(fold(limit('rejected'), limit('allowed')))).toBeUndefined()
})

test('authentication, goal and title', () => {
  const facts = fold(
    received({ type: 'auth_status', isAuthenticating: true, output: ['open the page'] }),
    received({ type: 'active_goal', value: { condition: 'green tests' } }),
    received({ type: 'system', subtype: 'session_title_changed', title: 'Fix the tests' }),
  )
  expect(facts.authentication).toEqual({ isAuthenticating: true, output: ['open the page'], at: 0 })
  expect(facts.goal).toEqual({ condition: 'green tests' })
  expect(facts.title).toBe('Fix the tests')
  expect('goal' in fold(received({ type: 'active_goal', value: null }))).toBe(false)
  expect(fold({ kind: 'titled', title: 'Mine' }).title).toBe('Mine')
})
