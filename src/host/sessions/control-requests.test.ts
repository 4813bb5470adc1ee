import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionRow } from '../../../test/host/session-row.ts'
import { Driver } from '../../driver/driver.ts'
import { systemClock } from '../../process/clock.ts'
import { emptyState } from '../../state/session-state.ts'
import type { CommitExtras } from '../journal/journal.ts'
import { Journal } from '../journal/journal.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import { Receipts } from '../receipts.ts'
import { ControlRequests, pausedError } from './control-requests.ts'
import type { ProcessConnection } from './process-connection.ts'
import { SessionRecord } from './record.ts'

const row = sessionRow('s')
const signal = vi.fn()
let driver: Driver<CommitExtras>
let receipts: Receipts
let requests: ControlRequests
let isPaused: boolean
/** What the CLI answers to a request, by its id; undefined: nothing. */
let answer: ((id: string) => object) | undefined
beforeEach(() => {
  signal.mockReset()
  // A signal ends the process.
  signal.mockImplementation(() => driver.ended(() => new Error('the process ended')))
  const store = new MemoryStore()
  store.addSession(row)
  receipts = new Receipts(store, Date.now)
  const record = new SessionRecord(row, new Journal(store, { groupMs: 0 }), async ({ id }) => {
    const response = answer?.(id)
    if (response)
      driver.received({ type: 'control_response', response: { request_id: id, ...response } } as never)
  })
  isPaused = false
  driver = new Driver({
    ledger: { state: emptyState, post: (post) => record.post(post), record: async () => {} },
    clock: systemClock,
    newId: randomUUID,
    answer: () => undefined,
    signal: (name) => {
      if (isPaused) throw pausedError('interrupt')
      signal(name)
    },
    canProbe: () => false,
    mayRelease: () => false,
    promptMessage: () => {
      throw new Error('no prompt is held')
    },
    onError: () => {},
  })
  requests = new ControlRequests(record, driver, {
    connection: {} as ProcessConnection,
    get isPaused() {
      return isPaused
    },
  })
})
/** A limit that comes only where nothing else does. */
const LONG = 60_000
const control = (timeoutMs = LONG) =>
  receipts.run<unknown>('c', 's', (createReceipt) =>
    requests.control('set_model', { model: 'x' }, { createReceipt, timeoutMs }),
  )

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

  test('was not answered, where the host took longer to store it than the CLI has to answer', async () => {
    answer = undefined
    // Timers come next, and the commit after them.
    await new Promise((resolve) => setImmediate(resolve))
    const first = control(5)
    const start = performance.now()
    while (performance.now() - start < 20);
    await expect(first).rejects.toMatchObject({ code: 'no-answer' })
    expect((await control()).result).toEqual({ outcome: 'unknown' })
  })

  test('is an interrupt, and ended with a signal, has that', async () => {
    answer = undefined
    const interrupt = () =>
      receipts.run<unknown>('i', 's', (createReceipt) =>
        requests.interrupt(false, { createReceipt, timeoutMs: 5 }),
      )
    expect((await interrupt()).result).toEqual({ escalated: true })
    expect((await interrupt()).result).toEqual({ escalated: true })
    expect(signal).toHaveBeenCalledTimes(1)
  })
})

test('a process that is left to the next host gets no more signals for an interrupt, whose outcome is unknown', async () => {
  answer = undefined
  signal.mockImplementation(() => driver.detached(() => new Error('the host ends')))
  const interrupt = () =>
    receipts.run<unknown>('i', 's', (createReceipt) =>
      requests.interrupt(false, { createReceipt, timeoutMs: 5 }),
    )
  await expect(interrupt()).rejects.toThrow('the host ends')
  expect(signal.mock.calls).toEqual([['SIGINT']])
  expect((await interrupt()).result).toEqual({ outcome: 'unknown' })
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
    expect(signal).not.toHaveBeenCalled()
  })
})
