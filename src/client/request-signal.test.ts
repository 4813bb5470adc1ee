import { afterEach, expect, test, vi } from 'vitest'
import { connect, settled } from '../../test/client/fake-cli.ts'
import { canUseTool } from '../../test/client/messages.ts'
import { OpenRequest } from '../driver/cli-requests.ts'
import type { CanUseToolRequest } from '../protocol/control/to-host.ts'
import type { Approval, ToolApproval } from './approvals/approval.ts'
import { RequestSignal } from './request-signal.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a signal that is read in time is the same each time, and aborts with the reason', () => {
  const open = new OpenRequest('q1', canUseTool() as CanUseToolRequest)
  const made = new RequestSignal(open)
  const { signal } = made
  expect([made.signal === signal, signal.aborted, open.status]).toEqual([true, false, 'pending'])
  const reason = new Error('withdrawn')
  open.withdraw(reason)
  expect([signal.aborted, signal.reason, open.status]).toEqual([true, reason, 'withdrawn'])
})

test('a signal that is read after the request was withdrawn is aborted already', () => {
  const open = new OpenRequest('q1', canUseTool() as CanUseToolRequest)
  const made = new RequestSignal(open)
  const reason = new Error('withdrawn')
  open.withdraw(reason)
  open.withdraw(new Error('the process ended'))
  expect([made.signal.aborted, made.signal.reason]).toEqual([true, reason])
})

test('R-APPROVE-29 a handler that looks at its signal only after the CLI withdrew sees it aborted', async () => {
  const given: { approval: Approval; context: { signal: AbortSignal } }[] = []
  const { cli, session } = connect({ onApproval: (approval, context) => given.push({ approval, context }) })
  cli.ask('q1', canUseTool())
  cli.ask('q2', canUseTool())
  const [first, second] = given as [(typeof given)[0], (typeof given)[0]]
  cli.withdraw('q1')
  expect(session.pendingApprovals).toEqual([second.approval])
  expect(first.approval.status).toBe('withdrawn')
  expect((first.approval as ToolApproval).allow()).toBe(false)
  expect([first.context.signal.aborted, first.approval.signal.aborted]).toEqual([true, true])
  cli.exit({ exitCode: 1 })
  expect(second.context.signal.reason).toMatchObject({ code: 'ended' })
})

test('no signal is made for a handler that does not read it', async () => {
  let made = 0
  const Original = AbortController
  vi.stubGlobal(
    'AbortController',
    class extends Original {
      constructor() {
        super()
        made += 1
      }
    },
  )
  const { cli } = connect({
    onApproval: (approval) => (approval as ToolApproval).allow(),
    hooks: { Stop: [{ handler: () => undefined }] },
  })
  cli.ask('q1', canUseTool())
  cli.ask('q2', { subtype: 'hook_callback', callback_id: 'Stop_0', input: {} })
  await settled()
  expect(cli.answerTo('q1')).toMatchObject({ behavior: 'allow' })
  expect(cli.answerTo('q2')).toEqual({})
  expect(made).toBe(0)
})
