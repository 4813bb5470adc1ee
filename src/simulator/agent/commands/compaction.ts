/** Replaces a conversation with a summary that the model writes: when the host asks for it, or when the context is full. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import type { LinkedRecord } from '../session/records.ts'
import { askAside } from '../turns/main-thread.ts'
import { emitUser, type Turn } from '../turns/turn.ts'
import { tokensOfRecords } from './context.ts'

const REQUEST =
  'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is to create a detailed summary of the ' +
  'conversation so far.'

/** Returns the model's summary of the conversation. Rejects if the API does not answer. */
export function summarize(turn: Turn, instructions: string): Promise<string> {
  return askAside(turn, instructions === '' ? REQUEST : `${REQUEST}\n\n${instructions}`, turn.signal)
}

export interface Compaction {
  readonly trigger: 'manual' | 'auto'
  readonly summary: string
  readonly kept: LinkedRecord[]
  readonly startedAt: number
}

/** Replaces the records before the summary, and notifies the host. */
export function replace(agent: Agent, { trigger, summary, kept, startedAt }: Compaction): void {
  const { output, session, places, profile } = agent
  const preTokens = tokensOfRecords(session.branch)
  const [uuid, anchor] = [randomUUID(), randomUUID()]
  const content =
    'This session is being continued from a previous conversation that ran out of context. The summary below covers ' +
    `the earlier portion of the conversation.\n\n${summary}\n\nIf you need specific details from before compaction, ` +
    `read the full transcript at: ${places.transcript(session.id)}`
  const postTokens = Math.ceil(content.length / 4) + tokensOfRecords(kept)
  const durationMs = Date.now() - startedAt
  const uuids = kept.map((record) => record.uuid)
  const logicalParent = session.branch.at(-1)?.uuid ?? null
  const preservedMessages = { anchorUuid: anchor, uuids }
  session.compact(
    {
      type: 'system',
      subtype: 'compact_boundary',
      uuid,
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      logicalParentUuid: logicalParent,
      compactMetadata: { trigger, preTokens, postTokens, durationMs, preservedMessages },
    },
    {
      type: 'user',
      uuid: anchor,
      message: { role: 'user', content },
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    },
    kept,
  )
  output.emit({
    type: 'system',
    subtype: 'compact_boundary',
    session_id: session.id,
    uuid,
    compact_metadata: {
      trigger,
      pre_tokens: preTokens,
      post_tokens: postTokens,
      cumulative_dropped_tokens: Math.max(0, preTokens - postTokens),
      duration_ms: durationMs,
      ...preserved(anchor, uuids),
    },
    ...(profile.isOld ? {} : { logical_parent_uuid: logicalParent }),
  })
  emitUser(agent, content, { uuid: anchor, isReplay: false, isSynthetic: true })
}

function preserved(anchor_uuid: string, uuids: readonly string[]): JsonObject {
  if (uuids.length === 0) return {}
  return {
    preserved_segment: { head_uuid: uuids[0], anchor_uuid, tail_uuid: uuids.at(-1) },
    preserved_messages: { anchor_uuid, uuids, all_uuids: uuids },
  }
}
