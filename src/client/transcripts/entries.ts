/** What a line of a transcript can be. The files hold more types than those listed, and new ones with each CLI. */
import type { JsonObject } from '../../protocol/json.ts'
import type { UserMessage } from '../../protocol/messages/user.ts'
import type { ApiMessage } from '../../protocol/stream.ts'

interface Entry<K extends string> {
  readonly kind: K
  /** Counted from 1; blank lines do not count. */
  readonly line: number
}

/** A line that holds a JSON object. */
interface Recorded<K extends string> extends Entry<K> {
  /** Everything that the line says. */
  readonly record: JsonObject
}

/** An entry with a place in the conversation, which is a tree: each names the one before it. */
interface Linked<K extends string> extends Recorded<K> {
  readonly uuid: string
  /** Null at the beginning, and after a compaction. */
  readonly parentUuid: string | null
  readonly timestamp: string | undefined
  readonly sessionId: string | undefined
  /** Where the CLI was at that moment: a `cd` of a tool changes it. */
  readonly cwd: string | undefined
  /** Said in a sub-agent's conversation. Newer CLIs write those into files of their own. */
  readonly isSidechain: boolean
  /** Written by the CLI for the model, not to be shown. */
  readonly isMeta: boolean
}

/** A prompt, tool results, or a text that the CLI wrote itself. */
export interface UserEntry extends Linked<'user'> {
  readonly message: UserMessage['message']
  readonly isCompactSummary: boolean
  /** The tool's own result object; its form depends on the tool. */
  readonly toolUseResult: unknown
}
/** One content block of a message, under the uuid that it had on stdout. */
export interface AssistantEntry extends Linked<'assistant'> {
  readonly message: ApiMessage
  readonly isApiErrorMessage: boolean
}
/** A notice of the CLI in a transcript. */
export interface SystemEntry extends Linked<'system'> {
  readonly subtype: string
  readonly content: string | undefined
}
/**
 * What the CLI told the model beside the prompts. A prompt that was sent while a tool ran is one of these: type
 * `queued_command`, with the host's uuid in `source_uuid`.
 */
export interface AttachmentEntry extends Linked<'attachment'> {
  readonly attachment: JsonObject & { readonly type: string }
}
/** A title of the conversation. */
export interface TitleEntry extends Recorded<'title'> {
  readonly title: string
  /** `custom`: given by a person. `ai`: made by the model. `summary`: the same of older CLIs. */
  readonly source: 'custom' | 'ai' | 'summary'
}
/** Another type, or one of the above without a field that it must have: `reason` says which. */
export interface UnknownEntry extends Recorded<'unknown'> {
  readonly reason: string
}
/** Begins as an object but is not JSON: cut by a crash (and by the line that was appended to it), or being written. */
export interface BrokenEntry extends Entry<'broken'> {
  readonly text: string
  readonly reason: string
}
/** Not an object at all. */
export interface NoiseEntry extends Entry<'noise'> {
  readonly text: string
}
/** Over the limit for a line; `text` is its beginning. */
export interface OversizedEntry extends Entry<'oversized'> {
  readonly text: string
  readonly bytes: number
}

/** An entry that is part of the conversation: it names the entry before it. */
export type LinkedEntry = UserEntry | AssistantEntry | SystemEntry | AttachmentEntry
/** An entry that the CLI wrote as valid JSON. */
export type RecordedEntry = LinkedEntry | TitleEntry | UnknownEntry
/** One line of a transcript file, read. */
export type TranscriptEntry = RecordedEntry | BrokenEntry | NoiseEntry | OversizedEntry
