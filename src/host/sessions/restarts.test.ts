import { expect, test } from 'vitest'
import { Restarts } from './restarts.ts'

const limits = { delaysMs: [1, 5, 30], healthyMs: 1000 }

test('pauses grow, and then it is enough', () => {
  const restarts = new Restarts(limits)
  expect([0, 1, 999, 0, 0].map((ran) => restarts.next(ran))).toEqual([1, 5, 30, undefined, undefined])
})

test('a process that ran long, or a turn that went well, begins the count anew', () => {
  const restarts = new Restarts(limits)
  expect([restarts.next(0), restarts.next(0), restarts.next(1000), restarts.next(0)]).toEqual([1, 5, 1, 5])
  restarts.reset()
  expect(restarts.next(0)).toBe(1)
})
