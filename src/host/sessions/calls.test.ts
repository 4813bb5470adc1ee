import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ControlResponseMessage } from '../../protocol/control/envelope.ts'
import { Calls } from './calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const response = (id: string, fields: object) =>
  ({ type: 'control_response', response: { request_id: id, ...fields } }) as ControlResponseMessage

describe('a control request ends', () => {
  test.each([
    ['with its answer', { subtype: 'success', response: { a: 1 } }, { a: 1 }],
    ['with an empty answer', { subtype: 'success' }, {}],
  ])('%s', async (_, fields, expected) => {
    const calls = new Calls()
    const { id, answer } = calls.open('get_settings', 1000)
    calls.answered(response('another', { subtype: 'success' }))
    calls.answered(response(id, fields))
    expect(await answer).toEqual(expected)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each<[string, (calls: Calls, id: string) => void, string, string]>([
    [
      'with the CLI’s refusal',
      (calls, id) => calls.answered(response(id, { subtype: 'error', error: 'not now' })),
      'not-possible',
      'set_model: not now',
    ],
    ['with its deadline', () => vi.advanceTimersByTime(1000), 'no-answer', 'within 1 s'],
    ['with the process', (calls) => calls.failAll('the process ended'), 'not-possible', 'the process ended'],
  ])('%s, once', async (_, end, code, message) => {
    const calls = new Calls()
    const { id, answer } = calls.open('set_model', 1000)
    end(calls, id)
    calls.answered(response(id, { subtype: 'success' }))
    await expect(answer).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('with the reason that it could not be sent', async () => {
    const calls = new Calls()
    const { id, answer } = calls.open('set_model', 1000)
    calls.fail(id, new Error('the disk is full'))
    await expect(answer).rejects.toThrow('the disk is full')
  })
})
