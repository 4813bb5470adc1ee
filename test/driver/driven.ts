/**
 * A session that the driver drives, whoever keeps its events: what the suites of this folder need of it, and nothing that only the
 * library or only the host has.
 */
import type { SessionOptions } from '../../src/client/index.ts'
import type { InterruptResult } from '../../src/driver/interrupt.ts'
import type { PendingApproval } from '../../src/state/approvals/approvals.ts'
import type { ApprovalDecision } from '../../src/state/approvals/to-wire.ts'
import { toArray } from '../../src/state/list.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { heldPrompts } from '../../src/state/turns/prompts.ts'

export type Refusal =
  | 'already-answered'
  | 'approval-gone'
  | 'bad-request'
  | 'not-possible'
  | 'unsupported'
  | 'control-timeout'
  | 'ended'

export interface Driven {
  readonly state: SessionState
  readonly pid: number | undefined
  /** What a refused command rejects with, apart from its message. */
  refusal(what: Refusal): { readonly code: string }
  /** Returns the uuid of the prompt. `typed`: by a person, as every prompt of the host is. */
  send(
    text: string,
    options?: { uuid?: string; when?: 'now' | 'next' | 'after-turn'; typed?: true },
  ): Promise<string>
  cancel(uuid: string): Promise<boolean>
  edit(uuid: string, text: string): Promise<void>
  move(uuid: string, position: number): Promise<void>
  interrupt(options?: { cancelQueued?: boolean; timeout?: number }): Promise<InterruptResult>
  request(
    subtype: string,
    fields?: Readonly<Record<string, unknown>>,
    options?: { timeout?: number },
  ): Promise<unknown>
  answer(id: string, decision: ApprovalDecision, by?: string): Promise<void>
  /** Resolves when it holds of the state. */
  until(holds: (state: SessionState) => boolean): Promise<SessionState>
  close(): Promise<void>
}

/** What a session is started with, under the names that the library and the host share. */
export type DrivenOptions = Pick<SessionOptions, 'allowedTools' | 'mcpServers' | 'permissionMode'> & {
  readonly binary?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The CLI has answered `initialize`. */
export const isReady = ({ process }: SessionState) => process.initializedAt !== undefined
export const isIdle = ({ turns, prompts }: SessionState) =>
  turns.current === null && prompts.open.length === 0
export const hasEnded = ({ process }: SessionState) => process.status === 'ended'
export const hasTurns = (count: number) => (state: SessionState) =>
  state.turns.past.size >= count && state.turns.current === null

/** The oldest open approval, as soon as there is one. */
export async function asked(driven: Driven): Promise<PendingApproval> {
  const { approvals } = await driven.until(({ approvals: { pending } }) => pending.length > 0)
  return approvals.pending[0] as PendingApproval
}

/** `success Done.`, `interrupted`, … of each turn that is over. */
export function outcomes({ state }: Driven): string[] {
  return toArray(state.turns.past).map(({ result }) => {
    if (!result) return 'none'
    return result.status === 'interrupted' ? result.status : `${result.status} ${result.text}`
  })
}

/** The uuids of the prompts that are held, the next one first. */
export function held({ state }: Driven): string[] {
  return heldPrompts(state.prompts).map(({ uuid }) => uuid)
}

export function cancelled({ state }: Driven): string[] {
  return state.prompts.cancelled.map(({ uuid }) => uuid)
}
