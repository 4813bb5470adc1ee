import { describe, expect, test } from 'vitest'
import { connect, settled } from '../../../test/client/fake-cli.ts'
import { canUseTool, echo, init, result } from '../../../test/client/messages.ts'
import type { Warning } from '../session-options.ts'
import type { ToolApproval } from './approval.ts'

const elicitation = { subtype: 'elicitation', mcp_server_name: 'forms', message: 'Your name?' }

describe('several approvals at once', () => {
  test('R-APPROVE-27 are open together, oldest first, and are answered in any order', async () => {
    const { cli, session } = connect({ onApproval: () => {} })
    cli.ask('q1', canUseTool({ url: 'a' }))
    cli.ask('q2', canUseTool({ url: 'b' }))
    cli.ask('q3', canUseTool({ url: 'c' }))
    expect(session.pendingApprovals.map(({ id }) => id)).toEqual(['q1', 'q2', 'q3'])
    const [first, second, third] = session.pendingApprovals as ToolApproval[]
    third?.allow()
    first?.deny('no')
    await settled()
    expect(session.pendingApprovals).toEqual([second])
    second?.allow()
    await settled()
    expect(session.pendingApprovals).toEqual([])
    expect(cli.answerTo('q1')).toMatchObject({ behavior: 'deny', message: 'no' })
    expect(cli.answerTo('q2')).toMatchObject({ behavior: 'allow', updatedInput: { url: 'b' } })
    expect(cli.answerTo('q3')).toMatchObject({ behavior: 'allow', updatedInput: { url: 'c' } })
  })

  test('the handler of one does not wait for that of another', async () => {
    const { cli } = connect({
      onApproval: (approval) =>
        approval.id === 'q1' ? new Promise(() => {}) : (approval as ToolApproval).allow(),
    })
    cli.ask('q1', canUseTool())
    cli.ask('q2', canUseTool())
    await settled()
    expect(cli.answerTo('q2')).toMatchObject({ behavior: 'allow' })
    expect(cli.answersTo('q1')).toEqual([])
  })
})

describe('without a handler', () => {
  test('R-APPROVE-32 a tool is denied with a reason', async () => {
    const { cli, session } = connect()
    cli.ask('q1', canUseTool())
    await settled()
    expect(cli.answerTo('q1')).toMatchObject({
      behavior: 'deny',
      message: expect.stringContaining('no approval handler'),
    })
    expect(session.pendingApprovals).toEqual([])
  })

  test('R-ASK-18 an elicitation is declined', async () => {
    const { cli } = connect()
    cli.ask('q1', elicitation)
    await settled()
    expect(cli.answerTo('q1')).toEqual({ action: 'decline' })
  })
})

describe('a handler that throws', () => {
  const thrown = new Error('the database is gone')
  const throwing = {
    'at once': () => {
      throw thrown
    },
    later: async () => {
      await settled()
      throw thrown
    },
  }

  test.each(Object.entries(throwing))(
    'R-APPROVE-33 %s denies that one tool and is reported, and the session lives',
    async (_when, onApproval) => {
      const warnings: Warning[] = []
      const { cli, session } = connect({ onApproval, onWarning: (warning) => warnings.push(warning) })
      const turn = session.send('hello', { uuid: 'a' })
      cli.say(init(), echo('a', 'hello'))
      cli.ask('q1', canUseTool())
      await settled()
      await settled()
      expect(cli.answerTo('q1')).toMatchObject({
        behavior: 'deny',
        message: expect.stringContaining('handler of the host failed'),
      })
      expect(warnings).toEqual([
        { code: 'approval-handler', message: expect.stringContaining('q1'), error: thrown },
      ])
      expect(session.pendingApprovals).toEqual([])
      cli.say(result('went on'))
      expect(await turn.result).toMatchObject({ status: 'success', text: 'went on' })
    },
  )

  test('declines an elicitation', async () => {
    const { cli } = connect({ onApproval: throwing['at once'] })
    cli.ask('q1', elicitation)
    await settled()
    expect(cli.answerTo('q1')).toEqual({ action: 'decline' })
  })

  test('after its answer is reported, and the answer stands', async () => {
    const warnings: Warning[] = []
    const { cli } = connect({
      onApproval: (approval) => {
        ;(approval as ToolApproval).allow()
        throw thrown
      },
      onWarning: (warning) => warnings.push(warning),
    })
    cli.ask('q1', canUseTool())
    await settled()
    expect(cli.answerTo('q1')).toMatchObject({ behavior: 'allow' })
    expect(warnings.length).toBe(1)
  })

  test('because its request was withdrawn is not reported', async () => {
    const warnings: Warning[] = []
    const { cli } = connect({
      onApproval: (_approval, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
      onWarning: (warning) => warnings.push(warning),
    })
    cli.ask('q1', canUseTool())
    cli.withdraw('q1')
    await settled()
    expect(warnings).toEqual([])
    expect(cli.answersTo('q1')).toEqual([])
  })
})

describe('an approval is open', () => {
  test('after its handler returned without an answer, which may come later', async () => {
    const { cli, session } = connect({ onApproval: () => undefined })
    cli.ask('q1', canUseTool())
    await settled()
    expect(cli.answersTo('q1')).toEqual([])
    const [approval] = session.pendingApprovals as [ToolApproval]
    expect(approval.status).toBe('pending')
    approval.allow()
    await settled()
    expect(cli.answerTo('q1')).toMatchObject({ behavior: 'allow' })
    expect(session.pendingApprovals).toEqual([])
  })

  test('until it is withdrawn, and no longer', async () => {
    const { cli, session } = connect({ onApproval: () => {} })
    cli.ask('q1', canUseTool())
    cli.ask('q2', elicitation)
    cli.withdraw('q1')
    expect(session.pendingApprovals.map(({ id }) => id)).toEqual(['q2'])
    cli.withdraw('q2')
    expect(session.pendingApprovals).toEqual([])
  })

  test('until the process ends, and no longer', async () => {
    const { cli, session } = connect({ onApproval: () => {} })
    cli.ask('q1', canUseTool())
    const [approval] = session.pendingApprovals
    cli.exit({ exitCode: null, signal: 'SIGKILL' })
    expect(session.pendingApprovals).toEqual([])
    expect(approval?.status).toBe('withdrawn')
    expect(approval?.signal.aborted).toBe(true)
  })
})

describe('what a handler returns', () => {
  test.each([[{ behavior: 'allow' }], [{ decision: 'deny' }], ['allow']])(
    'is no answer: %j is denied and told',
    async (returned) => {
      const warnings: Warning[] = []
      const { cli } = connect({
        onApproval: async () => returned,
        onWarning: (warning) => warnings.push(warning),
      })
      cli.ask('q1', canUseTool())
      await settled()
      expect(cli.answerTo('q1')).toMatchObject({ behavior: 'deny' })
      expect(warnings).toMatchObject([
        { code: 'approval-handler', error: { message: expect.stringContaining('call `allow`') } },
      ])
    },
  )

  test.each([[undefined], [1], [new Map()], [true]])('is of no interest otherwise: %s', async (returned) => {
    const warnings: Warning[] = []
    const { cli, session } = connect({
      onApproval: () => returned,
      onWarning: (warning) => warnings.push(warning),
    })
    cli.ask('q1', canUseTool())
    await settled()
    expect(session.pendingApprovals).toHaveLength(1)
    expect(warnings).toEqual([])
  })
})
