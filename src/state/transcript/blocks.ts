/** Items made of content blocks. */
import type { ContentBlock } from '../../protocol/blocks.ts'
import { questionsIn } from '../approvals/questions.ts'
import { objectIn, textIn } from '../fields.ts'
import type { SessionState } from '../session-state.ts'
import { withApproval } from './calls.ts'
import { toolUseIn } from './drafts.ts'
import type { CallItem, Item, ToolItem } from './items.ts'

interface BlockBase {
  readonly id: string
  readonly at: number
  readonly seq: number
  readonly uuid?: string
  readonly messageId: string
}

/** Undefined for a block that says nothing. */
export function blockItem(
  block: ContentBlock,
  base: BlockBase,
  { cut: isCut, error: code }: { readonly cut: boolean; readonly error: string | undefined },
  state: SessionState,
): Item | undefined {
  const cut = isCut ? ({ cut: true } as const) : undefined
  switch (block.type) {
    case 'text':
      if (block.text === '') return undefined
      return {
        ...base,
        kind: 'text',
        text: block.text,
        ...(Array.isArray(block.citations) && block.citations.length > 0 && { citations: block.citations }),
        ...cut,
        ...(code !== undefined && { error: code }),
      }
    case 'thinking': {
      const signature = textIn(block.signature)
      const said = { ...base, kind: 'thinking', text: block.thinking, ...cut } as const
      return signature === undefined ? said : { ...said, signature }
    }
    case 'redacted_thinking':
      return { ...base, kind: 'thinking', text: '', redacted: true, ...cut }
    default: {
      const toolUseId = toolUseIn(block)
      if (toolUseId === undefined) {
        const { messageId: _, ...rest } = base
        return { ...rest, kind: 'raw', value: block, reason: 'a block of a kind that is not known' }
      }
      const { name, input } = block as { name: string; input?: unknown }
      return withApproval(callItem({ ...base, toolUseId, name, input: input ?? {}, ...cut }), state)
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
