import { describe, expect, test } from 'vitest'
import { connect, settled } from '../../test/client/fake-cli.ts'
import { canUseTool } from '../../test/client/messages.ts'
import type { Approval, ToolApproval } from './approvals/approval.ts'

const asked = (id: string, request: object = canUseTool()) => ({
  type: 'control_request',
  request_id: id,
  request,
})

describe('requests that still wait, told again beside an answer', () => {
  test('R-CONTROL-75 are dispatched once, on a success as on an error', async () => {
    const seen: string[] = []
    const { cli, session } = connect({ onApproval: ({ id }) => seen.push(id) })
    const settings = session.request('get_settings', {})
    const models = session.request('list_models', {})
    cli.succeed(cli.idOf('get_settings'), {}, { pending_permission_requests: [asked('q1'), asked('q2')] })
    cli.refuse(cli.idOf('list_models'), 'no', { pending_permission_requests: [asked('q2'), asked('q3')] })
    await settings
    await expect(models).rejects.toThrow('no')
    expect(seen).toEqual(['q1', 'q2', 'q3'])
    expect(session.pendingApprovals.map(({ id }) => id)).toEqual(['q1', 'q2', 'q3'])
  })

  test('R-CONTROL-75 are not dispatched again when they came by themselves, before or after', async () => {
    const seen: string[] = []
    const { cli } = connect({ onApproval: ({ id }) => seen.push(id) })
    cli.say(asked('before'))
    cli.succeed('unknown', {}, { pending_permission_requests: [asked('before'), asked('after')] })
    cli.say(asked('after'))
    await settled()
    expect(seen).toEqual(['before', 'after'])
  })

  test('R-CONTROL-75 are not dispatched again once they are answered or withdrawn', async () => {
    const { cli, session } = connect({ onApproval: () => {} })
    cli.say(asked('answered'), asked('withdrawn'))
    ;(session.pendingApprovals[0] as ToolApproval).allow()
    cli.withdraw('withdrawn')
    cli.succeed('u', {}, { pending_permission_requests: [asked('answered'), asked('withdrawn')] })
    await settled()
    expect(session.pendingApprovals).toEqual([])
    expect(cli.answersTo('answered').length).toBe(1)
    expect(cli.answersTo('withdrawn')).toEqual([])
  })

  test('R-CONTROL-75 may be elicitations and dialogs, each in its own list', async () => {
    const kinds: string[] = []
    const { cli } = connect({
      initialize: { supportedDialogKinds: ['survey'] },
      onApproval: ({ kind }) => kinds.push(kind),
      onUserDialog: ({ dialog_kind: kind }) => {
        kinds.push(kind)
        return { behavior: 'cancelled' }
      },
    })
    const elicitation = { subtype: 'elicitation', mcp_server_name: 's', message: 'Which?' }
    const dialog = { subtype: 'request_user_dialog', dialog_kind: 'survey', payload: {} }
    cli.succeed('u', undefined, {
      pending_elicitation_requests: [asked('e', elicitation)],
      pending_user_dialog_requests: [asked('d', dialog)],
    })
    await settled()
    expect(kinds.sort()).toEqual(['elicitation', 'survey'])
  })

  test('that are not what they should be do no harm', async () => {
    const { cli, session } = connect({ onApproval: () => {} })
    for (const pending of [{}, 'x', null, [null, 7, { type: 'user' }, asked('q1')]]) {
      cli.succeed('u', {}, { pending_permission_requests: pending as never })
    }
    await settled()
    expect(session.pendingApprovals.map(({ id }) => id)).toEqual(['q1'])
  })
})

describe('a request that the host cannot serve', () => {
  test('R-CONTROL-69 of an unknown subtype gets an error answer', async () => {
    const { cli } = connect()
    cli.ask('q1', { subtype: 'open_the_pod_bay_doors', now: true })
    await settled()
    expect(cli.answersTo('q1')).toEqual([
      { subtype: 'error', request_id: 'q1', error: expect.stringContaining('open_the_pod_bay_doors') },
    ])
  })

  test.each(['oauth_token_refresh', 'host_auth_token_refresh'])(
    'of the known kind %s gets one too',
    async (subtype) => {
      const { cli } = connect()
      cli.ask('q1', { subtype })
      await settled()
      expect(cli.answersTo('q1')).toMatchObject([{ subtype: 'error' }])
    },
  )

  test.each(['remote_tool_call', 'remote_plumbing_call', 'remote_tools_probe', 'remote_tools_reannounce'])(
    'R-CONTROL-70 of the kind %s stays unanswered',
    async (subtype) => {
      const { cli } = connect()
      const written = cli.written.length
      cli.ask('q1', { subtype, tool: 'x' })
      await settled()
      expect(cli.written.length).toBe(written)
    },
  )

  test.each([
    ['without a tool name', { subtype: 'can_use_tool', input: {} }, 'tool_name is missing'],
    ['without an input', { subtype: 'can_use_tool', tool_name: 'Bash' }, 'input is missing'],
    ['with a list for input', { subtype: 'can_use_tool', tool_name: 'Bash', input: [] }, 'input is an array'],
    ['without a subtype', { tool_name: 'Bash' }, 'subtype is missing'],
  ])('%s gets an error answer, once, and is told', async (_what, request, reason) => {
    const irregular: string[] = []
    const { cli, session } = connect({
      onApproval: () => {},
      onIrregular: (line) => irregular.push(line.kind),
    })
    const line = JSON.stringify(asked('q1', request))
    cli.sayLines(line, line)
    await settled()
    expect(cli.answersTo('q1')).toEqual([
      { subtype: 'error', request_id: 'q1', error: expect.stringContaining(reason) },
    ])
    expect(session.pendingApprovals).toEqual([])
    expect(irregular).toEqual(['unknown', 'unknown'])
  })

  test('without an id cannot be answered', async () => {
    const { cli } = connect()
    const written = cli.written.length
    cli.sayLines(JSON.stringify({ type: 'control_request', request: canUseTool() }))
    await settled()
    expect(cli.written.length).toBe(written)
  })
})

describe('a dialog', () => {
  const dialog = { subtype: 'request_user_dialog', dialog_kind: 'survey', payload: { title: 'How was it?' } }

  test('R-CONTROL-70 of a kind that was not declared stays unanswered, whoever would answer it', async () => {
    let called = false
    const { cli } = connect({
      initialize: { supportedDialogKinds: ['other'] },
      onUserDialog: () => {
        called = true
        return { behavior: 'cancelled' }
      },
    })
    const written = cli.written.length
    cli.ask('q1', dialog)
    await settled()
    expect(cli.written.length).toBe(written)
    expect(called).toBe(false)
  })

  test('of a declared kind is answered by the handler, or cancelled where there is none', async () => {
    const initialize = { supportedDialogKinds: ['survey'] }
    const { cli } = connect({ initialize, onUserDialog: () => ({ behavior: 'completed', result: 'good' }) })
    cli.ask('q1', dialog)
    await settled()
    expect(cli.answerTo('q1')).toEqual({ behavior: 'completed', result: 'good' })
    const { cli: other } = connect({ initialize })
    other.ask('q1', dialog)
    await settled()
    expect(other.answerTo('q1')).toEqual({ behavior: 'cancelled' })
  })

  test('whose handler throws gets an error answer', async () => {
    const { cli } = connect({
      initialize: { supportedDialogKinds: ['survey'] },
      onUserDialog: () => {
        throw new Error('no screen')
      },
    })
    cli.ask('q1', dialog)
    await settled()
    expect(cli.answersTo('q1')).toEqual([{ subtype: 'error', request_id: 'q1', error: 'no screen' }])
  })
})

describe('a request that the CLI withdraws', () => {
  test('R-APPROVE-29 aborts the signal of its handler, and a late answer is dropped', async () => {
    let approval: Approval | undefined
    let signal: AbortSignal | undefined
    const { cli, session } = connect({
      onApproval: (given, context) => {
        approval = given
        signal = context.signal
      },
    })
    cli.ask('q1', canUseTool())
    expect(signal?.aborted).toBe(false)
    cli.withdraw('q1')
    expect(signal?.aborted).toBe(true)
    expect(approval?.status).toBe('withdrawn')
    expect(session.pendingApprovals).toEqual([])
    expect((approval as ToolApproval).allow()).toBe(false)
    await settled()
    expect(cli.answersTo('q1')).toEqual([])
  })

  test('that is not known, or not any more, changes nothing', async () => {
    const { cli, session } = connect({ onApproval: () => {} })
    cli.ask('q1', canUseTool())
    cli.withdraw('another')
    ;(session.pendingApprovals[0] as ToolApproval).allow()
    await settled()
    cli.withdraw('q1')
    await settled()
    expect(cli.answerTo('q1')).toMatchObject({ behavior: 'allow' })
  })
})

test('an answer that cannot be made a line becomes an error answer: the CLI must not wait for ever', async () => {
  const { cli } = connect({
    initialize: { supportedDialogKinds: ['survey'] },
    onUserDialog: () => ({ behavior: 'completed', result: { count: 1n } }),
  })
  cli.ask('q1', { subtype: 'request_user_dialog', dialog_kind: 'survey', payload: {} })
  await settled()
  expect(cli.answersTo('q1')).toEqual([
    { subtype: 'error', request_id: 'q1', error: expect.stringContaining('cannot encode') },
  ])
})

test('keep_alive gets no answer', async () => {
  const { cli } = connect()
  const written = cli.written.length
  cli.say({ type: 'keep_alive' })
  await settled()
  expect(cli.written.length).toBe(written)
})
