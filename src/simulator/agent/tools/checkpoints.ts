/**
 * Files as they were before tools changed them, by prompt. The contents are in the CLI's folder `file-history`, and the
 * transcript says which belongs to which prompt, so a resumed session can rewind too.
 */
import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Places } from '../session/places.ts'
import type { Session } from '../session/session.ts'
import type { Profile } from '../version.ts'
import { lineChange } from './patch.ts'

interface Backup {
  /** Null if there was no file. */
  readonly name: string | null
  readonly version: number
  readonly at: string
}

interface Point {
  readonly prompt: string
  readonly at: string
  readonly files: Map<string, Backup>
}

export interface Rewind {
  readonly filesChanged: string[]
  readonly insertions: number
  readonly deletions: number
}

export interface CheckpointsOptions {
  readonly isEnabled: boolean
  readonly places: Places
  readonly session: Session
  readonly profile: Profile
}

export class Checkpoints {
  readonly isEnabled: boolean
  readonly #places: Places
  readonly #session: Session
  readonly #isOld: boolean
  #points: Point[] = []

  constructor({ isEnabled, places, session, profile }: CheckpointsOptions) {
    this.isEnabled = isEnabled
    this.#places = places
    this.#session = session
    this.#isOld = profile.isOld
    if (isEnabled) this.#load(session.loaded)
  }

  begin(prompt: string): void {
    if (!this.isEnabled) return
    const tracked = new Set(this.#points.flatMap(({ files }) => [...files.keys()]))
    const files = new Map([...tracked].map((path) => [path, this.#again(path)]))
    const point = { prompt, at: now(), files }
    this.#points.push(point)
    this.#note(point, prompt, false)
  }

  keep(path: string): void {
    const point = this.#points.at(-1)
    const tracked = this.#tracked(path)
    if (point === undefined || point.files.has(tracked)) return
    const backup = this.#backup(tracked, 1)
    point.files.set(tracked, backup)
    if (this.#isOld) this.#note(point, randomUUID(), true)
    else {
      this.#session.note({
        type: 'file-history-delta',
        messageId: randomUUID(),
        snapshotMessageId: point.prompt,
        trackingPath: tracked,
        backup: recordOf(backup),
        timestamp: now(),
      })
    }
  }

  /**
   * Returns what changes when the files go back to before the prompt; with `act`, changes them. Undefined if the prompt is
   * unknown.
   */
  rewind(prompt: string, act: boolean): Rewind | undefined {
    const index = this.#points.findLastIndex((point) => point.prompt === prompt)
    if (index === -1) return undefined
    const before = new Map<string, Backup>()
    for (const { files } of this.#points.slice(index)) {
      for (const [path, backup] of files) if (!before.has(path)) before.set(path, backup)
    }
    let insertions = 0
    let deletions = 0
    const filesChanged: string[] = []
    for (const [tracked, { name }] of before) {
      const path = resolve(this.#places.cwd, tracked)
      const [now, then] = [contentOf(path), name === null ? null : contentOf(this.#file(name))]
      if (now === then) continue
      filesChanged.push(path)
      const change = lineChange(now ?? '', then ?? '')
      insertions += change.added
      deletions += change.removed
      if (!act) continue
      if (name === null) rmSync(path, { force: true })
      else copyFileSync(this.#file(name), path)
    }
    return { filesChanged, insertions, deletions }
  }

  /** Forgets everything: an empty conversation continues under another id. */
  clear(): void {
    this.#points = []
  }

  /** Backs up the file as it is now; reuses the last copy if it is the same. */
  #again(tracked: string): Backup {
    const last = this.#points.findLast(({ files }) => files.has(tracked))?.files.get(tracked)
    if (last === undefined) return this.#backup(tracked, 1)
    const now = contentOf(resolve(this.#places.cwd, tracked))
    const then = last.name === null ? null : contentOf(this.#file(last.name))
    return now === then ? last : this.#backup(tracked, last.version + 1)
  }

  #backup(tracked: string, version: number): Backup {
    const path = resolve(this.#places.cwd, tracked)
    if (!existsSync(path)) return { name: null, version, at: now() }
    const name = `${createHash('sha256').update(path).digest('hex').slice(0, 16)}@v${version}`
    mkdirSync(this.#places.fileHistory(this.#session.id), { recursive: true })
    copyFileSync(path, this.#file(name))
    return { name, version, at: now() }
  }

  #note(point: Point, messageId: string, isSnapshotUpdate: boolean): void {
    const backups = [...point.files].map(([path, backup]) => [path, recordOf(backup)])
    this.#session.note({
      type: 'file-history-snapshot',
      messageId,
      snapshot: {
        messageId: point.prompt,
        trackedFileBackups: Object.fromEntries(backups),
        timestamp: point.at,
      },
      isSnapshotUpdate,
    })
  }

  /** Reads the transcript of a resumed session. A fork gets its own copies. */
  #load(records: readonly JsonObject[]): void {
    for (const record of records) {
      if (record.type === 'file-history-snapshot') this.#loadPoint(record)
      if (record.type === 'file-history-delta') {
        const point = this.#points.findLast(({ prompt }) => prompt === record.snapshotMessageId)
        const backup = backupOf(record.backup)
        if (backup !== undefined) point?.files.set(String(record.trackingPath), backup)
      }
    }
    const { forkedFrom } = this.#session
    if (forkedFrom === undefined) return
    for (const point of this.#points) {
      for (const { name } of point.files.values()) {
        const from = name === null ? undefined : join(this.#places.fileHistory(forkedFrom), name)
        if (from === undefined || name === null || !existsSync(from)) continue
        mkdirSync(this.#places.fileHistory(this.#session.id), { recursive: true })
        copyFileSync(from, this.#file(name))
      }
      this.#note(point, point.prompt, false)
    }
  }

  #loadPoint({ snapshot }: JsonObject): void {
    if (!isObject(snapshot)) return
    const backups = isObject(snapshot.trackedFileBackups) ? snapshot.trackedFileBackups : {}
    const files = Object.entries(backups).flatMap(([path, value]): [string, Backup][] => {
      const backup = backupOf(value)
      return backup === undefined ? [] : [[path, backup]]
    })
    const prompt = String(snapshot.messageId)
    this.#points = this.#points.filter((point) => point.prompt !== prompt)
    this.#points.push({ prompt, at: String(snapshot.timestamp), files: new Map(files) })
  }

  #tracked(path: string): string {
    const way = relative(this.#places.cwd, path)
    return way.startsWith('..') ? path : way
  }

  #file(name: string): string {
    return join(this.#places.fileHistory(this.#session.id), name)
  }
}

function recordOf({ name, version, at }: Backup): JsonObject {
  return { backupFileName: name, version, backupTime: at }
}

function backupOf(value: unknown): Backup | undefined {
  if (!isObject(value) || typeof value.version !== 'number') return undefined
  const name = typeof value.backupFileName === 'string' ? value.backupFileName : null
  return { name, version: value.version, at: String(value.backupTime) }
}

function now(): string {
  return new Date().toISOString()
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
