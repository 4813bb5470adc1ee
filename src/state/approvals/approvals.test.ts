import { describe, expect, it } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { reply } from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { toArray } from '../list.ts'
import { type ApprovalEntry, byId, type ClosedApproval } from './approvals.ts'
import { approvalText, approvalView, planText } from './view.ts'

const asking = () =>
  new Timeline()
    .ready()
    .prompt('p1')
    .hear(say.init(['p1']), say.toolUse('toolu_1'))
    .asked('r1', say.canUseTool())
const pending = (line: Timeline) => line.state.approvals.pending.map(({ id }) => id)
const closed = (line: Timeline): ClosedApproval[] => toArray(line.state.approvals.closed)
const how = (line: Timeline) =>
  closed(line).map((it) => `${it.id} ${it.status === 'answered' ? it.answer.decision : it.why}`)
const allow = (input: object = { command: 'touch a' }) => ({ behavior: 'allow', updatedInput: input })

describe('an approval', () => {
  it('R-APPROVE-45 is open from its request on, and says what it is about', () => {
    expect(asking().state.approvals.pending).toEqual([
      {
        status: 'pending',
        id: 'r1',
        kind: 'tool',
        request: say.canUseTool(),
        generation: 1,
        at: 0,
        turn: 1,
        toolName: 'Bash',
        toolUseId: 'toolu_1',
      },
    ])
  })

  it('of a plan that the request leaves out has the plan of the call', () => {
    const request = { subtype: 'can_use_tool', tool_name: 'ExitPlanMode', tool_use_id: 'x', input: {} }
    const call = { type: 'tool_use', id: 'x', name: 'ExitPlanMode', input: { plan: '# Do it' } }
    const line = new Timeline()
      .ready()
      .prompt('p1')
      .hear(say.init(['p1']), reply('m', [call]))
    const [approval] = line.asked('r1', request).state.approvals.pending
    const view = approvalView({ id: 's', title: 't', cwd: '/' }, approval as ApprovalEntry)
    expect(planText(view)).toBe('# Do it')
    expect(approvalText(view)).toBe('plan: # Do it')
    const told = line.asked('r2', { ...request, input: { plan: '# File' } }).state.approvals.pending[1]
    expect(told).not.toHaveProperty('plan')
  })

  it.each([
    ['question', { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: {} }],
    ['plan', { subtype: 'can_use_tool', tool_name: 'ExitPlanMode', input: {} }],
    ['tool', { subtype: 'can_use_tool', tool_name: 'mcp__a__b', input: {} }],
    ['elicitation', { subtype: 'elicitation', mcp_server_name: 'db', message: 'which?' }],
    ['dialog', { subtype: 'request_user_dialog', dialog_kind: 'trust' }],
  ])('of kind %s', (kind, request) => {
    expect(new Timeline().ready().asked('r1', request).state.approvals.pending).toMatchObject([
      { id: 'r1', kind },
    ])
  })

  it('hooks and MCP messages are no approvals', () => {
    const line = new Timeline().ready().asked('h', { subtype: 'hook_callback', callback_id: 'x', input: {} })
    line.asked('m', { subtype: 'mcp_message', server_name: 'a', message: { jsonrpc: '2.0', method: 'x' } })
    expect(pending(line)).toEqual([])
  })
})

describe('its answer', () => {
  it('R-APPROVE-45 closes it: what, by whom, when', () => {
    const line = asking().at(3)
    line.event({ kind: 'approval-answered', id: 'r1', decision: 'allowed', by: 'anna' })
    line.at(4).answer('r1', allow({ command: 'ls' }))
    expect(pending(line)).toEqual([])
    expect(closed(line)).toMatchObject([
      {
        id: 'r1',
        status: 'answered',
        answer: { decision: 'allowed', by: 'anna', at: 3000, input: { command: 'ls' } },
      },
    ])
  })

  it('the one that was sent counts when it comes first; who it was may be told after it', () => {
    const line = asking().at(3).answer('r1', { behavior: 'deny', message: 'no', interrupt: true })
    line
      .at(4)
      .event({ kind: 'approval-answered', id: 'r1', decision: 'denied', by: 'anna', message: 'later' })
    expect(closed(line)).toMatchObject([
      { answer: { decision: 'denied', message: 'no', interrupt: true, at: 3000, by: 'anna' } },
    ])
  })

  it('R-APPROVE-16 a second answer that says otherwise counts for nothing', () => {
    const line = asking().answer('r1', allow())
    line.event({ kind: 'approval-answered', id: 'r1', decision: 'denied', by: 'ben' })
    line.answer('r1', { behavior: 'deny', message: 'no' })
    expect(how(line)).toEqual(['r1 allowed'])
    expect(closed(line)[0]).not.toHaveProperty('answer.by')
  })

  it('tells the input only if it is another one, and what is to be remembered', () => {
    const line = asking().answer('r1', allow())
    const rule = { type: 'addRules', rules: [], behavior: 'allow', destination: 'session' }
    line.asked('r2', say.canUseTool()).answer('r2', { ...allow({}), updatedPermissions: [rule] })
    const [first, second] = closed(line)
    expect(first).not.toHaveProperty('answer.input')
    expect(second).toMatchObject({ answer: { decision: 'allowed', remember: [rule] } })
    expect(second).not.toHaveProperty('answer.input')
  })

  it.each([
    ['allowed', say.canUseTool(), allow()],
    ['denied', say.canUseTool(), { behavior: 'deny', message: 'no' }],
    ['denied', say.canUseTool(), {}],
    [
      'answered',
      { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: {} },
      allow({ answers: { a: 'b' } }),
    ],
    ['allowed', { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: {} }, allow({})],
    [
      'answered',
      { subtype: 'elicitation', mcp_server_name: 'a', message: 'b' },
      { action: 'accept', content: { x: 1 } },
    ],
    ['denied', { subtype: 'elicitation', mcp_server_name: 'a', message: 'b' }, { action: 'decline' }],
    ['cancelled', { subtype: 'elicitation', mcp_server_name: 'a', message: 'b' }, { action: 'cancel' }],
    ['answered', { subtype: 'request_user_dialog', dialog_kind: 'a' }, { behavior: 'completed', result: 1 }],
    ['cancelled', { subtype: 'request_user_dialog', dialog_kind: 'a' }, { behavior: 'cancelled' }],
  ])('is %s', (decision, request, response) => {
    const line = new Timeline().ready().asked('r1', request).answer('r1', response)
    expect(how(line)).toEqual([`r1 ${decision}`])
  })

  it('an error is a denial', () => {
    const line = asking()
    line.say({ type: 'control_response', response: { subtype: 'error', request_id: 'r1', error: 'broken' } })
    expect(closed(line)).toMatchObject([{ answer: { decision: 'denied', message: 'broken' } }])
  })

  it('R-REPLAY-12 echoed, does no harm; and closes what another host has answered', () => {
    const line = asking().answer('r1', allow()).asked('r2', say.canUseTool())
    const echoed = (id: string) => ({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response: { behavior: 'deny', message: 'no' } },
    })
    line.hear(echoed('r1'), echoed('unknown'))
    expect(how(line)).toEqual(['r1 allowed'])
    expect(pending(line)).toEqual(['r2'])
    line.hear(echoed('r2'))
    expect(how(line)).toEqual(['r1 allowed', 'r2 denied'])
  })
})

describe('its withdrawal', () => {
  it('R-APPROVE-29 by the CLI', () => {
    const line = asking().at(5).withdrawn('r1').withdrawn('unknown')
    expect(closed(line)).toMatchObject([{ id: 'r1', status: 'withdrawn', why: 'cancelled', endedAt: 5000 }])
    line.answer('r1', allow())
    expect(how(line)).toEqual(['r1 cancelled'])
  })

  it('R-INTR-8 because the turn was interrupted', () => {
    const line = asking().ask('i', 'interrupt').withdrawn('r1').answered('i')
    expect(how(line)).toEqual(['r1 interrupted'])
  })

  it('R-INTR-9 with the interrupted turn, where an old CLI does not withdraw it', () => {
    const line = asking().answer('r1', allow())
    line.asked('r2', { subtype: 'elicitation', mcp_server_name: 'a', message: 'b' })
    line.ask('i', 'interrupt').answered('i').hear(say.interruptMarker(), say.aborted('aborted_tools'))
    expect(how(line)).toEqual(['r1 allowed', 'r2 interrupted'])
  })

  it('R-APPROVE-45 with its turn, but not that of a sub-agent in the background, nor one asked outside of it', () => {
    const line = new Timeline().ready()
    line.asked('r0', { subtype: 'elicitation', mcp_server_name: 'a', message: 'b' })
    line
      .prompt('p')
      .hear(say.init(['p']))
      .asked('r1', say.canUseTool())
    line.asked('r2', say.canUseTool({}, { agent_id: 'a1' })).hear(say.result('done'))
    expect(how(line)).toEqual(['r1 turn-ended'])
    expect(pending(line)).toEqual(['r0', 'r2'])
    line.exit()
    expect(how(line)).toEqual(['r1 turn-ended', 'r0 process-ended', 'r2 process-ended'])
  })

  it('with a turn that ended without result', () => {
    const line = asking().hear(say.idle, say.running, say.init())
    expect(how(line)).toEqual(['r1 turn-ended'])
  })

  it('R-LIVE-21 with its process: the same id of the next process is another approval', () => {
    const line = asking().exit({ exitCode: 1 })
    expect(how(line)).toEqual(['r1 process-ended'])
    line.answer('r1', allow())
    line.event({ kind: 'approval-answered', id: 'r1', decision: 'allowed' })
    expect(how(line)).toEqual(['r1 process-ended'])
    line.start(2).hear(say.init()).asked('r1', say.canUseTool())
    expect(line.state.approvals.pending).toMatchObject([{ id: 'r1', generation: 2 }])
    expect(byId(line.state, 'r1')?.status).toBe('pending')
  })
})

describe('told again', () => {
  const request = (id: string) => ({ type: 'control_request', request_id: id, request: say.canUseTool() })

  it('R-CONTROL-75 beside an answer: what is open or over stays as it is, the rest is open now', () => {
    const line = asking().answer('r1', allow()).asked('r2', say.canUseTool())
    const told = [request('r1'), request('r2'), request('r3'), { type: 'control_request' }, 7]
    line.ask('again', 'initialize').answered('again', {}, { pending_permission_requests: told })
    expect(pending(line)).toEqual(['r2', 'r3'])
    const dialog = { ...request('r4'), request: { subtype: 'request_user_dialog', dialog_kind: 'x' } }
    const elicitation = {
      ...request('r5'),
      request: { subtype: 'elicitation', mcp_server_name: 'a', message: '' },
    }
    line.hear({
      type: 'control_response',
      response: {
        subtype: 'error',
        request_id: 'x',
        error: 'no',
        pending_user_dialog_requests: [dialog],
        pending_elicitation_requests: [elicitation],
      },
    })
    expect(pending(line)).toEqual(['r2', 'r3', 'r4', 'r5'])
  })

  it('R-REPLAY-5 under another number, it changes nothing', () => {
    const line = asking()
    line.asked('r1', say.canUseTool())
    expect(pending(line)).toEqual(['r1'])
    line.answer('r1', allow()).asked('r1', say.canUseTool())
    expect(pending(line)).toEqual([])
  })
})
