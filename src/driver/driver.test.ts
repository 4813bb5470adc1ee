import { expect, test } from 'vitest'
import { Timeline } from '../../test/state/timeline.ts'
import { Driver } from './driver.ts'
import { BadRequestError } from './errors.ts'

test('a held prompt of which no message can be made is reported, and harms nobody else', async () => {
  const { state } = new Timeline().ready().event({ kind: 'prompt-queued', uuid: 'p', content: [] })
  const errors: string[] = []
  const driver = new Driver({
    ledger: { state, post: async () => {}, record: async () => {} },
    clock: { now: () => 0, after: () => () => {} },
    newId: () => 'id',
    answer: () => undefined,
    signal: () => {},
    canProbe: () => false,
    mayRelease: () => true,
    promptMessage: () => {
      throw new BadRequestError('this is no prompt')
    },
    onError: ({ message }) => errors.push(message),
  })
  driver.release()
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toEqual(['this is no prompt'])
})
