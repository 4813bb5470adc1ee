/** The files of durable processes: one folder for a session, in it one set of files for each run (generation). */
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isObject } from '../../protocol/json.ts'
import type { ProcessId } from '../descendants.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { NotAFileError, openPlainFile } from '../plain-file.ts'
import { RECORD_VERSION } from './holder.ts'

export interface DurableFiles {
  /** What the paths of all the others begin with. */
  readonly base: string
  readonly folder: string
  /** A FIFO. */
  readonly stdin: string
  /** The FIFO, when it was taken out of the way of a holder that comes too late; and what is put in its place. */
  readonly sealed: string
  readonly seal: string
  readonly stdout: string
  readonly stderr: string
  /** Who runs; written by the holder. */
  readonly record: string
  /** How it ended; written by the holder. */
  readonly exit: string
  /** There when the input was ended on purpose. */
  readonly inputEnded: string
  /** There while a line is written that did not fit into the FIFO at once. */
  readonly lineUnderWay: string
  /** There when what the holder started is bubblewrap, with the CLI inside. */
  readonly isolated: string
}

export function durableFiles(folder: string, generation: number): DurableFiles {
  const absolute = resolve(folder)
  const base = join(absolute, String(generation))
  return {
    base,
    folder: absolute,
    stdin: `${base}.stdin`,
    sealed: `${base}.stdin.sealed`,
    seal: `${base}.stdin.seal`,
    stdout: `${base}.stdout`,
    stderr: `${base}.stderr`,
    record: `${base}.process.json`,
    exit: `${base}.exit`,
    inputEnded: `${base}.input-ended`,
    lineUnderWay: `${base}.line-under-way`,
    isolated: `${base}.isolated`,
  }
}

/** The generations that have files in the folder, oldest first. */
export function generationsIn(folder: string): number[] {
  const numbers = namesIn(folder).map((name) => Number(/^(\d+)\./.exec(name)?.[1] ?? Number.NaN))
  return [...new Set(numbers.filter((number) => !Number.isNaN(number)))].sort((a, b) => a - b)
}

/** The names of all files of a generation. */
export function namesOf(folder: string, generation: number): string[] {
  return namesIn(folder).filter((name) => name.startsWith(`${generation}.`))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Who runs. */
export interface DurableRecord {
  /** Of an isolated one, bubblewrap: the CLI is inside. */
  readonly cli: ProcessId
  /** Keeps the FIFO open. */
  readonly holder: ProcessId
  /** Will write how the CLI ended. */
  readonly waiter: ProcessId
}

/** A start time that no process has: start times count from the boot of the machine. */
export const OTHER_BOOT = 'before the last boot'

/** Undefined as long as the holder has not written it. */
export function readRecord({ record }: DurableFiles): DurableRecord | undefined {
  const text = completeText(record)
  if (text === undefined) return undefined
  const found: unknown = JSON.parse(text)
  if (!isObject(found) || found.version !== RECORD_VERSION) {
    throw new Error(`${record} was written by another version of Fairlead`)
  }
  const isThisBoot = found.boot === bootId()
  const id = (written: unknown): ProcessId => {
    const [pid, startedAt] = Array.isArray(written) ? written : []
    return { pid: Number(pid), startedAt: isThisBoot ? String(startedAt).trim() : OTHER_BOOT }
  }
  return { cli: id(found.cli), holder: id(found.holder), waiter: id(found.waiter) }
}

/** Undefined as long as the holder has not written it. */
export function readExit({ exit }: DurableFiles): ExitStatus | undefined {
  // Called often before the file exists: cheaper than catching an error.
  if (statSync(exit, { throwIfNoEntry: false }) === undefined) return undefined
  const text = completeText(exit)
  return text === undefined ? undefined : exitStatus(Number(text))
}

/** Undefined also for a file whose writer has not come to the end of its one line. */
function completeText(path: string): string | undefined {
  try {
    const fd = openPlainFile(path)
    try {
      const text = readFileSync(fd, 'utf8')
      return text.endsWith('\n') ? text : undefined
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (isMissing(error) || error instanceof NotAFileError) return undefined
    throw error
  }
}

/** 0 if the file does not exist. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Makes an empty file that says something by being there. */
export function mark(path: string): void {
  writeFileSync(path, '', { mode: 0o600 })
}

/** A new file to append to; fails if there is one. */
export function createForAppending(path: string): number {
  return openSync(path, 'ax', 0o600)
}

let knownBootId: string | undefined

/** It stays the same as long as this program runs. */
function bootId(): string {
  knownBootId ??= readBootId()
  return knownBootId
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
