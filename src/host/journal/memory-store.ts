import { SqliteStore } from './sqlite/sqlite-store.ts'

/** A store that ends with the process: for tests, and for a host that shall keep nothing. */
export class MemoryStore extends SqliteStore {
  constructor() {
    super(':memory:')
  }
}
