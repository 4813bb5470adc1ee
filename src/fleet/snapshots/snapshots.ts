/**
 * Keeps in the fleet what another node needs to take a session over: after each turn the CLI's transcripts and the state of the folder,
 * as files named by their content. The manifest names them and is written last, so that it is whole whenever a node is lost. One
 * snapshot after another: they read whole folders.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Host } from '../../host/host.ts'
import type { HostSession } from '../../host/sessions/host-session.ts'
import type { SessionDeps } from '../../host/sessions/session-deps.ts'
import { transcriptFiles } from '../../host/transcript-files.ts'
import type { SessionEvent } from '../../state/events.ts'
import { lastValue } from '../../state/list.ts'
import type { FileStore, KeyTable } from '../ports.ts'
import { takeGitSnapshot } from './git-snapshot.ts'
import { filesOf, type GitSnapshot, type Manifest, readManifest } from './manifest.ts'

export interface SnapshotsOptions {
  readonly host: Host
  readonly node: string
  readonly table: KeyTable
  readonly files: FileStore
  /** Undefined: this node does not own the session, or does not know. */
  readonly epochOf: (session: string) => number | undefined
  readonly log: SessionDeps['log']
}

const MAX_BYTES = 512 * 1024 * 1024
/** The CLI writes the end of a turn some ten milliseconds after it has said it. */
const QUIET_MS = 100
const MAX_QUIET_WAITS = 30
/** A session that nobody has used for so long is kept from its next turn on. */
const RECENT_MS = 7 * 24 * 60 * 60_000

const compressed = promisify(gzip)

export class Snapshots {
  readonly #options: SnapshotsOptions
  /** Sessions of which the fleet has no snapshot of the last turn. */
  readonly #due = new Set<string>()
  #queue: Promise<unknown> = Promise.resolve()
  #isStopped = false

  constructor(options: SnapshotsOptions) {
    this.#options = options
  }

  follow({ id }: HostSession, events: readonly SessionEvent[]): void {
    const isDue = events.some(
      (it) => it.kind === 'process-started' || (it.kind === 'received' && it.message.type === 'result'),
    )
    if (isDue) this.add(id)
  }

  add(session: string): void {
    this.#due.add(session)
    this.#queue = this.#queue.then(() => this.#takeDue(session))
  }

  /** The connection is there: takes those that could not be stored, and of the sessions that were used lately what is missing. */
  async catchUp(): Promise<void> {
    const { host, table } = this.#options
    for (const session of this.#due) this.add(session)
    for (const { id, row } of host.sessions()) {
      if (row.archived || row.updatedAt < Date.now() - RECENT_MS || this.#isStopped) continue
      if ((await table.get(id)) === undefined) this.add(id)
    }
  }

  /** Takes one now, after those that are being taken. Rejects if it could not be stored. */
  take(session: HostSession): Promise<Manifest> {
    this.#due.delete(session.id)
    const taken = this.#queue.then(() => this.#take(session))
    this.#queue = taken.catch(() => {})
    return taken
  }

  /** The session is removed. */
  async forget(session: string): Promise<void> {
    this.#due.delete(session)
    const { table, files } = this.#options
    const found = await readManifest(table, session)
    await table.remove(session)
    for (const file of filesOf(found?.manifest)) await files.remove(file)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#queue
  }

  /** What fails stays due until the next turn, or until the connection is back. */
  async #takeDue(id: string): Promise<void> {
    const { host, epochOf, log } = this.#options
    const session = host.find(id)
    if (!session) this.#due.delete(id)
    if (!session || this.#isStopped || !this.#due.has(id) || epochOf(id) === undefined) return
    this.#due.delete(id)
    try {
      await this.#take(session)
    } catch (error) {
      if (!host.find(id)) return
      this.#due.add(id)
      log('warn', `fleet: no snapshot: ${(error as Error).message}`, { session: id })
    }
  }

  async #take(session: HostSession): Promise<Manifest> {
    const { host, node, table, files, epochOf } = this.#options
    const { id } = session
    const epoch = epochOf(id)
    if (epoch === undefined) throw new Error('this node does not own the session')
    const before = await readManifest(table, id)
    if (before && before.manifest.epoch > epoch) throw new Error('another node has taken the session')
    await host.work.checkpoints.settled(session)
    const stored = new Set(filesOf(before?.manifest))
    const put = async (bytes: Uint8Array) => {
      const file = `${id}/${createHash('sha256').update(bytes).digest('hex')}`
      if (!stored.has(file)) await files.put(file, bytes)
      stored.add(file)
      return file
    }
    const transcripts = await this.#transcripts(session, put)
    const { seq, turns } = session.state
    const { offset: _, ...row } = session.row
    const manifest: Manifest = {
      ...{ epoch, seq, node, row, transcripts },
      turn: lastValue(turns.past)?.number ?? 0,
      at: Date.now(),
      hasEnvironment: Object.keys(session.env).length > 0,
      ...(await this.#git(session, put, before?.manifest.git)),
    }
    const isWritten = before
      ? await table.update(id, manifest, before.entry.revision)
      : await table.create(id, manifest)
    if (!isWritten) throw new Error('another node has written one meanwhile')
    const named = filesOf(manifest)
    for (const file of stored) if (!named.has(file)) await files.remove(file)
    return manifest
  }

  async #transcripts(session: HostSession, put: (bytes: Uint8Array) => Promise<string>) {
    const { facts, turns } = session.state
    const { first = {} } = session.row.extra as { first?: { resume?: string } }
    const ids = [
      ...facts.cliSessions.map(({ id }) => id),
      ...(first.resume === undefined ? [] : [first.resume]),
    ]
    const find = () => transcriptFiles(ids, session.transcriptLocation)
    let found = await find()
    for (let waits = 0; turns.past.size > 0 && waits < MAX_QUIET_WAITS; waits++) {
      await sleep(QUIET_MS)
      const last = found
      found = await find()
      if (JSON.stringify(last) === JSON.stringify(found)) break
    }
    if (found.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
      throw new Error('the transcripts of the session are too large to be kept')
    const transcripts: { name: string; file: string }[] = []
    for (const { name, path } of found)
      transcripts.push({ name, file: await put(await compressed(await readFile(path))) })
    return transcripts
  }

  async #git(
    session: HostSession,
    put: (bytes: Uint8Array) => Promise<string>,
    before: GitSnapshot | undefined,
  ): Promise<{ git: GitSnapshot } | { problem: string }> {
    try {
      const { found, bytes } = await takeGitSnapshot(this.#options.host.git, session, before)
      if (!bytes) return { git: found }
      if (bytes.length > MAX_BYTES) return { problem: 'the work in its repository is too large to be kept' }
      return { git: { ...found, file: await put(bytes) } }
    } catch (error) {
      if ((error as Error).name !== 'GitError') throw error
      return { problem: (error as Error).message }
    }
  }
}
