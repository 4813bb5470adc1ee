/** The shape of the database, step by step. Never change a released step: add another. */
import type { Database } from './database.ts'

const STEPS: readonly string[] = [
  `
  create table sessions (
    id text primary key, title text not null, cwd text not null, agent text not null,
    created_at integer not null, updated_at integer not null, archived integer not null,
    options text not null, generation integer not null, offset integer not null, wanted text not null,
    git_base text, extra text not null
  );
  create table events (
    session text not null, seq integer not null, at integer not null, direction text not null, body text not null,
    primary key (session, seq)
  ) without rowid;
  create table snapshots (session text primary key, seq integer not null, state text not null);
  create table outbox (
    id text primary key, session text not null, generation integer not null,
    kind text not null, line text not null, state text not null
  );
  create index outbox_of_session on outbox (session, generation);
  create table receipts (command_id text primary key, at integer not null, session text, receipt text not null);
  create table audit (
    id integer primary key, at integer not null, session text not null, approval text,
    what text not null, by text not null, detail text not null
  );
  create index audit_of_session on audit (session, at);
  create table usage (
    day text not null, model text not null, session text not null, cost_usd real not null, input integer not null,
    output integer not null, cache_read integer not null, cache_creation integer not null, turns integer not null,
    primary key (day, model, session)
  ) without rowid;
  create virtual table said using fts5 (
    text, session unindexed, seq unindexed, at unindexed, kind unindexed,
    tokenize = 'unicode61 remove_diacritics 2'
  );
  create table settings (name text primary key, value text not null);
  `,
  // A line is of its session, and leaves the outbox when it is written.
  `
  alter table outbox rename to outbox_1;
  drop index outbox_of_session;
  create table outbox (
    session text not null, id text not null, generation integer not null, kind text not null, line text not null,
    primary key (session, id)
  );
  insert into outbox (session, id, generation, kind, line)
    select session, outbox_1.id, outbox_1.generation, kind, line
    from outbox_1 join sessions on sessions.id = session and sessions.generation = outbox_1.generation
    where state = 'new' order by outbox_1.rowid;
  drop table outbox_1;
  `,
  // A state holds the last items of its transcript; those before are here.
  `
  create table items (
    session text not null, thread text not null, place integer not null, seq integer not null, item text not null,
    primary key (session, thread, place)
  ) without rowid;
  create table resting (session text primary key, seq integer not null, line text not null);
  `,
]
export const CURRENT_SCHEMA = STEPS.length

/** Brings the database to the current shape, or to an earlier one. One that a newer Fairlead wrote is left alone. */
export function migrate(database: Database, target = CURRENT_SCHEMA): void {
  const found = Number(database.pragma('user_version'))
  if (found > CURRENT_SCHEMA) {
    throw new Error(
      `its schema has the number ${found}, and this version of Fairlead knows ${CURRENT_SCHEMA}: start the newer Fairlead that wrote it`,
    )
  }
  for (let step = found; step < target; step++) {
    database.transaction(() => {
      database.exec(STEPS[step] as string)
      database.exec(`pragma user_version = ${step + 1}`)
    })
  }
}
