/** Items made of content blocks. */
import type { ContentBlock } from '../../protocol/blocks.ts'
import { questionsIn } from '../approvals/questions.ts'
import { objectIn, textIn } from '../fields.ts'
import type { SessionState } from '../session-state.ts'
import { withApproval } from './calls.ts'
import { toolUseIn } from './drafts.ts'
import type { CallItem, Item, ItemBase, TextItem, ThinkingItem, ToolItem } from './items.ts'
import type { Moment } from './message-fields.ts'

interface BlockBase extends ItemBase {
  readonly messageId: string
}
type Mutable<T> = { -readonly [Field in keyof T]: T[Field] }

export function blockBase(
  { seq, at }: Moment,
  id: string,
  uuid: string | undefined,
  messageId: string,
): BlockBase {
  return uuid === undefined ? { id, at, seq, messageId } : { id, at, seq, uuid, messageId }
}

/** Undefined for a block that says nothing. `code`: what the reply failed with. */
export function blockItem(
  block: ContentBlock,
  base: BlockBase,
  isCut: boolean,
  code: string | undefined,
  state: SessionState,
): Item | undefined {
  switch (block.type) {
    case 'text': {
      if (block.text === '') return undefined
      const item: Mutable<TextItem> = { ...base, kind: 'text', text: block.text }
      if (Array.isArray(block.citations) && block.citations.length > 0) item.citations = block.citations
      if (isCut) item.cut = true
      if (code !== undefined) item.error = code
      return item
    }
    case 'thinking': {
      const item: Mutable<ThinkingItem> = { ...base, kind: 'thinking', text: block.thinking }
      const signature = textIn(block.signature)
      if (isCut) item.cut = true
      if (signature !== undefined) item.signature = signature
      return item
    }
    case 'redacted_thinking': {
      const item: ThinkingItem = { ...base, kind: 'thinking', text: '', redacted: true }
      return isCut ? { ...item, cut: true } : item
    }
    default: {
      const toolUseId = toolUseIn(block)
      if (toolUseId === undefined) {
        const { messageId: _, ...rest } = base
        return { ...rest, kind: 'raw', value: block, reason: 'a block of a kind that is not known' }
      }
      const { name, input } = block as { name: string; input?: unknown }
      const call = callItem({ ...base, toolUseId, name, input: input ?? {} })
      return withApproval(isCut ? { ...call, cut: true } : call, state)
    }
  }
}

type CallFields = Omit<ToolItem, 'kind' | 'status'>

export function callItem(call: CallFields): CallItem {
  const status = 'running'
  if (call.name === 'AskUserQuestion')
    return { ...call, kind: 'question', status, questions: questionsIn(call.input) }
  if (call.name === 'ExitPlanMode')
    return { ...call, kind: 'plan', status, plan: textIn(objectIn(call.input)?.plan) ?? '' }
  return { ...call, kind: 'tool', status }
}
