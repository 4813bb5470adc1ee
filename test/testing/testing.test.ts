/** The helpers of `fairlead/testing`, on the simulator, as the tests of a user have them. */
import { AssertionError } from 'node:assert'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { QuestionApproval } from '../../src/client/index.ts'
import type { Scenario } from '../../src/simulator/index.ts'
import {
  nextApproval,
  openTestSession,
  transcript,
  waitForLiveness,
  waitForState,
} from '../../src/testing/index.ts'

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'x' }, result: 'fine' })
const scenario: Scenario = {
  scripts: [
    { prompt: 'two', replies: [[bash('npm test'), bash('npm publish')], [{ text: 'Done.' }]] },
    { prompt: 'hang', replies: [[{ hold: 'for ever' }]] },
    {
      prompt: 'ask me',
      replies: [
        [
          {
            tool: 'AskUserQuestion',
            input: {
              questions: [
                {
                  question: 'Which?',
                  header: 'H',
                  multiSelect: false,
                  options: [{ label: 'A' }, { label: 'B' }],
                },
              ],
            },
          },
        ],
        [{ text: 'As you like.' }],
      ],
    },
  ],
}

test('a session on a scenario: its approvals are answered one by one, and the transcript is compared', async () => {
  await using session = await openTestSession({ scenario })
  const sent = session.send('do two things')
  const live = await waitForLiveness(session, 'awaiting-approval')
  expect(live.wait).toMatchObject({ kind: 'approval' })
  const first = await nextApproval(session, { kind: 'tool' })
  expect(first.input).toMatchObject({ command: 'npm test' })
  first.allow()
  const second = await nextApproval(session)
  expect(second.id).not.toBe(first.id)
  second.deny()
  await sent.result
  await waitForLiveness(session, 'idle')
  expect(transcript(session)).toEqual([
    '> do two things',
    '[Bash] npm test (done)\n    fine',
    expect.stringMatching(/^\[Bash\] npm publish \(denied\)/),
    'Done.',
  ])
})

test('an approval of a kind has the methods of that kind', async () => {
  await using session = await openTestSession({ scenario })
  const sent = session.send('ask me')
  const question = await nextApproval(session, { kind: 'question' })
  expectTypeOf(question).toEqualTypeOf<QuestionApproval>()
  question.answer({ 'Which?': 'B' })
  expect((await sent.result).text).toBe('As you like.')
})

test('a handler of the test comes before that which leaves approvals open', async () => {
  await using session = await openTestSession({ scenario, onApproval: (approval) => approval.allow() })
  await session.send('do two things').result
  expect(transcript(session).filter((it) => it.includes('(done)'))).toHaveLength(2)
})

describe('a wait that fails shows what the session did instead', () => {
  const failureOf = (waiting: Promise<unknown>) =>
    waiting.then(
      () => new Error('it came'),
      (error: Error) => error,
    )

  test('with liveness, approvals and transcript, and the stack of the test', async () => {
    await using session = await openTestSession({ scenario })
    session.send('do two things')
    await waitForLiveness(session, 'awaiting-approval')
    const error = await failureOf(waitForLiveness(session, 'idle', { timeoutMs: 20 }))
    expect(error).toBeInstanceOf(AssertionError)
    expect(error.message).toMatch(/^Waited \d+ ms for the session to be idle\./)
    expect(error.message).toMatch(/The session is awaiting-approval \(Needs approval/)
    expect(error.message).toContain('Pending approvals:\n  Bash: npm test')
    expect(error.message).toContain('Its transcript:\n  > do two things\n  [Bash] npm test (running)')
    expect(error.stack).toContain('testing.test.ts')
  })

  test('for an approval, or one of another kind', async () => {
    await using session = await openTestSession({ scenario })
    const none = await failureOf(nextApproval(session, { timeoutMs: 20 }))
    expect(none.message).toMatch(
      /^Waited \d+ ms for an approval\.\nThe session is ready \(Ready · \d+ s\)\.\nIts transcript is empty\.$/,
    )
    session.send('do two things')
    await nextApproval(session)
    const plan = await failureOf(nextApproval(session, { kind: 'plan', timeoutMs: 20 }))
    expect(plan.message).toContain("an approval of the kind 'plan'.")
  })

  test('at once, when the process ends', async () => {
    await using session = await openTestSession({ scenario, faults: ['exit@init=7'] })
    session.send('hang').result.catch(() => {})
    const error = await failureOf(waitForLiveness(session, 'idle', { timeoutMs: 60_000 }))
    expect(error.message).toMatch(/^The session ended while waiting for the session to be idle\./)
    expect(error.message).toContain('The session is disconnected')
    expect(error.message).toContain('7')
    await expect(waitForLiveness(session, 'disconnected')).resolves.toMatchObject({ clean: false })
  })

  test('with the error of a condition that throws', async () => {
    await using session = await openTestSession({ scenario })
    const broken = () => {
      throw new RangeError('broken')
    }
    await expect(waitForState(session, broken)).rejects.toThrow(RangeError)
    let looks = 0
    const later = () => (++looks > 2 ? broken() : false)
    await expect(waitForState(session, later)).rejects.toThrow(RangeError)
  })
})

test('a condition on the state', async () => {
  await using session = await openTestSession({ scenario })
  session.send('hang')
  const { turns } = await waitForState(session, (state) => state.turns.current !== null)
  expect(turns.current).not.toBeNull()
})

test('a misspelt status is refused', async () => {
  await using session = await openTestSession({ scenario })
  await expect(waitForLiveness(session, 'idel' as 'idle')).rejects.toThrow(
    "there is no status 'idel'; did you mean 'idle'?",
  )
})
