import { describe, expect, test } from 'vitest'
import { canUseTool } from '../../test/client/messages.ts'
import type { CliControlRequest } from '../protocol/control/to-host.ts'
import { emptyState } from '../state/session-state.ts'
import { Answers } from './answers.ts'
import { Capabilities } from './capabilities.ts'
import type { Post, RequestAnswer } from './ports.ts'

const asks = (id: string, request: object = canUseTool()) =>
  ({ type: 'control_request', request_id: id, request }) as CliControlRequest

/** Over a ledger that records nothing while `isFull`. */
function answering(answer: () => RequestAnswer<never> = () => undefined) {
  const posted: Post<never>[] = []
  const errors: Error[] = []
  const ledger = { isFull: false }
  const answers = new Answers<never>(
    {
      ledger: {
        state: emptyState,
        post: async (post) => {
          if (ledger.isFull) throw new Error('the disk is full')
          posted.push(post)
        },
        record: async () => {},
      },
      clock: { now: () => 0, after: () => () => {} },
      newId: () => 'id',
      answer,
      signal: () => {},
      canProbe: () => false,
      mayRelease: () => false,
      promptMessage: () => {
        throw new Error('no prompt is held')
      },
      onError: (error) => errors.push(error),
    },
    () => new Capabilities(emptyState),
    () => {},
  )
  return { answers, posted, errors, ledger }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('an answer that cannot be recorded', () => {
  test('leaves the request open: it can be answered later', async () => {
    const { answers, posted, ledger } = answering()
    answers.take(asks('q'))
    ledger.isFull = true
    await expect(answers.decide('q', { decision: 'allow' })).rejects.toThrow('the disk is full')
    ledger.isFull = false
    await answers.decide('q', { decision: 'deny' })
    expect(posted).toMatchObject([{ id: 'q', message: { response: { response: { behavior: 'deny' } } } }])
  })

  test('leaves nothing for the next process, which knows no such request', async () => {
    const { answers, ledger } = answering()
    answers.take(asks('q'))
    ledger.isFull = true
    const answered = answers.decide('q', { decision: 'allow' })
    answers.endAll(new Error('the process ended'))
    await expect(answered).rejects.toThrow('the disk is full')
    expect(answers.openIds('can_use_tool')).toEqual([])
  })

  test.each<[string, (answers: Answers<never>) => void, () => RequestAnswer<never>]>([
    ['of a handler', (answers) => answers.take(asks('q')), () => ({ response: {} })],
    [
      'of a handler that throws',
      (answers) => answers.take(asks('q')),
      () => {
        throw new Error('no')
      },
    ],
    [
      'to what nobody can read',
      (answers) => answers.refuseUnreadable({ type: 'control_request', request_id: 'q' }, 'why'),
      () => undefined,
    ],
  ])('%s is reported, and ends nothing', async (_, ask, answer) => {
    const { answers, errors, ledger } = answering(answer)
    ledger.isFull = true
    ask(answers)
    await settled()
    expect(errors.map(({ message }) => message)).toEqual(['the disk is full'])
  })
})
