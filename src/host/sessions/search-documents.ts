/** Text for the full-text index: what people and the model said, and inputs and results of tools. */
import type { ContentBlock } from '../../protocol/blocks.ts'
import type { SessionEvent } from '../../state/events.ts'
import type { SearchDocument } from '../journal/store.ts'

const MAX_TEXT = 20_000

export function saidIn(events: readonly SessionEvent[]): SearchDocument[] {
  return events.flatMap((event) =>
    partsOf(event)
      .filter(({ text }) => text.trim() !== '')
      .map(({ kind, text }) => ({ seq: event.seq, at: event.at, kind, text: text.slice(0, MAX_TEXT) })),
  )
}

type Part = Pick<SearchDocument, 'kind' | 'text'>

function partsOf(event: SessionEvent): Part[] {
  if (event.kind === 'notice') return [{ kind: 'notice', text: event.text }]
  if (event.kind === 'sent' && event.message.type === 'user')
    return blocksOf(event.message.message.content, 'user')
  if (event.kind === 'recalled')
    return blocksOf(event.message.message.content, event.message.type === 'user' ? 'user' : 'text')
  if (event.kind !== 'received') return []
  const { message } = event
  if (message.type === 'assistant') return blocksOf(message.message.content, 'text')
  // Echoed prompts were indexed when they were sent. Only results of tools are new.
  if (message.type === 'user' && !message.isReplay && typeof message.message.content !== 'string')
    return blocksOf(message.message.content, 'result').filter(({ kind }) => kind === 'result')
  return []
}

function blocksOf(
  content: string | readonly { readonly type: string }[],
  kind: SearchDocument['kind'],
): Part[] {
  if (typeof content === 'string') return [{ kind, text: content }]
  return (content as readonly ContentBlock[]).flatMap((block): Part[] => {
    switch (block.type) {
      case 'text':
        return kind === 'result' ? [] : [{ kind, text: block.text }]
      case 'thinking':
        return [{ kind: 'thinking', text: block.thinking }]
      case 'tool_use':
        return [{ kind: 'tool', text: `${block.name} ${textsIn(block.input)}` }]
      case 'tool_result':
        return [{ kind: 'result', text: textsIn(block.content) }]
      default:
        return []
    }
  })
}

/** All strings in a value, at any depth. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  // Base64 data is not searchable.
  if ('type' in value && value.type === 'image') return ''
  return Object.values(value).map(textsIn).filter(Boolean).join(' ')
}
