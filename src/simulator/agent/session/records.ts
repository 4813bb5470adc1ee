/** What a session remembers, in the format of its transcript's lines. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { blocksOf } from '../../content.ts'

/** A record with a place in the conversation: each names its predecessor. */
export interface LinkedRecord {
  readonly type: string
  readonly uuid: string
  readonly parentUuid: string | null
  readonly [field: string]: unknown
}

export function isLinkedRecord(value: JsonObject): value is LinkedRecord & JsonObject {
  return (
    typeof value.uuid === 'string' &&
    value.isSidechain !== true &&
    ['user', 'assistant', 'system', 'attachment'].includes(String(value.type))
  )
}

export interface RecordMessage {
  readonly role: string
  readonly content: string | JsonObject[]
  readonly id?: string
}

export function messageOf(record: LinkedRecord): RecordMessage | undefined {
  const { message } = record
  if (!isObject(message)) return undefined
  const content = typeof message.content === 'string' ? message.content : blocksOf(message.content)
  const id = typeof message.id === 'string' ? { id: message.id } : {}
  return { role: record.type, content, ...id }
}

export function isToolResult(record: LinkedRecord): boolean {
  const message = messageOf(record)
  return record.type === 'user' && blocksOf(message?.content).some(({ type }) => type === 'tool_result')
}
