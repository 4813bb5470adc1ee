/** Items made of content blocks. */
import type { ContentBlock } from '../../protocol/blocks.ts'
import { questionsIn } from '../approvals/questions.ts'
import { type Mutable, objectIn, textIn } from '../fields.ts'
import type { SessionState } from '../session-state.ts'
import { withApproval } from './calls.ts'
import { toolUseIn } from './drafts.ts'
import type { CallItem, Item, TextItem, ThinkingItem, ToolItem } from './items.ts'
import { itemBase, type Moment } from './message-fields.ts'

interface BlockBase {
  readonly moment: Moment
  readonly id: string
  readonly uuid: string | undefined
  readonly messageId: string
}

/** Undefined for an empty block. `code`: what the reply failed with. */
export function blockItem(
  block: ContentBlock,
  base: BlockBase,
  isCut: boolean,
  code: string | undefined,
  state: SessionState,
): Item | undefined {
  const { id, uuid, messageId } = base
  const { at, seq } = base.moment
  switch (block.type) {
    case 'text': {
      if (block.text === '') return undefined
      const { text } = block
      // The uuid belongs into the literal: a field that comes later is stored beside the object.
      const item: Mutable<TextItem> =
        uuid === undefined
          ? { id, at, seq, messageId, kind: 'text', text }
          : { id, at, seq, messageId, kind: 'text', text, uuid }
      if (Array.isArray(block.citations) && block.citations.length > 0) item.citations = block.citations
      if (isCut) item.cut = true
      if (code !== undefined) item.error = code
      return item
    }
    case 'thinking': {
      const item: Mutable<ThinkingItem> = { id, at, seq, messageId, kind: 'thinking', text: block.thinking }
      if (uuid !== undefined) item.uuid = uuid
      const signature = textIn(block.signature)
      if (isCut) item.cut = true
      if (signature !== undefined) item.signature = signature
      return item
    }
    case 'redacted_thinking': {
      const item: Mutable<ThinkingItem> = {
        id,
        at,
        seq,
        messageId,
        kind: 'thinking',
        text: '',
        redacted: true,
      }
      if (uuid !== undefined) item.uuid = uuid
      if (isCut) item.cut = true
      return item
    }
    default: {
      const toolUseId = toolUseIn(block)
      if (toolUseId === undefined) {
        const reason = 'a block of a kind that is not known'
        return { ...itemBase(base.moment, id, uuid), kind: 'raw', value: block, reason }
      }
      const { name, input } = block as { name: string; input?: unknown }
      const call: Mutable<CallFields> = { id, at, seq, messageId, toolUseId, name, input: input ?? {} }
      if (uuid !== undefined) call.uuid = uuid
      if (isCut) call.cut = true
      return withApproval(callItem(call), state)
    }
  }
}

type CallFields = Pick<
  ToolItem,
  'id' | 'at' | 'seq' | 'uuid' | 'messageId' | 'toolUseId' | 'name' | 'input' | 'cut'
>

export function callItem(call: CallFields): CallItem {
  const status = 'running'
  if (call.name === 'AskUserQuestion')
    return { ...call, kind: 'question', status, questions: questionsIn(call.input) }
  if (call.name === 'ExitPlanMode')
    return { ...call, kind: 'plan', status, plan: textIn(objectIn(call.input)?.plan) ?? '' }
  const { id, at, seq, uuid, messageId, toolUseId, name, input, cut } = call
  const item: Mutable<ToolItem> = { id, at, seq, messageId, toolUseId, name, input, kind: 'tool', status }
  if (uuid !== undefined) item.uuid = uuid
  if (cut) item.cut = cut
  return item
}
