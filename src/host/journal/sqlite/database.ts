/** A SQLite file as the store uses it, alike on every driver: transactions, pragmas, and errors with SQLite's own codes. */
import { type Connection, type Driver, findDriver, type Statement, type Value } from './driver.ts'

export class SqliteError extends Error {
  override readonly name = 'SqliteError'
  /** The primary result code; undefined where the library refused before SQLite was asked. */
  readonly code: number | undefined
  constructor(message: string, code: number | undefined, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export class Database {
  readonly driver: Driver
  readonly #connection: Connection

  constructor(file: string, driver: Driver = findDriver()) {
    this.driver = driver
    this.#connection = this.#call(() => driver.open(file))
  }

  exec(sql: string): void {
    this.#call(() => this.#connection.exec(sql))
  }

  prepare(sql: string): Statement {
    const statement = this.#call(() => this.#connection.prepare(sql))
    return {
      run: (...values) => this.#call(() => statement.run(...values)),
      get: (...values) => this.#call(() => statement.get(...values)),
      all: (...values) => this.#call(() => statement.all(...values)),
    }
  }

  /** All that `action` does is stored, or nothing of it. */
  transaction<T>(action: () => T): T {
    this.exec('begin immediate')
    try {
      const result = action()
      this.exec('commit')
      return result
    } catch (error) {
      try {
        this.exec('rollback')
      } catch {
        // SQLite has rolled back itself, as it does when the disk is full. What went wrong first is what counts.
      }
      throw error
    }
  }

  pragma(name: string): Value {
    return Object.values((this.prepare(`pragma ${name}`).get() as object | undefined) ?? {})[0]
  }

  close(): void {
    this.#call(() => this.#connection.close())
  }

  #call<T>(action: () => T): T {
    try {
      return action()
    } catch (error) {
      if (error instanceof SqliteError) throw error
      const code = this.driver.codeOf(error)
      const message = error instanceof Error ? error.message : String(error)
      // Extended codes have the primary one in their lowest byte.
      throw new SqliteError(message, code === undefined ? undefined : code & 0xff, error)
    }
  }
}
