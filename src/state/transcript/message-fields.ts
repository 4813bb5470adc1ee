/** What the folds of the transcript read off messages and events. */
import type { ContentBlock, InputBlock } from '../../protocol/blocks.ts'
import type { SessionEvent } from '../events.ts'
import { textIn } from '../fields.ts'
import type { ItemBase } from './items.ts'
import { MAIN } from './transcript.ts'

/** The event that a change comes with. */
export interface Moment {
  readonly seq: number
  readonly at: number
}

export type Content = string | readonly (InputBlock | ContentBlock)[]

/** The fields that every item has. */
export function itemBase({ seq, at }: Moment, id: string, uuid: string | undefined): ItemBase {
  return uuid === undefined ? { id, at, seq } : { id, at, seq, uuid }
}

/** The id of an item that stands for an event as such. */
export function eventId({ seq }: Moment, uuid: string | undefined): string {
  return uuid ?? `e${seq}`
}

export function threadIn(message: { readonly parent_tool_use_id?: unknown }): string {
  return textIn(message.parent_tool_use_id) ?? MAIN
}

/** The texts of a message, one below the other. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block) => textIn((block as { text?: unknown } | null)?.text))
    .filter((text) => text !== undefined)
    .join('\n')
}

/** Of a message from the CLI. */
export function uuidOf(event: SessionEvent): string | undefined {
  if (event.kind === 'received') return 'uuid' in event.message ? textIn(event.message.uuid) : undefined
  return event.kind === 'unknown' ? textIn(event.value.uuid) : undefined
}
