/** Messages of a conversation in few words, and a transcript as lines that a test can compare. */
import { rows } from '../../src/state/select.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import type { Draft, Item } from '../../src/state/transcript/items.ts'
import { textOf } from '../../src/state/transcript/message-fields.ts'

let count = 0
/** One that no other message has. */
export function uuid(): string {
  count += 1
  return `uuid-${count}`
}

/** An `assistant` message with these blocks. */
export function reply(id: string, blocks: object[], more: object = {}): object {
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: 'opus',
    content: blocks,
    stop_reason: null,
  }
  return { type: 'assistant', uuid: uuid(), session_id: 's', parent_tool_use_id: null, message, ...more }
}
export function text(id: string, words: string, more: object = {}): object {
  return reply(id, [{ type: 'text', text: words }], more)
}
export function call(
  id: string,
  toolUseId: string,
  name = 'Bash',
  input: object = {},
  more: object = {},
): object {
  return reply(id, [{ type: 'tool_use', id: toolUseId, name, input }], more)
}
/** What the CLI writes itself. */
export function synthetic(words: string, more: object = {}): object {
  const message = {
    id: uuid(),
    model: '<synthetic>',
    role: 'assistant',
    content: [{ type: 'text', text: words }],
  }
  return { type: 'assistant', uuid: uuid(), session_id: 's', parent_tool_use_id: null, message, ...more }
}

export function user(content: string | object[], more: object = {}): object {
  const message = { role: 'user', content }
  return { type: 'user', uuid: uuid(), session_id: 's', parent_tool_use_id: null, message, ...more }
}
export function echo(id: string, content: string | object[] = id, more: object = {}): object {
  return user(content, { uuid: id, isReplay: true, ...more })
}
export function result(toolUseId: string, content: unknown, isError = false, more: object = {}): object {
  return user([{ type: 'tool_result', tool_use_id: toolUseId, content, is_error: isError }], more)
}
export function interruptMarker(forTool = false): object {
  return user([{ type: 'text', text: `[Request interrupted by user${forTool ? ' for tool use' : ''}]` }])
}

export function system(subtype: string, fields: object = {}): object {
  return { type: 'system', subtype, uuid: uuid(), session_id: 's', ...fields }
}
export function init(fields: object = {}): object {
  const own = { session_id: 's', cwd: '/work', model: 'opus', tools: [], permissionMode: 'default' }
  return system('init', { ...own, ...fields })
}
export function end(fields: object = {}): object {
  const own = { subtype: 'success', is_error: false, result: '', permission_denials: [] }
  return { type: 'result', uuid: uuid(), session_id: 's', ...own, ...fields }
}
export function interrupted(fields: object = {}): object {
  const errors = ['[ede_diagnostic] result_type=user']
  const why = { is_error: true, terminal_reason: 'aborted_streaming', errors, result: undefined }
  return end({ subtype: 'error_during_execution', ...why, ...fields })
}

export function stream(event: object, more: object = {}): object {
  return { type: 'stream_event', uuid: uuid(), session_id: 's', parent_tool_use_id: null, event, ...more }
}
export const begin = (id: string, more: object = {}): object =>
  stream({ type: 'message_start', message: { id, content: [], role: 'assistant' } }, more)
export const block = (index: number, content: object = { type: 'text', text: '' }): object =>
  stream({ type: 'content_block_start', index, content_block: content })
export const delta = (index: number, fields: object): object =>
  stream({ type: 'content_block_delta', index, delta: fields })
export const more = (index: number, words: string): object =>
  delta(index, { type: 'text_delta', text: words })
export const stop = (index: number): object => stream({ type: 'content_block_stop', index })
export const finish = (): object[] => [
  stream({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
  stream({ type: 'message_stop' }),
]

/** Each item of the flattened view in a line, drafts with a `~`, two spaces for each level. */
export function shown(state: SessionState): string[] {
  return rows(state).map(({ depth, item, draft }) => {
    return `${'  '.repeat(depth)}${draft ? draftLine(draft) : itemLine(item)}`
  })
}

function draftLine({ kind, name, text: words }: Draft): string {
  return kind === 'tool' ? `~ ${name} ${words}` : kind === 'thinking' ? `~ (${words})` : `~ ${words}`
}

function itemLine(item: Item): string {
  const cut = 'cut' in item && item.cut ? ' (cut)' : ''
  switch (item.kind) {
    case 'user':
      return `${item.synthetic ? '|' : item.acknowledged ? '>' : '?>'} ${textOf(item.content)}`
    case 'text':
      return `${item.text}${cut}`
    case 'thinking':
      return `(${item.text})${cut}`
    case 'tool':
    case 'question':
    case 'plan':
      return `${item.name} ${item.status}${item.result ? `: ${textOf(item.result.content)}` : ''}${cut}`
    case 'notice':
      return `* ${item.topic} ${item.level}: ${item.text}`
    case 'compaction':
      return `= ${item.summary ?? ''}`
    case 'raw':
      return `raw ${JSON.stringify(item.value)}`
    default:
      return 'removed'
  }
}
