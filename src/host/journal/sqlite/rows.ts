/** The statements of the SQLite store, and rows as they stand in its tables. */
import type { SessionEvent } from '../../../state/events.ts'
import { bodyJson } from '../event-json.ts'
import type { SessionRow } from '../store.ts'
import type { Database } from './database.ts'
import type { Statement, Value } from './driver.ts'

export interface StoredSession {
  readonly id: string
  readonly title: string
  readonly cwd: string
  readonly agent: string
  readonly created_at: number
  readonly updated_at: number
  readonly archived: number
  readonly options: string
  readonly generation: number
  readonly offset: number
  readonly wanted: string
  readonly git_base: string | null
  readonly extra: string
}

/** Text as every driver gives it back: some end it at a NUL. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd')

export function sessionValues(row: SessionRow): StoredSession {
  return {
    id: row.id,
    title: withoutNul(row.title),
    cwd: row.cwd,
    agent: row.agent,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    archived: row.archived ? 1 : 0,
    options: JSON.stringify(row.options),
    generation: row.generation,
    offset: row.offset,
    wanted: row.wanted,
    git_base: row.gitBase ?? null,
    extra: JSON.stringify(row.extra),
  }
}

const ADD_EVENT = 'insert into events (session, seq, at, direction, body) values'
const EVENT_VALUES = '(?, ?, ?, ?, ?)'
/** A call of SQLite costs as much as a third of an insert: a flood is inserted so many at a time. */
export const EVENTS_AT_ONCE = 16

export function eventValues(session: string, event: SessionEvent): Value[] {
  return [session, event.seq, event.at, directionOf(event), bodyJson(event)]
}

/** Which way it went: to the CLI, from the CLI, or neither. */
function directionOf({ kind }: SessionEvent): 'in' | 'out' | 'host' {
  if (kind === 'sent') return 'in'
  return kind === 'received' || kind === 'unknown' || kind === 'noise' ? 'out' : 'host'
}

const COLUMNS = [
  'title',
  'cwd',
  'agent',
  'created_at',
  'updated_at',
  'archived',
  'options',
  'generation',
  'offset',
  'wanted',
  'git_base',
  'extra',
]
const TABLES = ['events', 'items', 'resting', 'snapshots', 'outbox', 'receipts', 'audit', 'said']

export interface Statements {
  readonly addSession: Statement
  readonly setSession: Statement
  readonly session: Statement
  readonly sessionIds: Statement
  readonly sessionIdsOfTable: Statement
  readonly removals: readonly Statement[]
  readonly addEvent: Statement
  /** `EVENTS_AT_ONCE` events. */
  readonly addEvents: Statement
  readonly events: Statement
  readonly lastSeq: Statement
  readonly putSnapshot: Statement
  readonly snapshot: Statement
  readonly putResting: Statement
  readonly resting: Statement
  readonly putItem: Statement
  readonly items: Statement
  readonly itemsAfter: Statement
  readonly lastItem: Statement
  readonly lastItemUntil: Statement
  readonly addOutbox: Statement
  readonly removeOutbox: Statement
  readonly dropOutbox: Statement
  readonly outbox: Statement
  readonly addReceipt: Statement
  readonly receipt: Statement
  readonly receiptsOf: Statement
  readonly removeReceipt: Statement
  readonly addAudit: Statement
  readonly audit: Statement
  readonly addUsage: Statement
  readonly usage: Statement
  readonly addSaid: Statement
  readonly search: Statement
  readonly prompts: Statement
  readonly searchSession: Statement
  readonly setting: Statement
  readonly putSetting: Statement
  readonly settingNames: Statement
  readonly receiptIds: Statement
}

export function prepare(database: Database): Statements {
  const sql = (text: string): Statement => database.prepare(text)
  const names = COLUMNS.join(', ')
  return {
    addSession: sql(
      `insert into sessions (id, ${names}) values (@id, ${COLUMNS.map((it) => `@${it}`).join(', ')})`,
    ),
    setSession: sql(`update sessions set ${COLUMNS.map((it) => `${it} = @${it}`).join(', ')} where id = @id`),
    session: sql('select * from sessions where id = ?'),
    // From the index, and past it: one of the two may be damaged.
    sessionIds: sql('select id from sessions order by id'),
    sessionIdsOfTable: sql('select id from sessions not indexed'),
    // What it cost stays in the sums.
    removals: [
      ...TABLES.map((table) => sql(`delete from ${table} where session = ?`)),
      sql('delete from sessions where id = ?'),
    ],
    addEvent: sql(`${ADD_EVENT} ${EVENT_VALUES}`),
    addEvents: sql(`${ADD_EVENT} ${Array(EVENTS_AT_ONCE).fill(EVENT_VALUES).join(', ')}`),
    events: sql('select seq, at, body from events where session = ? and seq > ? order by seq limit ?'),
    lastSeq: sql('select max(seq) as seq from events where session = ?'),
    putSnapshot: sql('insert or replace into snapshots (session, seq, state) values (?, ?, ?)'),
    snapshot: sql('select seq, state from snapshots where session = ?'),
    putResting: sql('insert or replace into resting (session, seq, line) values (?, ?, ?)'),
    resting: sql(
      `select line from resting where session = @session
       and seq = (select max(seq) from events where session = @session)`,
    ),
    putItem: sql('insert or replace into items (session, thread, place, seq, item) values (?, ?, ?, ?, ?)'),
    items: sql(
      `select thread, place, item from items
       where session = ? and thread = ? and place >= ? and place < ? order by place`,
    ),
    itemsAfter: sql(
      `select thread, place, item from items
       where session = ? and (thread, place) > (?, ?) order by thread, place limit ?`,
    ),
    lastItem: sql('select max(place) as place from items where session = ? and thread = ?'),
    lastItemUntil: sql(
      'select place from items where session = ? and thread = ? and seq <= ? order by place desc limit 1',
    ),
    addOutbox: sql(
      `insert or replace into outbox (id, session, generation, kind, line)
       values (@id, @session, @generation, @kind, @line)`,
    ),
    removeOutbox: sql('delete from outbox where session = ? and id = ?'),
    dropOutbox: sql('delete from outbox where session = ? and generation < ?'),
    outbox: sql(
      'select id, session, generation, kind, line from outbox where session = ? and generation = ? order by rowid',
    ),
    addReceipt: sql('insert or replace into receipts (command_id, at, session, receipt) values (?, ?, ?, ?)'),
    removeReceipt: sql('delete from receipts where command_id = ?'),
    receipt: sql('select at, session, receipt from receipts where command_id = ?'),
    receiptsOf: sql('select command_id as commandId, at, receipt from receipts where session = ?'),
    addAudit: sql('insert into audit (at, session, approval, what, by, detail) values (?, ?, ?, ?, ?, ?)'),
    audit: sql(
      `select at, session, approval, what, by, detail from audit
       where (@session is null or session = @session) and at >= @from order by id desc limit @limit`,
    ),
    addUsage: sql(
      `insert into usage (day, model, session, cost_usd, input, output, cache_read, cache_creation, turns)
       values (@day, @model, @session, @costUsd, @input, @output, @cacheRead, @cacheCreation, @turns)
       on conflict (day, model, session) do update set
         cost_usd = cost_usd + excluded.cost_usd, input = input + excluded.input, output = output + excluded.output,
         cache_read = cache_read + excluded.cache_read, cache_creation = cache_creation + excluded.cache_creation,
         turns = turns + excluded.turns`,
    ),
    usage: sql(
      `select usage.day, usage.model, usage.session, coalesce(sessions.cwd, '') as cwd, cost_usd as costUsd, input,
         output, cache_read as cacheRead, cache_creation as cacheCreation, turns
       from usage left join sessions on sessions.id = usage.session
       where day >= ? and day <= ? order by day, model, session`,
    ),
    addSaid: sql('insert into said (text, session, seq, at, kind) values (?, ?, ?, ?, ?)'),
    search: sql(
      `select session, seq, at, kind, text, snippet(said, 0, char(1), char(2), '…', 24) as excerpt
       from said where said match ? order by rank limit ?`,
    ),
    prompts: sql(
      `select text, session, at from (select text, session, at, kind from said order by rowid desc limit ?)
       where kind = 'user'`,
    ),
    searchSession: sql(
      `select session, seq, at, kind, text, snippet(said, 0, char(1), char(2), '…', 24) as excerpt
       from said where said match ? and session = ? order by seq limit ?`,
    ),
    setting: sql('select value from settings where name = ?'),
    settingNames: sql('select name from settings'),
    receiptIds: sql('select command_id as id from receipts'),
    putSetting: sql('insert or replace into settings (name, value) values (?, ?)'),
  }
}
