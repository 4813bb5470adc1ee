/**
 * The prompts that are not over: held by the host, waiting in the CLI, or in the running turn. What the turns make of
 * them is told by `turns.ts`; one that is done stands in its turn.
 */
import type { ContentBlock, InputBlock } from '../../protocol/blocks.ts'
import type { UserInput } from '../../protocol/stdin.ts'
import { callAnswered } from '../control/control.ts'
import type { PromptChanged, PromptQueued, SessionEvent } from '../events.ts'
import { flagIn, objectIn, textIn, textsIn } from '../fields.ts'
import { hasKey, type Lookup, lookupEntries, withEntry, withoutEntry } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'

/** What a prompt says: text, or blocks. */
export type PromptContent = string | readonly InputBlock[]

/** A prompt that is not done yet. */
export interface OpenPrompt {
  readonly uuid: string
  readonly content: PromptContent
  /** `sent`: written to the CLI. `accepted`: the CLI has confirmed it. `running`: a turn covers it. */
  readonly status: 'held' | 'sent' | 'accepted' | 'running'
  /** Since when it has this status. */
  readonly at: number
  readonly sentAt?: number
  /** The number of the turn that it is in. */
  readonly turn?: number
  readonly by?: string
  /** It was sent without a uuid: this one was made here, and the CLI has its own. */
  readonly unnamed?: true
}
/** A prompt that did not run, and why. */
export interface CancelledPrompt {
  readonly uuid: string
  readonly content: PromptContent
  readonly at: number
  /** `already-run`: an earlier process had run it. `refused`: the CLI's word. */
  readonly why: 'cancelled' | 'already-run' | 'refused'
  readonly by?: string
}
/** Its process ended before its result came. One that was in a turn may have been run in part: see `turn`. */
export interface LostPrompt {
  readonly uuid: string
  readonly content: PromptContent
  readonly at: number
  /** Of that process. */
  readonly generation: number
  readonly turn?: number
}

/** The prompts that are open, and the last ones that were cancelled. */
export interface Prompts {
  /** Those that were sent, in that order, and after them the held ones. */
  readonly open: readonly OpenPrompt[]
  /** The last ones. */
  readonly cancelled: readonly CancelledPrompt[]
  /** Those that nobody has sent again: all of the last process, and the last ones of earlier processes. */
  readonly lost: readonly LostPrompt[]
  /** The turn of each that is over, by uuid: the CLI does not run it again. */
  readonly done: Lookup<number>
}

const MAX_REMEMBERED = 20

export function foldPrompts(state: SessionState, event: SessionEvent): Prompts {
  const { prompts } = state
  switch (event.kind) {
    case 'prompt-queued':
      return queued(prompts, event, event.at)
    case 'prompt-changed':
      return changed(prompts, event)
    case 'prompt-cancelled':
      return cancelled(
        { ...prompts, lost: without(prompts.lost, event.uuid) },
        event.uuid,
        event.at,
        'cancelled',
        event.by,
      )
    case 'sent':
      return event.message.type === 'user' ? sent(state, event.message, event) : prompts
    case 'received':
      return event.message.type === 'control_response' ? answered(state, event.message, event.at) : prompts
    default:
      return prompts
  }
}

function queued(prompts: Prompts, { uuid, content, by }: Omit<PromptQueued, 'kind'>, at: number): Prompts {
  if (isKnown(prompts, uuid)) return prompts
  const prompt: OpenPrompt = { uuid, content, status: 'held', at, ...(by !== undefined && { by }) }
  return { ...prompts, open: [...prompts.open, prompt], lost: without(prompts.lost, uuid) }
}

function changed(prompts: Prompts, { uuid, content, position }: PromptChanged): Prompts {
  const held = prompts.open.filter(({ status }) => status === 'held')
  const index = held.findIndex((prompt) => prompt.uuid === uuid)
  const old = held[index]
  if (!old) return prompts
  held.splice(index, 1)
  const to = position === undefined ? index : Math.max(0, Math.min(position, held.length))
  held.splice(to, 0, content === undefined ? old : { ...old, content })
  return { ...prompts, open: [...prompts.open.filter(({ status }) => status !== 'held'), ...held] }
}

function sent({ prompts, process }: SessionState, message: UserInput, event: SessionEvent): Prompts {
  const { at } = event
  const own = textIn(message.uuid)
  const uuid = own ?? `sent-${event.seq}`
  const old = prompts.open.find((prompt) => prompt.uuid === uuid)
  if (old ? old.status !== 'held' : hasKey(prompts.done, uuid)) return prompts
  const { content } = message.message
  // It was stored behind the end of its process, which never had it: the next one gets it.
  if (process.status === 'ended') return old ? prompts : queued(prompts, { uuid, content }, at)
  const others = without(prompts.open, uuid)
  const lost = without(prompts.lost, uuid)
  const prompt: OpenPrompt = {
    uuid,
    content,
    status: 'sent',
    at,
    sentAt: at,
    ...(old?.by !== undefined && { by: old.by }),
    ...(own === undefined && { unnamed: true }),
  }
  const held = others.filter(({ status }) => status === 'held')
  return { ...prompts, lost, open: [...others.filter(({ status }) => status !== 'held'), prompt, ...held] }
}

/** The CLI reports which prompts it dropped from its queue, or still has there. */
function answered(state: SessionState, message: Parameters<typeof callAnswered>[1], at: number): Prompts {
  const call = callAnswered(state, message)
  if (!call || message.response.subtype !== 'success') return state.prompts
  const answer = objectIn(message.response.response)
  if (call.subtype === 'cancel_async_message' && call.prompt !== undefined && flagIn(answer?.cancelled))
    return cancelled(state.prompts, call.prompt, at, 'cancelled')
  if (call.subtype !== 'interrupt') return state.prompts
  let { prompts } = state
  for (const uuid of textsIn(answer?.cancelled) ?? []) prompts = cancelled(prompts, uuid, at, 'cancelled')
  for (const uuid of textsIn(answer?.still_queued) ?? []) prompts = accepted(prompts, uuid, at)
  return prompts
}

export function accepted(prompts: Prompts, uuid: string, at: number): Prompts {
  return update(prompts, uuid, (prompt) =>
    prompt.status === 'sent' ? { ...prompt, status: 'accepted', at } : prompt,
  )
}

/** It is in this turn. */
export function joined(prompts: Prompts, uuid: string, turn: number, at: number): Prompts {
  return update(prompts, uuid, (prompt) =>
    prompt.status === 'held' || prompt.turn === turn ? prompt : { ...prompt, status: 'running', turn, at },
  )
}

/** The result of this turn covers them. */
export function settled(prompts: Prompts, uuids: readonly string[], turn: number): Prompts {
  if (uuids.length === 0) return prompts
  let { done } = prompts
  for (const uuid of uuids) done = withEntry(done, uuid, turn)
  return { ...prompts, done, open: prompts.open.filter(({ uuid }) => !uuids.includes(uuid)) }
}

/** Forgets prompts that were over before this turn. */
export function forgotten(prompts: Prompts, before: number): Prompts {
  let { done } = prompts
  for (const [uuid, turn] of lookupEntries(done)) if (turn < before) done = withoutEntry(done, uuid)
  return done === prompts.done ? prompts : { ...prompts, done }
}

export function cancelled(
  prompts: Prompts,
  uuid: string,
  at: number,
  why: CancelledPrompt['why'],
  by?: string,
): Prompts {
  const prompt = prompts.open.find((open) => open.uuid === uuid)
  if (!prompt) return prompts
  const { content } = prompt
  const entry = { uuid, content, at, why, ...(by !== undefined && { by }) }
  return {
    ...prompts,
    open: without(prompts.open, uuid),
    cancelled: remember(without(prompts.cancelled, uuid), entry),
  }
}

/** The process has ended. What the host holds, it still has. */
export function lostWithProcess(prompts: Prompts, generation: number, at: number): Prompts {
  const gone = waiting(prompts)
  if (gone.length === 0) return prompts
  const lost = gone.map(
    ({ uuid, content, turn }): LostPrompt => ({
      uuid,
      content,
      at,
      generation,
      ...(turn !== undefined && { turn }),
    }),
  )
  return {
    ...prompts,
    open: prompts.open.filter(({ status }) => status === 'held'),
    lost: [...prompts.lost.slice(-MAX_REMEMBERED), ...lost],
  }
}

/** Those that the CLI has and that are not over, oldest first. */
export function waiting({ open }: Prompts): readonly OpenPrompt[] {
  return open.filter(({ status }) => status !== 'held')
}
/** The prompts that wait here and were not sent to the CLI yet. */
export function heldPrompts({ open }: Prompts): readonly OpenPrompt[] {
  return open.filter(({ status }) => status === 'held')
}

/** Open, or over. */
export function isKnown({ open, done }: Prompts, uuid: string): boolean {
  return hasKey(done, uuid) || open.some((prompt) => prompt.uuid === uuid)
}

/** The text of a prompt or a user message, for comparison. */
export function textOfContent(content: string | readonly (InputBlock | ContentBlock)[]): string {
  if (typeof content === 'string') return content
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

function update(prompts: Prompts, uuid: string, change: (prompt: OpenPrompt) => OpenPrompt): Prompts {
  const index = prompts.open.findIndex((prompt) => prompt.uuid === uuid)
  const old = prompts.open[index]
  const after = old && change(old)
  if (!after || after === old) return prompts
  return { ...prompts, open: prompts.open.with(index, after) }
}

function without<T extends { readonly uuid: string }>(list: readonly T[], uuid: string): readonly T[] {
  return list.some((it) => it.uuid === uuid) ? list.filter((it) => it.uuid !== uuid) : list
}

function remember<T>(list: readonly T[], entry: T): readonly T[] {
  return [...list, entry].slice(-MAX_REMEMBERED)
}
