/**
 * Gives a session of this node to another one, between two turns. Its process is ended, everything that belongs to it is in the fleet, and
 * only then the other node takes it. Where that fails the session stays, and goes on here.
 */
import { ApiError, type ErrorBody } from '../../api/errors.ts'
import type { ReceiptRow } from '../../host/journal/store.ts'
import type { HostSession } from '../../host/sessions/host-session.ts'
import { FleetError } from '../fleet-error.ts'
import type { Ownership } from '../ownership.ts'
import type { CommandBus } from '../ports.ts'
import type { Publisher } from '../publisher.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'

export interface MoveContext {
  readonly id: string
  readonly bus: CommandBus
  readonly ownership: Ownership
  readonly publisher: Publisher
  readonly snapshots: Snapshots
  /** Removes the session here, and stores the receipt. */
  readonly remove: (receipt: ReceiptRow) => Promise<void>
}

export function checkIdle(session: HostSession): void {
  if (session.isBusy || session.isOpening || session.state.approvals.pending.length > 0)
    throw new ApiError('conflict', 'the session works: wait for the end of its turn, or interrupt it')
}

export async function moveAway(
  context: MoveContext,
  session: HostSession,
  node: string,
  receipt: ReceiptRow,
): Promise<void> {
  const wasRunning = session.isRunning
  try {
    await session.close()
    const { git, problem = '' } = await context.snapshots.take(session)
    if (!git) throw new ApiError('not-possible', `the session's files cannot go with it: ${problem}`)
    await context.publisher.publishAll(session.id)
    await handTo(context, node, session.id, wasRunning)
  } catch (error) {
    const lease = await context.ownership.refresh(session.id).catch(() => undefined)
    // The other node may have taken it, although it did not answer.
    if (lease === undefined || lease.owner === context.id) {
      if (wasRunning) session.openLater()
      throw error
    }
  }
  // Now it is certain that removing it here removes nothing of it in the fleet.
  const lease = await context.ownership.refresh(session.id)
  if (lease?.owner === context.id) throw new ApiError('internal', 'the session is still of this node')
  await context.remove(receipt)
}

async function handTo(
  { id, bus }: MoveContext,
  node: string,
  session: string,
  wasRunning: boolean,
): Promise<void> {
  const message = { handover: { kind: 'move', session, from: id, wasRunning } }
  const text = await bus.request(node, JSON.stringify(message)).catch((error: unknown) => {
    if (error instanceof FleetError) throw new ApiError('not-possible', `the session stays: ${error.message}`)
    throw error
  })
  const { error } = JSON.parse(text) as Partial<ErrorBody>
  if (error) throw new ApiError(error.code, error.message, error.details)
}
