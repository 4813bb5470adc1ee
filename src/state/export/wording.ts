/** The words that the exports for people have in common. */
import type { JsonObject } from '../../protocol/json.ts'
import { textIn } from '../fields.ts'
import { formatDuration } from '../format/duration.ts'
import type { SessionState } from '../session-state.ts'
import type { CallItem, CompactionItem, UserItem } from '../transcript/items.ts'
import { textOf } from '../transcript/message-fields.ts'
import { runTime } from '../transcript/run-time.ts'
import type { ExportSettings } from './options.ts'

export type Exported = Pick<SessionState, 'transcript' | 'facts'>

export function titleOf({ facts }: Exported): string {
  return facts.title ?? 'Conversation'
}

/** Model, folder and id of the session, as far as they are known. */
export function aboutSession({ facts }: Exported): string[] {
  return [facts.model, facts.cwd, facts.cliSessions.at(-1)?.id].filter((it) => it !== undefined)
}

/** A prompt's text, with a word for each part that is not text. */
export function promptText({ content }: UserItem): string {
  if (typeof content === 'string') return content
  return content
    .map((block) => (block.type === 'text' ? block.text : attachment(block as unknown as JsonObject)))
    .join('\n')
}

function attachment(block: JsonObject): string {
  const title = textIn(block.title)
  return title === undefined ? `[${textIn(block.type)}]` : `[${textIn(block.type)}: ${title}]`
}

/** What the tool gave, as text. */
export function outputText({ result }: CallItem): string {
  if (!result) return ''
  const { content } = result
  if (typeof content === 'string') return content
  const text = textOf(content)
  return text === '' && Array.isArray(content) && content.length > 0 ? JSON.stringify(content, null, 2) : text
}

/** `done, 12 s`. */
export function statusText(call: CallItem, { durations }: Pick<ExportSettings, 'durations'>): string {
  const { status, at, endedAt, cut } = call
  const ms = endedAt === undefined || !durations ? 0 : runTime(call, at)
  return [status, ...(ms < 1000 ? [] : [formatDuration(ms)]), ...(cut ? ['cut off'] : [])].join(', ')
}

export function compactionText({ metadata }: CompactionItem): string {
  const { trigger, pre_tokens: from, post_tokens: to } = metadata
  const size =
    typeof from !== 'number' ? '' : typeof to !== 'number' ? `, ${from} tokens` : `, ${from} → ${to} tokens`
  return `Conversation compacted (${textIn(trigger) ?? 'unknown cause'}${size})`
}

export function answerText(answer: unknown): string {
  if (typeof answer === 'string') return answer
  return Array.isArray(answer) ? answer.map(String).join(', ') : JSON.stringify(answer)
}
