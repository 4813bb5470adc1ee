/** How long calls run. Apart from `calls.ts`, which folds: a page that only exports a transcript does not load that. */
import type { CallItem } from './items.ts'

type Decided = Pick<CallItem, 'approvalId' | 'decidedAt'>

/** The call waits for a person, or ended before one had decided. */
export function isUndecided({ approvalId, decidedAt }: Decided): boolean {
  return approvalId !== undefined && decidedAt === undefined
}

/** How long the call has run, in milliseconds, without its wait for approval. */
export function runTime(
  call: Decided & { readonly at: number; readonly endedAt?: number | undefined },
  now: number,
): number {
  return isUndecided(call) ? 0 : Math.max(0, (call.endedAt ?? now) - (call.decidedAt ?? call.at))
}
