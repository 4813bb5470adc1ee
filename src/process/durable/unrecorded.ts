/**
 * A start that has left no record: its host was killed, and the holder has not come to write one, or never will. A busy system
 * may run the holder late, when the next host has long given up on it and started another process in its place.
 * So before that it is made certain that nothing of this start runs or will: the FIFO is taken out of the holder's way. One that has
 * it open already is waited for; one that comes later cannot open it, and ends.
 */
import {
  closeSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf, endAll, type ProcessId, startTimeOf } from '../descendants.ts'
import { type DurableFiles, type DurableRecord, exists, readRecord } from './files.ts'
import { openForWriting } from './input.ts'

export interface LateWaits {
  /** So long a holder has to write its record before the FIFO is taken away. */
  readonly untilSealed?: number
  /** So long one that has the FIFO open is waited for. */
  readonly untilEnded?: number
}
const UNTIL_SEALED_MS = 1000
const UNTIL_ENDED_MS = 10_000
const LOOK_AGAIN_MS = 10
const AFTER_KILL = 2000

/** The record, as soon as it is written. Undefined: there will be none, and nothing of this start runs. */
export async function untilRecorded(
  files: DurableFiles,
  waits: LateWaits = {},
): Promise<DurableRecord | undefined> {
  const record = (await recordSoon(files, waits)) ?? (await recordLate(files, waits))
  if (record) unseal(files)
  else await endAll(all(files), AFTER_KILL)
  return record
}

async function recordSoon(files: DurableFiles, { untilSealed = UNTIL_SEALED_MS }: LateWaits) {
  const isInTime = within(untilSealed)
  // A host that was killed before it created the FIFO has not started a holder.
  return recordWhile(files, () => isFifo(files.stdin) && isInTime())
}

async function recordLate(files: DurableFiles, { untilEnded = UNTIL_ENDED_MS }: LateWaits) {
  seal(files)
  const isInTime = within(untilEnded)
  return recordWhile(files, () => isOpen(files) && hasHolder(files) && isInTime())
}

async function recordWhile(files: DurableFiles, isHoped: () => boolean): Promise<DurableRecord | undefined> {
  while (isHoped()) {
    const record = readRecord(files)
    if (record) return record
    await sleep(LOOK_AGAIN_MS)
  }
  return readRecord(files)
}

function within(ms: number): () => boolean {
  const deadline = performance.now() + ms
  return () => performance.now() < deadline
}

function isFifo(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFIFO() ?? false
}

/** A link to this leads nowhere, not even for a shell that would make the file: there is no such folder. */
const NOWHERE = 'nowhere/none'

/** In one step for the holder: it opens the FIFO, or nothing. Another host may have been killed in the middle of this. */
function seal({ stdin, sealed, seal: path }: DurableFiles): void {
  if (!isFifo(stdin)) return
  unlessThere(() => linkSync(stdin, sealed))
  unlessThere(() => symlinkSync(NOWHERE, path))
  renameSync(path, stdin)
}

/** Also true if another host has sealed it. */
function unseal({ stdin, sealed }: DurableFiles): void {
  if (exists(sealed)) renameSync(sealed, stdin)
}

function unlessThere(make: () => void): void {
  try {
    make()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Somebody reads from the FIFO, or will. */
function isOpen({ sealed }: DurableFiles): boolean {
  const fd = openForWriting(sealed)
  if (fd === undefined) return false
  closeSync(fd)
  return true
}

interface Member extends ProcessId {
  readonly isHolder: boolean
}

/** Those of the holder, the waiter and the CLI that are running. Only on Linux. */
function members({ base, stdout }: DurableFiles): Member[] {
  return pids().flatMap((pid) => {
    const isHolder = argumentsOf(pid)[3] === base
    return isHolder || outputOf(pid) === stdout ? [{ pid, startedAt: startTimeOf(pid), isHolder }] : []
  })
}

/** Only they write a record. Where that cannot be found out, they may be there. */
function hasHolder(files: DurableFiles): boolean {
  return process.platform !== 'linux' || members(files).some(({ isHolder }) => isHolder)
}

function all(files: DurableFiles): ProcessId[] {
  const found = process.platform === 'linux' ? members(files) : []
  return [...found, ...descendantsOf(...found.map(({ pid }) => pid))]
}

function pids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function argumentsOf(pid: number): string[] {
  return unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) ?? []
}

function outputOf(pid: number): string | undefined {
  return unlessGone(() => readlinkSync(`/proc/${pid}/fd/1`))
}

/** It may have ended, or be somebody else's. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
