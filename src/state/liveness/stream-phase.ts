/** What the model is writing, from the stream of its reply. */
import type { StreamEventMessage } from '../../protocol/messages/assistant.ts'
import type { Phase } from './activity.ts'

/** The same object where nothing changes. */
export function phaseAfter(phase: Phase | null, message: StreamEventMessage, since: number): Phase | null {
  // Of a sub-agent.
  if (typeof message.parent_tool_use_id === 'string') return phase
  const { event } = message
  switch (event.type) {
    case 'content_block_delta':
      return onDelta(phase, event.delta.type, since)
    case 'content_block_start':
      return onBlock(phase, event.content_block, since)
    case 'message_start':
    case 'content_block_stop':
    case 'message_stop':
      return entered(phase, 'model', since)
    default:
      return phase
  }
}

function onDelta(phase: Phase | null, type: string, since: number): Phase | null {
  switch (type) {
    case 'text_delta':
      return entered(phase, 'text', since)
    case 'thinking_delta':
      return entered(phase, 'thinking', since)
    case 'input_json_delta':
      return entered(phase, 'tool-input', since)
    default:
      return phase
  }
}

function onBlock(phase: Phase | null, block: { type: string; name?: unknown }, since: number): Phase | null {
  switch (block.type) {
    case 'text':
      return { kind: 'text', since }
    case 'thinking':
    case 'redacted_thinking':
      return { kind: 'thinking', since }
    case 'tool_use':
      return { kind: 'tool-input', since, ...(typeof block.name === 'string' && { name: block.name }) }
    default:
      return entered(phase, 'model', since)
  }
}

function entered(phase: Phase | null, kind: Phase['kind'], since: number): Phase {
  return phase?.kind === kind ? phase : { kind, since }
}
