import { afterEach, describe, expect, test, vi } from 'vitest'
import { drivers } from '../../../../test/host/stores.ts'
import { type Driver, findDriver } from './driver.ts'

describe('which SQLite is used', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('the first that works, or the one that is named', () => {
    expect(findDriver()).toBe(drivers[0])
    for (const driver of drivers) {
      vi.stubEnv('FAIRLEAD_SQLITE', driver.name)
      expect(findDriver()).toBe(driver)
    }
    vi.stubEnv('FAIRLEAD_SQLITE', 'oracle')
    expect(() => findDriver()).toThrow('it can be node:sqlite or libsql')
  })

  test('a driver without full-text search is skipped, and the error names why each driver failed', () => {
    const broken = (name: Driver['name'], message: string): Driver => ({
      name,
      open: () => {
        throw new Error(`${message}\nand more`)
      },
      codeOf: () => undefined,
    })
    const [none, bare] = [broken('node:sqlite', 'No such module'), broken('libsql', 'no such module: fts5')]
    const [works] = drivers as [Driver]
    expect(findDriver(undefined, [none, bare, works])).toBe(works)
    expect(() => findDriver(undefined, [none, bare])).toThrow(
      /node:sqlite: No such module; libsql: no such module: fts5.*npm install/,
    )
  })

  test('it is loaded without a warning', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    for (const driver of drivers) driver.open(':memory:').close()
    // Warnings are emitted on the next tick.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warned)
    expect(warned).not.toHaveBeenCalled()
  })
})
