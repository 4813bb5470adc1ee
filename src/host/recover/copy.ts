/** Copies what can be read of one journal into another. */
import type { SessionEvent } from '../../state/events.ts'
import type { SqliteStore } from '../journal/sqlite/sqlite-store.ts'
import { type SessionRow, StoreError } from '../journal/store.ts'
import { saidIn } from '../sessions/search-documents.ts'

const PAGE = 1000

/** Page by page. Throws if an event is missing or cannot be read. */
export function* eventsOf(store: SqliteStore, id: string): Generator<SessionEvent[]> {
  for (let last = 0; ; ) {
    const page = store.events(id, last, PAGE)
    if (page.length === 0) return
    for (const { seq } of page) {
      if (seq !== last + 1) throw new StoreError('damaged', `event ${last + 1} of session ${id} is missing`)
      last = seq
    }
    yield page
  }
}

export function copySession(from: SqliteStore, to: SqliteStore, row: SessionRow): void {
  const { id } = row
  to.addSession(row)
  for (const events of eventsOf(from, id)) to.commit([{ session: id, events, said: saidIn(events) }])
  to.commit([{ session: id, outbox: from.outbox(id, row.generation) }])
}

/** Copies what does not belong to a single session. Returns what could not be read. */
export function copyShared(from: SqliteStore, to: SqliteStore, known: ReadonlySet<string>): string[] {
  const problems: string[] = []
  const attempt = (copy: () => void) => {
    try {
      copy()
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  const each = (names: () => string[], copy: (name: string) => void) =>
    attempt(() => {
      for (const name of names()) attempt(() => copy(name))
    })
  each(
    () => from.settingNames(),
    (name) => to.putSetting(name, from.setting(name)),
  )
  each(
    () => from.receiptIds(),
    (id) => {
      const receipt = from.receipt(id)
      if (receipt) to.addReceipt(receipt)
    },
  )
  each(
    () => [...known],
    (session) => to.commit([{ session, audit: from.audit({ session, limit: Number.MAX_SAFE_INTEGER }) }]),
  )
  attempt(() => {
    // Includes the usage of removed sessions.
    const usage = from.usage('0000-00-00', '9999-99-99').map(({ cwd: _, ...delta }) => delta)
    to.commit(usage.map((delta) => ({ session: delta.session, usage: [delta] })))
  })
  return problems
}
