/** What a transcript consists of. An item's `id` stays the same from its draft to its end. */
import type { ContentBlock, InputBlock } from '../../protocol/blocks.ts'
import type { CompactMetadata } from '../../protocol/messages/system-session.ts'
import type { Question } from '../../protocol/tools/inputs.ts'

/** What every entry of the transcript has. */
export interface ItemBase {
  readonly id: string
  /** When it came, and with which event. */
  readonly at: number
  readonly seq: number
  /** The CLI's uuid of the message that it shows. */
  readonly uuid?: string
}

/** What a person said, or what the CLI said in a person's place (`synthetic`). */
export interface UserItem extends ItemBase {
  readonly kind: 'user'
  readonly content: string | readonly (InputBlock | ContentBlock)[]
  readonly synthetic: boolean
  /** The CLI has shown that it has it: an echo, its lifecycle, or the turn that it began. */
  readonly acknowledged: boolean
}
/** Text of the model. */
export interface TextItem extends ItemBase {
  readonly kind: 'text'
  readonly messageId: string
  readonly text: string
  readonly citations?: readonly unknown[]
  /** Its end is missing: the process ended, or the turn was interrupted, while it was being written. */
  readonly cut?: true
  /** The reply failed with this code. */
  readonly error?: string
}
/** What the model thought. */
export interface ThinkingItem extends ItemBase {
  readonly kind: 'thinking'
  readonly messageId: string
  /** Empty where the model's thinking is not shown. */
  readonly text: string
  readonly signature?: string
  readonly redacted?: true
  readonly cut?: true
}

/**
 * `denied`: it was not let run. `interrupted`: it was stopped before or while it ran. `lost`: the turn or the process ended,
 * and no result came.
 */
export type CallStatus = 'running' | 'done' | 'failed' | 'denied' | 'interrupted' | 'lost'

interface CallBase extends ItemBase {
  readonly messageId: string
  readonly toolUseId: string
  readonly name: string
  readonly input: unknown
  readonly status: CallStatus
  readonly endedAt?: number
  /** What the model got to see. */
  readonly result?: { readonly content: unknown; readonly isError: boolean }
  /** The tool's own result object. */
  readonly toolUseResult?: unknown
  /** Last `tool_progress`. */
  readonly progress?: { readonly seconds: number; readonly at: number }
  /** A person changed the model's input before it ran. */
  readonly ranWith?: unknown
  /** The approval that it asked for. */
  readonly approvalId?: string
  /** When that was answered or withdrawn: from then on the call may run. */
  readonly decidedAt?: number
  /** The task that it started. */
  readonly taskId?: string
  /** How that task fares in the background. The call's own result only says that it started. */
  readonly background?: { readonly status: CallStatus; readonly endedAt?: number }
  readonly cut?: true
}
/** A tool call. The work of a sub-agent is in the thread named after its `toolUseId`. */
export interface ToolItem extends CallBase {
  readonly kind: 'tool'
}
/** Questions that the model asked. */
export interface QuestionItem extends CallBase {
  readonly kind: 'question'
  readonly questions: readonly Question[]
  readonly answers?: Readonly<Record<string, unknown>>
}
/** A plan that the model presented. */
export interface PlanItem extends CallBase {
  readonly kind: 'plan'
  readonly plan: string
}

/** What a notice is about. */
export type NoticeTopic =
  | 'hook'
  | 'stop-hooks'
  | 'turn-duration'
  | 'tool-summary'
  | 'streamlined'
  | 'error'
  | 'refusal'
  | 'denial'
  | 'information'
  | 'local-command'
  | 'interrupt'
  | 'reset'
  | 'rewind'
  | 'task'
  | 'memory'
  | 'writes-lost'
  | 'process'
  | 'host'
/** A notice of the CLI. */
export interface NoticeItem extends ItemBase {
  readonly kind: 'notice'
  readonly topic: NoticeTopic
  readonly level: 'info' | 'warning' | 'error'
  readonly text: string
  /** What else the message said, for those who want to see it. */
  readonly detail?: unknown
}
/** The conversation was compacted here. */
export interface CompactionItem extends ItemBase {
  readonly kind: 'compaction'
  readonly metadata: CompactMetadata
  readonly summary?: string
}
/** A message or line that has no place of its own. */
export interface RawItem extends ItemBase {
  readonly kind: 'raw'
  readonly value: unknown
  readonly reason?: string
}
/** Stands where an item was that the CLI took back. Not shown. */
export interface RemovedItem extends ItemBase {
  readonly kind: 'removed'
}

/** A tool call of any kind. */
export type CallItem = ToolItem | QuestionItem | PlanItem
/** One entry of the transcript. */
export type Item =
  | UserItem
  | TextItem
  | ThinkingItem
  | CallItem
  | NoticeItem
  | CompactionItem
  | RawItem
  | RemovedItem

/** An item that is still being written. It is shown after the items of its thread. */
export interface Draft {
  readonly id: string
  /** The thread that it belongs to: a tool call's id, or `''` for the main one. */
  readonly parent: string
  readonly messageId: string
  /** The block's index in the message. */
  readonly index: number
  readonly kind: 'text' | 'thinking' | 'tool' | 'raw'
  readonly at: number
  /** Text, thinking, or the tool's input as far as it has come (JSON that may end anywhere). */
  readonly text: string
  readonly signature?: string
  readonly citations?: readonly unknown[]
  readonly toolUseId?: string
  readonly name?: string
}
