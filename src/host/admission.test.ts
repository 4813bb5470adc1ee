import { expect, test } from 'vitest'
import { Admission } from './admission.ts'

test('who comes when all places are taken waits, and comes in in order', async () => {
  let running = 0
  const admission = new Admission({ mostProcesses: 2 }, () => running, { memory: () => 1e12 })
  const order: string[] = []
  const come = async (name: string) => {
    await admission.enter()
    order.push(name)
    running += 1
    admission.entered()
  }
  const all = ['a', 'b', 'c', 'd'].map(come)
  await Promise.all(all.slice(0, 2))
  expect(order).toEqual(['a', 'b'])
  expect(admission.hasPlace).toBe(false)
  expect(admission.waiting).toBe(2)
  for (const next of [2, 3]) {
    running -= 1
    admission.admit()
    await all[next]
  }
  expect(order).toEqual(['a', 'b', 'c', 'd'])
  admission.close()
})

test('a place that was taken and not used is free again', async () => {
  const admission = new Admission({ mostProcesses: 1 }, () => 0, { memory: () => 1e12 })
  await admission.enter()
  const second = admission.enter()
  admission.entered()
  await second
  admission.close()
})

test('nobody comes in with too little memory left', () => {
  let free = 10
  const admission = new Admission({ leastFreeBytes: 100 }, () => 0, { memory: () => free })
  expect(admission.hasPlace).toBe(false)
  free = 100
  expect(admission.hasPlace).toBe(true)
})

test('nobody comes in while something else stands in the way, which is told', () => {
  let obstacle: string | undefined = 'the disk is full'
  const admission = new Admission({ leastFreeBytes: 0 }, () => 0, { obstacle: () => obstacle })
  expect(admission.hasPlace).toBe(false)
  expect(admission.reason).toBe('the disk is full')
  obstacle = undefined
  expect(admission.hasPlace).toBe(true)
})

test('who gives up waiting leaves the queue, and takes no place', async () => {
  let running = 1
  const admission = new Admission({ mostProcesses: 1 }, () => running, { memory: () => 1e12 })
  const abort = new AbortController()
  const first = admission.enter(abort.signal)
  const second = admission.enter()
  abort.abort(new Error('closed'))
  await expect(first).rejects.toThrow('closed')
  expect(admission.waiting).toBe(1)
  running = 0
  admission.admit()
  await second
  await expect(admission.enter(abort.signal)).rejects.toThrow('closed')
  admission.close()
})

test('one free place is given once, also when two things tell of it', async () => {
  let running = 1
  const admission = new Admission({ mostProcesses: 1 }, () => running, { memory: () => 1e12 })
  const all = [admission.enter(), admission.enter()]
  running = 0
  admission.admit()
  admission.admit()
  await all[0]
  expect(admission.waiting).toBe(1)
  admission.entered()
  await all[1]
  admission.close()
})

test('after it was closed nobody is let in', async () => {
  let running = 1
  const admission = new Admission({ mostProcesses: 1 }, () => running, { memory: () => 1e12 })
  const calledOff = new AbortController()
  const waiting = admission.enter(calledOff.signal)
  admission.close()
  running = 0
  admission.admit()
  await expect(admission.enter()).rejects.toThrow('the host is stopping')
  calledOff.abort(new Error('called off'))
  await expect(waiting).rejects.toThrow('called off')
})
