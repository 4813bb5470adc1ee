/** A line of a transcript in, an entry out. Nothing that a file can hold makes it throw, and nothing is dropped. */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { Line } from '../../protocol/lines.ts'
import { assistantShape } from '../../protocol/messages/assistant.ts'
import { userShape } from '../../protocol/messages/user.ts'
import { mismatch, type Shape } from '../../protocol/shape.ts'
import type {
  AssistantEntry,
  AttachmentEntry,
  RecordedEntry,
  TitleEntry,
  TranscriptEntry,
  UserEntry,
} from './entries.ts'

export function decodeEntry(text: Line, line: number): TranscriptEntry {
  if (typeof text !== 'string') return { kind: 'oversized', line, text: text.head, bytes: text.bytes }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!text.trimStart().startsWith('{')) return { kind: 'noise', line, text }
    return { kind: 'broken', line, text, reason: error instanceof Error ? error.message : String(error) }
  }
  return isObject(value) ? entryOf(value, line) : { kind: 'noise', line, text }
}

function entryOf(record: JsonObject, line: number): RecordedEntry {
  const type = record.type
  const shape = typeof type === 'string' && Object.hasOwn(linkedShapes, type) ? linkedShapes[type] : undefined
  if (shape === undefined) return titleOf(record, line) ?? unknown(record, line, notListed(type))
  const problem = mismatch(record, shape)
  if (problem !== undefined) return unknown(record, line, problem)
  const place = { line, record, ...linkOf(record) }
  switch (type) {
    case 'user':
      return {
        kind: 'user',
        ...place,
        message: record.message as UserEntry['message'],
        isCompactSummary: record.isCompactSummary === true,
        toolUseResult: record.toolUseResult,
      }
    case 'assistant':
      return {
        kind: 'assistant',
        ...place,
        message: record.message as AssistantEntry['message'],
        isApiErrorMessage: record.isApiErrorMessage === true,
      }
    case 'system':
      return { kind: 'system', ...place, subtype: String(record.subtype), content: textIn(record, 'content') }
    default:
      return {
        kind: 'attachment',
        ...place,
        attachment: record.attachment as AttachmentEntry['attachment'],
      }
  }
}

const linkedShapes: { readonly [type: string]: Shape } = {
  user: { uuid: 'string', ...userShape },
  assistant: { uuid: 'string', ...assistantShape },
  system: { uuid: 'string', subtype: 'string' },
  attachment: { uuid: 'string', attachment: { type: 'string' } },
}

function linkOf(record: JsonObject) {
  return {
    uuid: String(record.uuid),
    parentUuid: textIn(record, 'parentUuid') ?? null,
    timestamp: textIn(record, 'timestamp'),
    sessionId: textIn(record, 'sessionId'),
    cwd: textIn(record, 'cwd'),
    isSidechain: record.isSidechain === true,
    isMeta: record.isMeta === true,
  }
}

const titles: { readonly [type: string]: readonly [field: string, source: TitleEntry['source']] } = {
  'custom-title': ['customTitle', 'custom'],
  'ai-title': ['aiTitle', 'ai'],
  summary: ['summary', 'summary'],
}

function titleOf(record: JsonObject, line: number): TitleEntry | undefined {
  const type = textIn(record, 'type') ?? ''
  const known = Object.hasOwn(titles, type) ? titles[type] : undefined
  const title = known && textIn(record, known[0])
  return title === undefined || known === undefined
    ? undefined
    : { kind: 'title', line, record, title, source: known[1] }
}

function unknown(record: JsonObject, line: number, reason: string): RecordedEntry {
  return { kind: 'unknown', line, record, reason }
}

function notListed(type: unknown): string {
  return typeof type === 'string' ? `type "${type}" is not listed` : 'type is not a string'
}

/** The field, if it holds a string. */
export function textIn(record: JsonObject, field: string): string | undefined {
  const value = record[field]
  return typeof value === 'string' ? value : undefined
}
