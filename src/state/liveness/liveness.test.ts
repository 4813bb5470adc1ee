import { describe, expect, it } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { emptyState } from '../session-state.ts'
import { liveness, nextProbe } from './liveness.ts'

const working = () =>
  new Timeline()
    .at(10)
    .ready()
    .prompt('p1')
    .hear(say.init(['p1']))
const NEVER = { stallAfter: Number.POSITIVE_INFINITY }

describe('what liveness tells beside the status', () => {
  it('R-LIVE-20 is a function of the state and of now: asking changes nothing', () => {
    const line = working()
    const frozen = JSON.stringify(line.state)
    expect(line.live(11).status).toBe('thinking')
    expect(line.live(4000).status).toBe('stalled')
    expect(line.live(11).status).toBe('thinking')
    expect(JSON.stringify(line.state)).toBe(frozen)
  })

  it('R-LIVE-7 always has the time of the last event: of the CLI, and of no probe', () => {
    expect(liveness(emptyState, 5).lastEventAt).toBe(0)
    const line = new Timeline().at(1).start()
    expect(line.live().lastEventAt).toBe(1000)
    line.at(2).ask('a', 'initialize')
    expect(line.live().lastEventAt).toBe(1000)
    line.at(3).answered('a', {})
    expect(line.live().lastEventAt).toBe(3000)
    line.at(4).ask('probe-1', 'get_binary_version')
    line.at(5).answered('probe-1', {}).hear({ type: 'keep_alive' })
    expect(line.live().lastEventAt).toBe(3000)
    line.at(6).event({ kind: 'noise', text: 'oops' })
    expect(line.live().lastEventAt).toBe(6000)
    line.at(7).event({ kind: 'unknown', value: { type: 'new' } })
    expect(line.live().lastEventAt).toBe(7000)
    line.at(8).exit()
    expect(line.live(9)).toMatchObject({ status: 'disconnected', lastEventAt: 8000, since: 8000 })
  })

  it('R-LIVE-19 a summary of tools changes nothing but the time of the last event', () => {
    const line = working()
    line.at(12).hear({ type: 'tool_use_summary', summary: 'looked around' })
    line.hear({ type: 'streamlined_text', text: 'a' })
    expect(line.live()).toEqual({
      status: 'thinking',
      wait: { kind: 'model', since: 10_000 },
      since: 10_000,
      lastEventAt: 12_000,
    })
  })

  it('R-LIVE-14 a retry has its attempt, its limit, the time of the next and what failed', () => {
    const line = working().at(20)
    const fields = { attempt: 2, max_retries: 10, retry_delay_ms: 1500, error_status: 401 }
    line.hear({ type: 'system', subtype: 'api_retry', ...fields, error: 'authentication_failed' })
    expect(line.live()).toEqual({
      status: 'thinking',
      wait: {
        kind: 'api-retry',
        attempt: 2,
        of: 10,
        nextAt: 21_500,
        since: 20_000,
        status: 401,
        error: 'authentication_failed',
      },
      since: 20_000,
      lastEventAt: 20_000,
      reason: 'authentication_failed',
    })
  })

  it('R-LIVE-4 an approval says which, of what kind, and how many', () => {
    const line = working().at(20)
    line.asked('r1', { subtype: 'elicitation', mcp_server_name: 'db', message: 'which\ntable?' })
    line.at(21).asked('r2', say.canUseTool({ command: 'rm -r x' }))
    expect(line.live().wait).toEqual({
      kind: 'approval',
      since: 20_000,
      count: 2,
      id: 'r1',
      approval: 'elicitation',
      name: 'db',
      input: 'which table?',
    })
    line.answer('r1', { action: 'decline' })
    expect(line.live().wait).toEqual({
      kind: 'approval',
      since: 21_000,
      count: 1,
      id: 'r2',
      approval: 'tool',
      name: 'Bash',
      input: 'rm -r x',
    })
  })

  it('a tool shows the input that a person let it run with', () => {
    const line = working().hear(say.toolUse('toolu_1')).asked('r1', say.canUseTool())
    line.at(30).answer('r1', { behavior: 'allow', updatedInput: { command: 'ls' } })
    expect(line.live().wait).toMatchObject({
      kind: 'tool',
      name: 'Bash',
      input: 'ls',
      since: 30_000,
      count: 1,
    })
  })

  it('a tool that a sub-agent runs is not the one that the turn waits for', () => {
    const line = working().hear(say.toolUse('t1', 'Agent'))
    line.at(30).hear({ ...say.toolUse('t2', 'Read'), parent_tool_use_id: 't1' })
    expect(line.live().wait).toMatchObject({ kind: 'tool', name: 'Agent', count: 1, since: 10_000 })
  })

  it('R-LIVE-17 authenticating has its output', () => {
    const line = working().hear({ type: 'auth_status', isAuthenticating: true, output: ['go to', 'example'] })
    expect(line.live().wait).toEqual({ kind: 'authentication', since: 10_000, output: ['go to', 'example'] })
  })

  it('a process that ended as it should is told from one that did not', () => {
    expect(working().exit().live()).toMatchObject({ status: 'disconnected', clean: true, reason: 'ended' })
    expect(working().exit({ exitCode: 2 }).live()).toMatchObject({ clean: false })
  })
})

describe('probes', () => {
  it('are due when the model is awaited and nothing has come for long', () => {
    const line = working()
    expect(nextProbe(line.state, 11_000)).toBe(130_000)
    expect(line.isProbeDue(129_999)).toBe(false)
    expect(line.isProbeDue(130_000)).toBe(true)
    expect(line.isProbeDue(40_000, { stallAfter: 30_000 })).toBe(true)
    expect(line.isProbeDue(1e12, NEVER)).toBe(false)
  })

  it('are sent once for a silence, and again when the answer is old', () => {
    const line = working().at(130).ask('probe-1', 'get_binary_version')
    expect(line.isProbeDue(5_000_000)).toBe(false)
    line.at(131).answered('probe-1', { version: '2' })
    expect(line.isProbeDue(249_999)).toBe(false)
    expect(line.isProbeDue(250_000)).toBe(true)
    line.at(140).hear(say.messageStart)
    expect(nextProbe(line.state, 140_000)).toBe(260_000)
  })

  it('an error is an answer too', () => {
    const line = working().at(130).ask('probe-1', 'get_binary_version')
    const refusal = { subtype: 'error', request_id: 'probe-1', error: 'Unsupported control request' }
    line.hear({ type: 'control_response', response: refusal })
    expect(line.live().stalled).toEqual({ since: 10_000, answers: true })
  })

  it('R-LIVE-12 are not due while a person, a tool, a hook or nothing is waited for', () => {
    const far = 1e9
    const hook = { subtype: 'hook_callback', callback_id: 'h', input: {} }
    const retry = { attempt: 1, max_retries: 2, retry_delay_ms: 2e9 }
    for (const line of [
      new Timeline(),
      new Timeline().start(),
      new Timeline().ready(),
      working().hear(say.result('done')),
      working().hear(say.toolUse('t1')),
      working().asked('r1', say.canUseTool()),
      working().asked('h1', hook),
      working().hear({ type: 'system', subtype: 'status', status: 'compacting' }),
      working().hear({ type: 'system', subtype: 'api_retry', ...retry }),
      working().hear({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1e9 } }),
      working().hear({ type: 'auth_status', isAuthenticating: true }),
      working().exit({ exitCode: 1 }),
    ]) {
      expect(line.isProbeDue(far)).toBe(false)
      expect(line.live(far / 1000).status).not.toBe('stalled')
    }
  })

  it('are not sent to a CLI that owes the answer to initialize: that is the question already', () => {
    expect(new Timeline().start().ask('a', 'initialize').isProbeDue(1e9)).toBe(false)
  })
})
