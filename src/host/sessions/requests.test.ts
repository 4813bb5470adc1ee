import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Journal } from '../journal/journal.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import type { SessionRow } from '../journal/store.ts'
import { Receipts } from '../receipts.ts'
import { Calls } from './calls.ts'
import type { Link } from './link.ts'
import { SessionRecord } from './record.ts'
import { Requests } from './requests.ts'

const row = { id: 's', generation: 1, options: {}, extra: {} } as SessionRow
const interruptBySignal = vi.fn()
let calls: Calls
let receipts: Receipts
let requests: Requests
let isPaused: boolean
/** What the CLI answers to a request, by its id; undefined: nothing. */
let answer: ((id: string) => object) | undefined
beforeEach(() => {
  interruptBySignal.mockClear()
  const store = new MemoryStore()
  store.addSession(row)
  calls = new Calls()
  receipts = new Receipts(store, Date.now)
  const record = new SessionRecord(row, new Journal(store, { delayMs: 0 }), async ({ id }) => {
    const response = answer?.(id)
    if (response)
      calls.answered({ type: 'control_response', response: { request_id: id, ...response } } as never)
  })
  isPaused = false
  requests = new Requests(record, calls, {
    link: { interruptBySignal } as unknown as Link,
    get isPaused() {
      return isPaused
    },
  })
})
/** A limit that comes only where nothing else does. */
const LONG = 60_000
const control = (timeoutMs = LONG) =>
  receipts.run('c', 's', (make) => requests.control('set_model', { model: 'x' }, { make, timeoutMs }))

describe('the same command again, for a request of the CLI that', () => {
  test('was answered, has the answer', async () => {
    answer = () => ({ subtype: 'success', response: { a: 1 } })
    const receipt = await control()
    expect(receipt.result).toEqual({ a: 1 })
    expect(await control()).toEqual(receipt)
  })

  test('was refused, has the refusal', async () => {
    answer = () => ({ subtype: 'error', error: 'no such model' })
    const refusal = { code: 'not-possible', message: 'set_model: no such model' }
    await expect(control()).rejects.toMatchObject(refusal)
    answer = () => ({ subtype: 'success' })
    await expect(control()).rejects.toMatchObject(refusal)
  })

  test('was not answered, has an unknown outcome: it may have been carried out', async () => {
    answer = undefined
    await expect(control(5)).rejects.toMatchObject({ code: 'no-answer' })
    expect((await control()).result).toEqual({ outcome: 'unknown' })
  })

  test('is an interrupt, and ended with a signal, has that', async () => {
    answer = undefined
    const interrupt = () =>
      receipts.run('i', 's', (make) => requests.interrupt(false, { make, timeoutMs: 5 }))
    expect((await interrupt()).result).toEqual({ escalated: true })
    expect((await interrupt()).result).toEqual({ escalated: true })
    expect(interruptBySignal).toHaveBeenCalledTimes(1)
  })
})

describe('a process that is stopped for want of disk space', () => {
  const paused = { code: 'not-possible', message: expect.stringContaining('waits for disk space') }

  test('is asked nothing, and whoever asks is told so at once', async () => {
    isPaused = true
    await expect(control()).rejects.toMatchObject(paused)
    await expect(requests.interrupt()).rejects.toMatchObject(paused)
  })

  test('gets no signal for an interrupt that it could not answer', async () => {
    answer = () => {
      isPaused = true
      return undefined as never
    }
    await expect(requests.interrupt(false, { timeoutMs: 5 })).rejects.toMatchObject(paused)
    expect(interruptBySignal).not.toHaveBeenCalled()
  })
})
