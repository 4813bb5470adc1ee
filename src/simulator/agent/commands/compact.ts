/** `/compact`, and the compaction that later versions start by themselves. */

import { isObject } from '../../../protocol/json.ts'
import { textOf } from '../../content.ts'
import type { LinkedRecord } from '../session/records.ts'
import { initMessage } from '../turns/init.ts'
import { plainResult } from '../turns/result.ts'
import { emitUser, type Turn } from '../turns/turn.ts'
import { answer, echoCommand, noteCommand, ran } from './commands.ts'
import { replace, summarize } from './compaction.ts'
import { tokensOfRecords } from './context.ts'

const TOO_FEW = 'Not enough messages to compact.'
/** The minimum number of messages: 2.1.197 requires more than one exchange for the first compaction. */
const MIN = { first: 4, later: 1 }
/** Later versions do not send more than this to the model, by estimate. */
const MAX_TOKENS = 700_000

export async function compact(turn: Turn, args: string): Promise<void> {
  const { agent } = turn
  const { output, session, profile, hooks } = agent
  const startedAt = Date.now()
  output.system('status', { status: 'compacting' })
  const said = session.branch.filter(isSaid)
  const isFirst = !session.branch.some(({ isCompactSummary }) => isCompactSummary === true)
  if (said.length < (profile.isOld && isFirst ? MIN.first : MIN.later)) return failed(turn, args, TOO_FEW)
  const custom_instructions = args === '' ? null : args
  await hooks.fire('PreCompact', { trigger: 'manual', custom_instructions })
  const summary = await summarize(turn, args).catch((error: Error) => error)
  if (summary instanceof Error) return failed(turn, args, `Error during compaction: ${summary.message}`)
  output.system('status', { status: null, compact_result: 'success' })
  output.emit(initMessage(agent, turn.uuids))
  const last = session.branch.findLast(({ type }) => type === 'assistant')
  const kept = last === undefined || said.length < 2 ? [] : [last]
  replace(agent, { trigger: 'manual', summary, kept, startedAt })
  noteCommand(turn, 'compact', args, 'Compacted ')
  emitUser(agent, '<local-command-stdout>Compacted </local-command-stdout>', { isReplay: true })
  await hooks.fire('PostCompact', { trigger: 'manual', compact_summary: summary })
  await hooks.fire('SessionStart', { source: 'compact', model: agent.model })
  echoCommand(turn, 'compact', args)
  const more = profile.isFirst ? { num_turns: session.branch.length } : ran('compact', profile)
  agent.turns.emitResult(plainResult(turn, '', more))
}

/** Compacts the conversation if it is too long for the prompt. Returns false if it is still too long. */
export async function makeRoom(turn: Turn, prompt: LinkedRecord): Promise<boolean> {
  const { session, output, profile } = turn.agent
  const isTooLong = () => !profile.isOld && tokensOfRecords(session.branch) > MAX_TOKENS
  if (!isTooLong()) return true
  const startedAt = Date.now()
  output.system('status', { status: 'compacting', compact_output_chars: 0 })
  const fails = (compact_error: string) => {
    output.system('status', { status: null, compact_result: 'failed', compact_error })
    return false
  }
  if (!session.branch.some((record) => record !== prompt && isSaid(record))) return fails('too_few_groups')
  const summary = await summarize(turn, '').catch((error: Error) => error)
  if (summary instanceof Error) return fails(summary.message)
  output.system('status', { status: null, compact_result: 'success' })
  turn.echo()
  replace(turn.agent, { trigger: 'auto', summary, kept: [prompt], startedAt })
  return !isTooLong()
}

/** Whether the user or the model said it, and not a command or an earlier compaction. */
function isSaid({ type, isMeta, isCompactSummary, message }: LinkedRecord): boolean {
  if (type === 'assistant') return true
  if (type !== 'user' || isMeta === true || isCompactSummary === true || !isObject(message)) return false
  return !textOf(message.content).startsWith('<command-name>')
}

function failed(turn: Turn, args: string, error: string): void {
  turn.agent.output.system('status', { status: null, compact_result: 'failed', compact_error: error })
  answer(turn, 'compact', args, error)
}
