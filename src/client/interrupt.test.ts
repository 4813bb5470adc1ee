import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, settled } from '../../test/client/fake-cli.ts'
import { aborted, canUseTool, echo, idle, init, interruptMarker, result } from '../../test/client/messages.ts'
import { ControlRequestError } from '../driver/errors.ts'
import type { ElicitationApproval, ToolApproval } from './approvals/approval.ts'
import type { ConnectOptions } from './session-options.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A session in the middle of a turn. */
function busy(options: ConnectOptions = {}) {
  const { cli, session } = connect({ onApproval: () => {}, ...options })
  const turn = session.send('hello', { uuid: 'a' })
  cli.say(init(), echo('a', 'hello'))
  return { cli, session, turn }
}
const elicitation = { subtype: 'elicitation', mcp_server_name: 'forms', message: 'Your name?' }

describe('an interrupt', () => {
  test('R-INTR-1 is a request, settled by its answer; no signal is sent', async () => {
    const { cli, session, turn } = busy()
    let answered = false
    const interrupted = session.interrupt().then((answer) => {
      answered = true
      return answer
    })
    await settled()
    expect(cli.requests('interrupt')).toMatchObject([{ request: { subtype: 'interrupt' } }])
    expect(cli.requests('interrupt')[0]?.request).not.toHaveProperty('cancel_queued')
    expect(answered).toBe(false)
    cli.succeed(cli.idOf('interrupt'), { still_queued: [] })
    expect(await interrupted).toEqual({ still_queued: [] })
    cli.say(interruptMarker(), aborted('aborted_streaming'), idle)
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
    vi.advanceTimersByTime(60_000)
    expect(cli.signals).toEqual([])
  })

  test('R-INTR-1 goes on to SIGINT only when it is not answered in time', async () => {
    const { cli, session, turn } = busy()
    const interrupted = session.interrupt()
    vi.advanceTimersByTime(4999)
    await settled()
    expect(cli.signals).toEqual([])
    vi.advanceTimersByTime(1)
    expect(await interrupted).toEqual({ escalated: true })
    expect(cli.signals).toEqual(['SIGINT'])
    await expect(turn.result).rejects.toMatchObject({
      ending: { signal: 'SIGINT' },
      message: 'the CLI was ended with SIGINT',
    })
  })

  test('may be given another deadline', async () => {
    const { cli, session } = busy()
    const interrupted = session.interrupt({ timeout: 100 })
    vi.advanceTimersByTime(100)
    expect(await interrupted).toEqual({ escalated: true })
    expect(cli.signals).toEqual(['SIGINT'])
  })

  test('that the CLI refuses is an error, and no reason for a signal', async () => {
    const { cli, session } = busy()
    const interrupted = session.interrupt()
    cli.refuse(cli.idOf('interrupt'), 'not now')
    await expect(interrupted).rejects.toBeInstanceOf(ControlRequestError)
    expect(cli.signals).toEqual([])
  })

  test('of an idle session does nothing but succeed', async () => {
    const { cli, session } = connect()
    cli.reply('interrupt', {})
    expect(await session.interrupt()).toEqual({})
    expect(session.isBusy).toBe(false)
  })
})

describe('while an approval is open', () => {
  test('a plain interrupt leaves it to the CLI to withdraw', async () => {
    const { cli, session, turn } = busy()
    cli.ask('q1', canUseTool())
    const [approval] = session.pendingApprovals
    const interrupted = session.interrupt()
    expect(cli.answersTo('q1')).toEqual([])
    cli.withdraw('q1')
    cli.succeed(cli.idOf('interrupt'))
    await interrupted
    expect(approval?.status).toBe('withdrawn')
    expect(session.pendingApprovals).toEqual([])
    expect(cli.answersTo('q1')).toEqual([])
    cli.say(interruptMarker('[Request interrupted by user for tool use]'), aborted('aborted_tools'), idle)
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
  })

  test('each can be denied with an interrupt instead', async () => {
    const { cli, session } = busy()
    cli.ask('q1', canUseTool())
    cli.ask('q2', canUseTool())
    expect(await session.interrupt({ approvals: 'deny' })).toEqual({})
    await settled()
    for (const id of ['q1', 'q2']) {
      expect(cli.answerTo(id)).toMatchObject({ behavior: 'deny', interrupt: true, message: /\S/ })
    }
    expect(cli.requests('interrupt')).toEqual([])
    expect(session.pendingApprovals).toEqual([])
  })

  test('denying falls back to an interrupt when nothing is open', async () => {
    const { cli, session } = busy()
    cli.reply('interrupt', {})
    await session.interrupt({ approvals: 'deny' })
    expect(cli.requests('interrupt').length).toBe(1)
  })

  test('the session goes on with the next prompt', async () => {
    const { cli, session } = busy()
    cli.ask('q1', canUseTool())
    await session.interrupt({ approvals: 'deny' })
    cli.say(aborted('aborted_tools'), idle)
    const next = session.send('go on', { uuid: 'b' })
    cli.say(init(), echo('b', 'go on'), result('fine'), idle)
    expect(await next.result).toMatchObject({ status: 'success', text: 'fine' })
  })
})

describe('while an elicitation is open', () => {
  test.each(['withdraw', 'deny'] as const)(
    'it is cancelled by us where the CLI does not withdraw it (approvals: %s)',
    async (approvals) => {
      const { cli, session } = busy()
      cli.reply('interrupt', {})
      cli.ask('e1', elicitation)
      if (approvals === 'deny') cli.ask('q1', canUseTool())
      const open = session.pendingApprovals[0] as ElicitationApproval
      await session.interrupt({ approvals })
      await settled()
      expect(cli.answerTo('e1')).toEqual({ action: 'cancel' })
      expect(open.status).toBe('withdrawn')
      expect(open.answer({ name: 'late' })).toBe(false)
      expect(session.pendingApprovals).toEqual([])
    },
  )

  test('it is left alone where the CLI withdraws it, or somebody has answered it', async () => {
    const { cli, session } = busy()
    cli.ask('e1', elicitation)
    cli.ask('e2', elicitation)
    const interrupted = session.interrupt()
    ;(session.pendingApprovals[1] as ElicitationApproval).answer({ name: 'Ada' })
    await settled()
    cli.say(
      { type: 'control_response', response: { subtype: 'success', request_id: cli.idOf('interrupt') } },
      { type: 'control_cancel_request', request_id: 'e1' },
    )
    await interrupted
    await settled()
    expect(cli.answersTo('e1')).toEqual([])
    expect(cli.answerTo('e2')).toMatchObject({ action: 'accept' })
  })

  test('one that comes after the interrupt stays open', async () => {
    const { cli, session } = busy()
    const interrupted = session.interrupt()
    cli.ask('e1', elicitation)
    cli.succeed(cli.idOf('interrupt'))
    await interrupted
    expect(session.pendingApprovals.map(({ id }) => id)).toEqual(['e1'])
  })
})

test('an approval answered by its handler while the turn is interrupted counts once', async () => {
  const { cli, session } = busy()
  cli.ask('q1', canUseTool())
  ;(session.pendingApprovals[0] as ToolApproval).allow()
  cli.reply('interrupt', {})
  await session.interrupt({ approvals: 'deny' })
  await settled()
  expect(cli.answerTo('q1')).toMatchObject({ behavior: 'allow' })
  expect(cli.requests('interrupt').length).toBe(1)
})
