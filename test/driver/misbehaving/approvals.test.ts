/** What an approval's answer looks like on the CLI's side, and approvals that are repeated, withdrawn or forgotten. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PermissionUpdate } from '../../../src/protocol/permissions.ts'
import type { ApprovalDecision } from '../../../src/state/approvals/to-wire.ts'
import { assistant, canUseTool } from '../../client/messages.ts'
import { asked } from '../driven.ts'
import { type DriverStage, driverStage, LEDGERS } from '../stage.ts'
import { asks, openFake, withdraws } from './fake-cli.ts'

const tool = (name: string, input: object) => canUseTool(input, { tool_name: name })
const options = ['Tea', 'Coffee'].map((label) => ({ label, description: label }))
const questions = [{ question: 'What to drink?', header: 'Drink', options, multiSelect: true }]
const form = { subtype: 'elicitation', mcp_server_name: 'barista', message: 'Which size?' }
const rule = (destination: 'localSettings' | 'session'): PermissionUpdate => ({
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'touch a' }],
  behavior: 'allow',
  destination,
})

let stage: DriverStage
beforeAll(async () => {
  stage = await driverStage('2.1.325')
})
afterAll(() => stage.close())

describe.each(LEDGERS)('answers, in the %s', (ledger) => {
  const TOOL = { toolUseID: 'toolu_1' }
  const cases: [string, object, ApprovalDecision, object][] = [
    [
      'R-APPROVE-2 R-APPROVE-3 an allowed tool has its whole input',
      tool('Bash', { command: 'touch a' }),
      { decision: 'allow' },
      { behavior: 'allow', updatedInput: { command: 'touch a' }, ...TOOL },
    ],
    [
      'R-APPROVE-3 R-APPROVE-7 or another one',
      tool('Bash', { command: 'touch a' }),
      { decision: 'allow', input: { command: 'touch b' } },
      { behavior: 'allow', updatedInput: { command: 'touch b' }, ...TOOL },
    ],
    [
      'R-APPROVE-10 a denial has its message',
      tool('Bash', {}),
      { decision: 'deny', message: 'Not here.' },
      { behavior: 'deny', message: 'Not here.', ...TOOL },
    ],
    [
      'R-APPROVE-12 or some message',
      tool('Bash', {}),
      { decision: 'deny' },
      { behavior: 'deny', message: expect.stringMatching(/\S/), ...TOOL },
    ],
    [
      'R-APPROVE-13 R-INTR-17 a denial may end the turn',
      tool('Bash', {}),
      { decision: 'deny', message: 'Stop.', interrupt: true },
      { behavior: 'deny', message: 'Stop.', interrupt: true, ...TOOL },
    ],
    [
      'R-ASK-2 R-ASK-3 R-ASK-4 a question has its questions and answers, several labels as one text',
      tool('AskUserQuestion', { questions }),
      { decision: 'answer', answers: { 'What to drink?': ['Tea', 'Coffee'] } },
      {
        behavior: 'allow',
        updatedInput: { questions, answers: { 'What to drink?': 'Tea, Coffee' } },
        ...TOOL,
      },
    ],
    [
      'R-ASK-13 a plan may set the mode',
      tool('ExitPlanMode', { plan: 'Do it.' }),
      { decision: 'allow', mode: 'acceptEdits' },
      {
        behavior: 'allow',
        updatedInput: { plan: 'Do it.' },
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
        ...TOOL,
      },
    ],
    [
      'R-ASK-17 a form is accepted with its content',
      form,
      { decision: 'answer', answers: { size: 'large' } },
      { action: 'accept', content: { size: 'large' } },
    ],
    ['R-ASK-17 declined', form, { decision: 'deny' }, { action: 'decline' }],
    ['R-ASK-17 or cancelled', form, { decision: 'cancel' }, { action: 'cancel' }],
  ]

  test('R-APPROVE-27 several are open at once, and each has its own answer', async () => {
    const { driven, turn, answersTo } = await openFake(stage, ledger)
    await turn(...cases.map(([title, request]) => asks(title, request)))
    await driven.until(({ approvals }) => approvals.pending.length === cases.length)
    for (const [title, , decision] of cases.toReversed()) await driven.answer(title, decision)
    await expect.poll(() => cases.flatMap(([title]) => answersTo(title))).toHaveLength(cases.length)
    for (const [title, , , response] of cases)
      expect(answersTo(title), title).toEqual([{ subtype: 'success', request_id: title, response }])
    expect(driven.state.approvals.pending).toEqual([])
  })

  test.each([
    ['old', ['localSettings', 'session']],
    ['binary', ['localSettings']],
    ['legacy', ['localSettings']],
  ] as const)(
    'R-APPROVE-19 R-APPROVE-20 a rule for local settings goes out for the session too where it is ignored: %s',
    async (program, destinations) => {
      const { driven, turn, answersTo } = await openFake(stage, ledger, { program })
      const request = canUseTool({ command: 'touch a' }, { permission_suggestions: [rule('localSettings')] })
      await turn(asks('q1', request))
      await asked(driven)
      await driven.answer('q1', { decision: 'allow', remember: [0] })
      await expect.poll(() => answersTo('q1')).toHaveLength(1)
      expect(answersTo('q1')).toMatchObject([{ response: { updatedPermissions: destinations.map(rule) } }])
    },
  )
})

describe.each(LEDGERS)('approvals, in the %s', (ledger) => {
  test('R-APPROVE-16 the first answer counts, and a later one is refused', async () => {
    const { driven, turn, answersTo, caughtUp } = await openFake(stage, ledger)
    await turn(asks('q1', canUseTool()))
    await asked(driven)
    const [first, second] = await Promise.allSettled([
      driven.answer('q1', { decision: 'allow' }, 'ada'),
      driven.answer('q1', { decision: 'deny' }, 'bob'),
    ])
    expect(first.status).toBe('fulfilled')
    const refused = { ...driven.refusal('already-answered'), message: WHO_WAS_FIRST[ledger] }
    expect(second).toMatchObject({ status: 'rejected', reason: refused })
    // Also when the first one is recorded.
    await expect(driven.answer('q1', { decision: 'deny' }, 'bob')).rejects.toMatchObject(refused)
    await caughtUp()
    expect(answersTo('q1')).toMatchObject([{ response: { behavior: 'allow' } }])
  })

  test('R-CONTROL-76 while nobody answers one, the CLI is read, asked and answered', async () => {
    const { driven, turn, answersTo, caughtUp } = await openFake(stage, ledger)
    await turn(asks('q1', tool('Bash', {})), assistant('It goes on.'), asks('other', { subtype: 'x' }))
    await driven.until(({ transcript }) => JSON.stringify(transcript).includes('"text":"It goes on."'))
    await expect.poll(() => answersTo('other')).toMatchObject([{ subtype: 'error' }])
    await caughtUp()
    expect(answersTo('q1')).toEqual([])
    expect(driven.state.approvals.pending).toMatchObject([{ id: 'q1' }])
  })

  test('R-APPROVE-29 R-APPROVE-16 one that the CLI withdraws cannot be answered', async () => {
    const { driven, turn, answersTo, caughtUp } = await openFake(stage, ledger)
    await turn(asks('q1', canUseTool()), withdraws('q1'), asks('q2', canUseTool()))
    const { approvals } = await driven.until(({ approvals: { pending } }) =>
      pending.some(({ id }) => id === 'q2'),
    )
    expect(approvals.pending.map(({ id }) => id)).toEqual(['q2'])
    await expect(driven.answer('q1', { decision: 'allow' })).rejects.toMatchObject(
      driven.refusal('approval-gone'),
    )
    await driven.answer('q2', { decision: 'allow' })
    await caughtUp()
    expect(answersTo('q1')).toEqual([])
    expect(answersTo('q2')).toHaveLength(1)
  })

  test('R-CONTROL-75 one that the CLI repeats is asked once, and not again after its answer', async () => {
    const q1 = asks('q1', canUseTool())
    const pending_permission_requests = [q1, asks('q2', canUseTool())]
    const { driven, turn, answersTo, caughtUp } = await openFake(stage, ledger, {
      answersMore: { pending_permission_requests },
    })
    await turn(q1, q1)
    await asked(driven)
    await caughtUp()
    const { approvals } = await driven.until(({ approvals: { pending } }) => pending.length > 1)
    expect(approvals.pending.map(({ id }) => id)).toEqual(['q1', 'q2'])
    await driven.answer('q1', { decision: 'allow' })
    // The program names both again.
    await caughtUp()
    await expect(driven.answer('q1', { decision: 'deny' })).rejects.toMatchObject(
      driven.refusal('already-answered'),
    )
    await driven.answer('q2', { decision: 'deny' })
    await caughtUp()
    expect(driven.state.approvals.pending).toEqual([])
    expect(answersTo('q1')).toHaveLength(1)
    expect(answersTo('q2')).toHaveLength(1)
  })

  test('R-APPROVE-43 what cannot be remembered is refused, and the approval stays open', async () => {
    const { driven, turn, answersTo, caughtUp } = await openFake(stage, ledger)
    await turn(asks('q1', canUseTool({ command: 'touch a' }, { suppress_always_allow_rule: true })))
    await asked(driven)
    await expect(
      driven.answer('q1', { decision: 'allow', remember: [rule('session')] }),
    ).rejects.toMatchObject(driven.refusal('not-possible'))
    expect(driven.state.approvals.pending).toMatchObject([{ id: 'q1' }])
    await driven.answer('q1', { decision: 'allow' })
    await caughtUp()
    expect(answersTo('q1')).toMatchObject([{ response: { behavior: 'allow' } }])
  })

  test('R-INTR-9 a form that the CLI forgets at an interrupt is cancelled here', async () => {
    const { driven, turn, answersTo, caughtUp } = await openFake(stage, ledger)
    await turn(asks('form', form))
    await asked(driven)
    await driven.interrupt()
    await caughtUp()
    expect(answersTo('form')).toMatchObject([{ response: { action: 'cancel' } }])
    await driven.until(({ approvals }) => approvals.pending.length === 0)
    await expect(driven.answer('form', { decision: 'cancel' })).rejects.toThrow()
  })

  test('R-LIVE-21 none is open when the process has ended', async () => {
    const { driven, turn } = await openFake(stage, ledger)
    await turn(asks('q1', canUseTool()))
    await asked(driven)
    process.kill(driven.pid ?? 0, 'SIGKILL')
    const { approvals } = await driven.until(({ process: { status } }) => status === 'ended')
    expect(approvals.pending).toEqual([])
    await expect(driven.answer('q1', { decision: 'allow' })).rejects.toMatchObject(
      driven.refusal('approval-gone'),
    )
  })
})

/** A program knows its own answer, a client of a host the name of the other one. */
const WHO_WAS_FIRST = {
  library: expect.stringContaining('allowed'),
  host: expect.stringContaining('ada'),
}
