/** Answers approvals. The first answer counts, and this page remembers whether its own came first. */
import { useSyncExternalStore } from 'react'
import { decisionBody } from '../../api/decision-body.ts'
import { ApiError } from '../../api/errors.ts'
import type { ApprovalDecision } from '../../state/approvals/to-wire.ts'
import type { ApprovalView } from '../../state/approvals/view.ts'
import { type Action, newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Signal } from '../store/signal.ts'

export type Answering = Action<[decision: ApprovalDecision]>

export type OwnAnswer = 'pending' | 'first' | 'late'
const answers = new Map<string, OwnAnswer>()
const changed = new Signal()

function remember(request: ApprovalView, answer: OwnAnswer | undefined): void {
  if (answer) answers.set(requestKey(request), answer)
  else answers.delete(requestKey(request))
  changed.notify()
}

export const requestKey = ({ session, id }: Pick<ApprovalView, 'session' | 'id'>): string =>
  `${session} ${id}`

/** The approval may be closed before the host has confirmed the answer given here. */
export function useOwnAnswer(request: ApprovalView): OwnAnswer | undefined {
  return useSyncExternalStore(changed.subscribe, () => answers.get(requestKey(request)))
}

export function useAnswer(request: ApprovalView): Answering {
  return useAction(async (decision: ApprovalDecision) => {
    remember(request, 'pending')
    try {
      await api.call('answerApproval', {
        params: { id: request.session, approval: request.id },
        body: { commandId: newId(), ...decisionBody(decision) },
      })
      remember(request, 'first')
    } catch (failure) {
      const isLate = failure instanceof ApiError && (failure.code === 'conflict' || failure.code === 'gone')
      remember(request, isLate ? 'late' : undefined)
      throw failure
    }
  })
}
