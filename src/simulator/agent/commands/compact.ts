/** `/compact`: the conversation is replaced by a summary that the model makes of it. */
import { randomUUID } from 'node:crypto'
import { isObject } from '../../../protocol/json.ts'
import type { ApiMessage } from '../../../protocol/stream.ts'
import { type ChatRecord, textOf } from '../session/records.ts'
import { initMessage } from '../turns/init.ts'
import { MainThread } from '../turns/main-thread.ts'
import { requestBody } from '../turns/request-body.ts'
import { plainResult } from '../turns/result.ts'
import type { Turn } from '../turns/turn.ts'
import { answer, echoCommand, noteCommand } from './commands.ts'

const REQUEST =
  'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is to create a detailed summary of the ' +
  'conversation so far.'
const TOO_FEW = 'Not enough messages to compact.'
/** 2.1.197 wants more than one exchange, the first time. */
const LEAST = { first: 4, later: 1 }

export async function compact(turn: Turn, args: string): Promise<void> {
  const { agent } = turn
  const { output, session, profile, hooks, places } = agent
  const startedAt = Date.now()
  output.system('status', { status: 'compacting' })
  const said = session.branch.filter(isSaid)
  const isFirst = !session.branch.some(({ isCompactSummary }) => isCompactSummary === true)
  if (said.length < (profile.isOld && isFirst ? LEAST.first : LEAST.later)) return failed(turn, args, TOO_FEW)
  const custom_instructions = args === '' ? null : args
  await hooks.fire('PreCompact', { trigger: 'manual', custom_instructions })
  const text = await summarize(turn, args).catch((error: Error) => error)
  if (text instanceof Error) return failed(turn, args, `Error during compaction: ${text.message}`)
  output.system('status', { status: null, compact_result: 'success' })
  output.emit(initMessage(agent, turn.uuids))

  const pre_tokens = Math.ceil(JSON.stringify(session.branch).length / 4)
  const last = session.branch.findLast(({ type }) => type === 'assistant')
  const kept = last === undefined || said.length < 2 ? [] : [last]
  const summaryUuid = randomUUID()
  const content =
    'This session is being continued from a previous conversation that ran out of context. The summary below covers ' +
    `the earlier portion of the conversation.\n\n${text}\n\nIf you need specific details from before compaction, ` +
    `read the full transcript at: ${places.transcript(session.id)}`
  const post_tokens = Math.ceil(content.length / 4)
  const duration_ms = Date.now() - startedAt
  const uuid = randomUUID()
  session.compact(
    {
      type: 'system',
      subtype: 'compact_boundary',
      uuid,
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      logicalParentUuid: last?.uuid ?? null,
      compactMetadata: {
        trigger: 'manual',
        preTokens: pre_tokens,
        postTokens: post_tokens,
        durationMs: duration_ms,
        preservedMessages: { anchorUuid: summaryUuid, uuids: kept.map((record) => record.uuid) },
      },
    },
    {
      type: 'user',
      uuid: summaryUuid,
      message: { role: 'user', content },
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    },
    kept,
  )
  const metadata = { trigger: 'manual', pre_tokens, post_tokens, duration_ms }
  output.emit({
    type: 'system',
    subtype: 'compact_boundary',
    uuid,
    session_id: session.id,
    compact_metadata: metadata,
  })
  const user = { type: 'user', parent_tool_use_id: null, session_id: session.id }
  const timestamp = new Date().toISOString()
  const summary = { message: { role: 'user', content }, uuid: summaryUuid, timestamp }
  output.emit({ ...user, ...summary, isReplay: false, isSynthetic: true })
  noteCommand(turn, 'compact', args, 'Compacted ')
  const stdout = '<local-command-stdout>Compacted </local-command-stdout>'
  output.emit({
    ...user,
    message: { role: 'user', content: stdout },
    uuid: randomUUID(),
    timestamp,
    isReplay: true,
  })
  await hooks.fire('PostCompact', { trigger: 'manual', compact_summary: text })
  await hooks.fire('SessionStart', { source: 'compact', model: agent.model })
  echoCommand(turn, 'compact', args)
  agent.turns.emitResult(plainResult(turn, ''))
}

/** Said by the user or the model, not by a command or an earlier compaction. */
function isSaid({ type, isMeta, isCompactSummary, message }: ChatRecord): boolean {
  if (type === 'assistant') return true
  if (type !== 'user' || isMeta === true || isCompactSummary === true || !isObject(message)) return false
  return !textOf(message.content).startsWith('<command-name>')
}

async function summarize(turn: Turn, args: string): Promise<string> {
  const { agent } = turn
  const body = requestBody(new MainThread(turn))
  const messages = Array.isArray(body.messages) ? body.messages : []
  const request = {
    role: 'user',
    content: [{ type: 'text', text: args === '' ? REQUEST : `${REQUEST}\n\n${args}` }],
  }
  const message: ApiMessage = await agent.source.whole(
    { ...body, messages: [...messages, request] },
    turn.signal,
  )
  return textOf(message.content)
}

function failed(turn: Turn, args: string, error: string): void {
  turn.agent.output.system('status', { status: null, compact_result: 'failed', compact_error: error })
  answer(turn, 'compact', args, error)
}
