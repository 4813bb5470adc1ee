/**
 * Rows as they are read from the file. A disk, a crash of the machine or another program may have changed any of them, so each is
 * checked; one that cannot be understood gives an error that names it, and says nothing about the others.
 */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { EventBody, SessionEvent } from '../../../state/events.ts'
import type { Placed } from '../../../state/transcript/transcript.ts'
import { storedEvent } from '../event-json.ts'
import {
  type AuditRow,
  type OutboxRow,
  type RestingLine,
  type SessionRow,
  StoreError,
  type UsageDelta,
} from '../store.ts'

/** `what` begins a sentence: "event 3 of session x". */
function unreadable(what: string, why: string, cause?: unknown): StoreError {
  return new StoreError('damaged', `${what} cannot be read: ${why}`, cause)
}

export function jsonIn(text: unknown, what: string): unknown {
  if (typeof text !== 'string') throw unreadable(what, `it is ${typeName(text)}, not text`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(what, `it is not JSON (${(error as Error).message})`, error)
  }
}

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0

const SESSION: Readonly<Record<string, Check>> = {
  id: isText,
  title: isText,
  cwd: isText,
  agent: isText,
  created_at: isNumber,
  updated_at: isNumber,
  archived: (value) => value === 0 || value === 1,
  generation: isCount,
  offset: isCount,
  wanted: (value) => value === 'run' || value === 'rest',
  git_base: (value) => value === null || typeof value === 'string',
}
const OUTBOX: Readonly<Record<string, Check>> = {
  id: isText,
  generation: isCount,
  kind: (value) => value === 'prompt' || value === 'answer' || value === 'request',
  line: isText,
}
const RESTING: Readonly<Record<string, Check>> = {
  seq: isCount,
  at: isNumber,
  summary: isObject,
  approvals: (value) => Array.isArray(value) && value.every(isText),
}
const ITEM: Readonly<Record<string, Check>> = { thread: isText, place: isCount }
const USAGE: Readonly<Record<string, Check>> = {
  day: isText,
  model: isText,
  session: isText,
  costUsd: isNumber,
  input: isNumber,
  output: isNumber,
  cacheRead: isNumber,
  cacheCreation: isNumber,
  turns: isNumber,
}

function checked(row: unknown, checks: Readonly<Record<string, Check>>, what: string): JsonObject {
  if (!isObject(row)) throw unreadable(what, 'there is no such row')
  for (const [name, isRight] of Object.entries(checks))
    if (!isRight(row[name])) throw unreadable(what, `its ${name} is ${shown(row[name])}`)
  return row
}

export function sessionRow(row: unknown, id: string): SessionRow {
  const what = `session ${id}`
  const stored = checked(row, SESSION, what)
  const objectIn = (name: 'options' | 'extra'): Readonly<Record<string, unknown>> => {
    const value = jsonIn(stored[name], `the ${name} of ${what}`)
    if (!isObject(value))
      throw unreadable(`the ${name} of ${what}`, `it is ${typeName(value)}, not an object`)
    return value
  }
  return {
    id: stored.id as string,
    title: stored.title as string,
    cwd: stored.cwd as string,
    agent: stored.agent as string,
    createdAt: stored.created_at as number,
    updatedAt: stored.updated_at as number,
    archived: stored.archived === 1,
    options: objectIn('options'),
    generation: stored.generation as number,
    offset: stored.offset as number,
    wanted: stored.wanted as SessionRow['wanted'],
    ...(typeof stored.git_base === 'string' && { gitBase: stored.git_base }),
    extra: objectIn('extra'),
  }
}

export interface EventRow {
  readonly seq: number
  readonly at: number
  readonly body: string
}

export function sessionEvent({ seq, at, body }: EventRow, session: string): SessionEvent {
  const what = `event ${seq} of session ${session}`
  const found = jsonIn(body, what)
  if (!isObject(found) || typeof found.kind !== 'string') throw unreadable(what, 'it has no kind')
  if (!isCount(seq) || !isNumber(at)) throw unreadable(what, 'its number or its time is none')
  return storedEvent(found as unknown as EventBody, seq, at, body)
}

export function placedItem(row: unknown, session: string): Placed {
  const { thread, place, item } = checked(row, ITEM, `an item of session ${session}`)
  const what = `item ${place} of session ${session}`
  const found = jsonIn(item, what)
  if (!isObject(found) || typeof found.kind !== 'string') throw unreadable(what, 'it has no kind')
  return { thread: thread as string, index: place as number, item: found as unknown as Placed['item'] }
}

export function restingLine(line: unknown, session: string): RestingLine {
  const what = `the line of session ${session}`
  const { seq, at, summary, approvals } = checked(jsonIn(line, what), RESTING, what)
  return { seq, at, summary, approvals } as unknown as RestingLine
}

export function outboxRow(row: unknown, session: string): OutboxRow {
  const what = `a line that waits for the CLI of session ${session}`
  const stored = checked(row, OUTBOX, what)
  jsonIn(stored.line, what)
  return stored as unknown as OutboxRow
}

/** What it was about is lost with its detail; that it was done is not. */
export function auditDetail(detail: unknown): AuditRow['detail'] {
  try {
    return jsonIn(detail, 'the detail')
  } catch (error) {
    return { damaged: (error as Error).message }
  }
}

export function isUsage(row: unknown): row is UsageDelta {
  return isObject(row) && Object.entries(USAGE).every(([name, isRight]) => isRight(row[name]))
}

function typeName(value: unknown): string {
  return value === null ? 'empty' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
