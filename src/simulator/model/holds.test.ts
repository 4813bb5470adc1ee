import { expect, test } from 'vitest'
import { Holds } from './holds.ts'

/** Returns whether a promise is settled once everything that can happen now has happened. */
async function state(promise: Promise<unknown>): Promise<'pending' | 'resolved' | 'rejected'> {
  const pending = new Promise<'pending'>((resolve) => setImmediate(() => resolve('pending')))
  return Promise.race([
    promise.then(
      () => 'resolved' as const,
      () => 'rejected' as const,
    ),
    pending,
  ])
}

const here = new AbortController().signal

test('requests wait until their name is released, all of them', async () => {
  const holds = new Holds()
  const passing = [holds.pass('a', here), holds.pass('a', here)]
  const other = holds.pass('b', here)
  expect(await Promise.all(passing.map(state))).toEqual(['pending', 'pending'])
  holds.release('a')
  await Promise.all(passing)
  expect(await state(other)).toBe('pending')
  holds.release('b')
  await other
})

test('a name released before does not wait', async () => {
  const holds = new Holds()
  holds.release('a')
  await holds.pass('a', here)
  await holds.pass('a', here)
})

test('an arrival is told to those who wait for it and to those who ask later', async () => {
  const holds = new Holds()
  const early = holds.arrival('a')
  expect(await state(early)).toBe('pending')
  const passing = holds.pass('a', here)
  await early
  await holds.arrival('a')
  holds.release('a')
  await passing
  await holds.arrival('a')
})

test('who has gone leaves the hold, and the others stay', async () => {
  const holds = new Holds()
  const client = new AbortController()
  const gone = holds.pass('a', client.signal)
  const stays = holds.pass('a', here)
  client.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await expect(holds.pass('a', client.signal)).rejects.toThrow('gone')
  expect(await state(stays)).toBe('pending')
  holds.release('a')
  await stays
})

test('after a reset a hold that everybody has left counts as not reached', async () => {
  const holds = new Holds()
  const client = new AbortController()
  const gone = holds.pass('a', client.signal)
  client.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await holds.arrival('a')
  holds.reset()
  const arrival = holds.arrival('a')
  expect(await state(arrival)).toBe('pending')
  holds.close()
  await expect(arrival).rejects.toThrow('closed')
})

test('after a reset names wait again, and those who waited can still be released', async () => {
  const holds = new Holds()
  holds.release('a')
  await holds.pass('a', here)
  const waiting = holds.pass('b', here)
  holds.reset()
  const again = holds.pass('a', here)
  expect(await state(again)).toBe('pending')
  expect(await state(holds.arrival('b'))).toBe('resolved')
  holds.release('a')
  holds.release('b')
  await Promise.all([again, waiting])
  holds.reset()
  const fresh = holds.arrival('a')
  expect(await state(fresh)).toBe('pending')
  holds.close()
  await expect(fresh).rejects.toThrow('closed before a request arrived at the hold "a"')
})
