/** What the host stores its journal with: SQLite with full-text search. */
import { DRIVERS, findDriver, problemOf } from '../../host/journal/sqlite/driver.ts'
import type { Finding } from '../doctor/finding.ts'

export function checkStorage(env: NodeJS.ProcessEnv): Finding {
  const details = DRIVERS.map((driver) => `${driver.name}: ${problemOf(driver) ?? 'works'}`)
  try {
    const { name } = findDriver(env.FAIRLEAD_SQLITE || undefined)
    const text = `storage: SQLite (${name}) with full-text search`
    return { check: 'storage', state: 'ok', text, facts: { driver: name, fullTextSearch: true, details } }
  } catch (error) {
    return {
      check: 'storage',
      state: 'problem',
      text: 'storage: no SQLite with full-text search can be used, so no host can run',
      details,
      remedy: (error as Error).message,
      facts: { driver: null, fullTextSearch: false, details },
    }
  }
}
