/** The host as a library: a whole daemon, or its parts. Needs the native SQLite module. */
export { Agents } from './agents.ts'
export { type Config, daemonOptions, readConfig } from './config.ts'
export { AlreadyRunningError, type Daemon, type DaemonOptions, startDaemon } from './daemon.ts'
export { Host, type HostListener, type HostOptions } from './host.ts'
export { MemoryStore } from './journal/memory-store.ts'
export { type SqliteOptions, SqliteStore } from './journal/sqlite/sqlite-store.ts'
export { type Store, StoreError } from './journal/store.ts'
export type { HostSession } from './sessions/host-session.ts'
