/** What was being written when it was stopped: the draft stays as far as it had come, as an item that is `cut`. */
import { callItem } from './blocks.ts'
import { dropDrafts } from './drafts.ts'
import type { Draft, Item } from './items.ts'
import type { Moment } from './message-fields.ts'
import { optional } from './notice.ts'
import { partialInput } from './partial-input.ts'
import { addItem, itemAt, placeOf, removeItem, type Transcript } from './transcript.ts'

/** The drafts of a thread, or all. */
export function cutDrafts(transcript: Transcript, moment: Moment, thread?: string): Transcript {
  const stopped = transcript.drafts.filter(({ parent }) => thread === undefined || parent === thread)
  return stopped.reduce((after, draft) => withCut(after, draft, moment), dropDrafts(transcript, thread))
}

function withCut(transcript: Transcript, draft: Draft, moment: Moment): Transcript {
  const item = cutItem(draft, moment)
  return item ? addItem(transcript, draft.parent, item) : transcript
}

function cutItem(draft: Draft, { seq }: Moment): Item | undefined {
  const { id, at, messageId, text, toolUseId, signature, citations } = draft
  const base = { id, at, seq, messageId, cut: true } as const
  if (draft.kind === 'tool' && toolUseId !== undefined)
    return callItem({ ...base, toolUseId, name: draft.name ?? '', input: partialInput(draft) ?? {} })
  if (text === '') return undefined
  if (draft.kind === 'text') return { ...base, kind: 'text', text, ...optional('citations', citations) }
  if (draft.kind === 'thinking')
    return { ...base, kind: 'thinking', text, ...optional('signature', signature) }
  return undefined
}

/** The block itself comes after all, and takes the place of what was kept of its draft. */
export function withoutCut(transcript: Transcript, id: string): Transcript {
  const place = placeOf(transcript, id)
  const item = place && itemAt(transcript, place)
  const isCut = (item?.kind === 'text' || item?.kind === 'thinking') && item.cut && item.uuid === undefined
  return place && isCut ? removeItem(transcript, place) : transcript
}
