/** Which prompts a result covers: those that the CLI has named, in whatever way, and otherwise the one that it must be of. */
import type { ResultMessage } from '../../protocol/messages/result.ts'
import { textsIn } from '../fields.ts'
import { lastValue } from '../list.ts'
import type { SessionState } from '../session-state.ts'
import { isOfTask } from './own-turns.ts'
import { type OpenPrompt, type Prompts, textOfContent, waiting } from './prompts.ts'
import type { Tracking } from './tracking.ts'
import type { Turn } from './turns.ts'

export function coveredBy(turn: Turn, message: ResultMessage, state: SessionState): readonly string[] {
  const told = toldBy(turn, message, state)
  const order = waiting(state.prompts).map(({ uuid }) => uuid)
  const newest = Math.max(...told.map((uuid) => order.indexOf(uuid)))
  // Waiting prompts are merged in order, and those without a uuid are not named.
  const merged = unnamedBefore(turn, state.prompts).filter((uuid) => order.indexOf(uuid) < newest)
  return [...told, ...merged.filter((uuid) => !told.includes(uuid))]
}

function toldBy(turn: Turn, message: ResultMessage, { prompts, turns }: SessionState): readonly string[] {
  const open = waiting(prompts)
  const told = textsIn(message.user_message_uuids) ?? []
  const ours = told.filter(
    (uuid) => !turn.prompts.includes(uuid) && open.some((prompt) => prompt.uuid === uuid),
  )
  if (turn.prompts.length > 0 || told.length > 0 || turn.selfStarted || isOfTask(message))
    return [...turn.prompts, ...ours]
  // Nobody was named: the oldest prompt. The CLI did not echo it: a slash command, or blocked by a hook, or ended early.
  const candidates = open.filter((prompt) => mayHaveRun(prompt, turns.tracking))
  const oldest = candidates.find(({ uuid }) => !turns.tracking.repeated.includes(uuid)) ?? candidates[0]
  return oldest ? [oldest.uuid] : []
}

/** Without uuid, and sent before this turn began. A command has a turn of its own. */
function unnamedBefore(turn: Turn, prompts: Prompts): readonly string[] {
  return sentBefore(turn, prompts).flatMap(({ unnamed, uuid }) => (unnamed ? [uuid] : []))
}

/** What was merged into this turn for sure when the CLI is idle after it, though nothing was told of it: also where no prompt is told of. */
export function untoldBefore(turn: Turn, { prompts, turns: { tracking } }: SessionState): readonly string[] {
  if (tracking.tellsLifecycle || tracking.namesPrompts || tracking.datesEchoes)
    return unnamedBefore(turn, prompts)
  return sentBefore(turn, prompts).map(({ uuid }) => uuid)
}

/** The CLI is idle, and something of its last turn is open: its result, or a prompt that it has not told of. */
export function isLeftOpen(state: SessionState): boolean {
  return state.turns.tracking.saidIdle || untoldAtRest(state).uuids.length > 0
}

/** What was sent until the last turn ended, and nothing was told of: folded into that turn, if the CLI does nothing more. */
export function untoldAtRest({ prompts, turns }: SessionState): { uuids: readonly string[]; turn?: Turn } {
  const { current, past, tracking } = turns
  const turn = lastValue(past)
  if (current || !turn || !tracking.atRest || prompts.open.length === 0) return { uuids: [] }
  const isTold = tracking.tellsLifecycle || tracking.namesPrompts || tracking.datesEchoes
  const uuids = waiting(prompts).flatMap(({ uuid, sentAt, unnamed }) =>
    sentAt !== undefined && sentAt <= (turn.endedAt ?? 0) && (unnamed || !isTold) ? [uuid] : [],
  )
  return { uuids, turn }
}

function sentBefore({ startedAt }: Turn, prompts: Prompts): readonly OpenPrompt[] {
  return waiting(prompts).filter(
    ({ sentAt, content }) =>
      sentAt !== undefined && sentAt < startedAt && !textOfContent(content).startsWith('/'),
  )
}

/** If the CLI reports lifecycles, a prompt has run only if it was started, or if it has no uuid. */
function mayHaveRun({ uuid, unnamed }: OpenPrompt, tracking: Tracking): boolean {
  return !tracking.tellsLifecycle || unnamed === true || tracking.undecided.includes(uuid)
}
