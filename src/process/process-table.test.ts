import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { collectDurable, startNode } from '../../test/process/durable-children.ts'
import { processTable, readProcessTable, SharedReadings } from './process-table.ts'

/** A reading that ends when the test says so. */
function readings() {
  const ends: (() => void)[] = []
  const shared: SharedReadings<number> = new SharedReadings(() => {
    const number = shared.count
    return new Promise((resolve) => ends.push(() => resolve(number)))
  })
  const begun = async (number: number) => {
    while (shared.count < number) await nextTurn()
  }
  return { shared, begun, end: () => ends.shift()?.() }
}

describe('readings that are shared', () => {
  test('all who ask at the same time get one', async () => {
    const { shared, begun, end } = readings()
    const asked = Array.from({ length: 300 }, () => shared.get())
    await begun(1)
    end()
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]))
    expect(shared.count).toBe(1)
  })
  test('whoever asks while one is under way gets the next, which begins after it', async () => {
    const { shared, begun, end } = readings()
    const first = shared.get()
    await begun(1)
    const later = [shared.get(), shared.get()]
    await nextTurn()
    expect(shared.count).toBe(1)
    end()
    expect(await first).toBe(1)
    await begun(2)
    end()
    expect(await Promise.all(later)).toEqual([2, 2])
  })
  test('after one that failed comes another', async () => {
    const shared: SharedReadings<number> = new SharedReadings(async () => {
      if (shared.count === 1) throw new Error('too many open files')
      return shared.count
    })
    await expect(shared.get()).rejects.toThrow('too many open files')
    expect(await shared.get()).toBe(2)
  })
})

describe('the table of processes', () => {
  test('has this program, read at once or in turns', async () => {
    const own = { pid: process.pid, parent: process.ppid }
    expect(readProcessTable()).toContainEqual(expect.objectContaining(own))
    expect(await processTable.get()).toContainEqual(expect.objectContaining(own))
  })
  test('is read once for all processes that are closed at the same time', async () => {
    const transports = await Promise.all(
      Array.from({ length: 6 }, () => startNode([], { command: '/bin/cat' })),
    )
    for (const transport of transports) collectDurable(transport)
    const before = processTable.count
    const endings = await Promise.all(transports.map((transport) => transport.close()))
    expect(endings.map(({ cause }) => cause)).toEqual(Array(6).fill('close'))
    expect(processTable.count - before).toBe(1)
  })
})
