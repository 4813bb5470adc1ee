import type { SessionRow } from '../../src/host/journal/store.ts'

/** A session's row as a store takes it. */
export function sessionRow(id: string, fields: Partial<SessionRow> = {}): SessionRow {
  return {
    id,
    title: `session ${id}`,
    cwd: '/work',
    agent: 'claude',
    createdAt: 1,
    updatedAt: 1,
    archived: false,
    options: {},
    generation: 1,
    offset: 0,
    wanted: 'run',
    extra: {},
    ...fields,
  }
}
