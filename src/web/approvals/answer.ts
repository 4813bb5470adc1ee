/** Answering an approval. The first answer counts: of each, this page remembers whether its own came first. */
import { useSyncExternalStore } from 'react'
import { decisionBody } from '../../api/decision-body.ts'
import { ApiError } from '../../api/errors.ts'
import type { ApprovalDecision } from '../../state/approvals/to-wire.ts'
import type { ApprovalView } from '../../state/approvals/view.ts'
import { type Action, newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'

export type Answering = Action<[decision: ApprovalDecision]>

/** How it goes with an answer that was given on this page. */
export type Given = 'under-way' | 'first' | 'late'
const given = new Map<string, Given>()
const listeners = new Set<() => void>()

function remember(request: ApprovalView, how: Given | undefined): void {
  if (how) given.set(requestKey(request), how)
  else given.delete(requestKey(request))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const requestKey = ({ session, id }: Pick<ApprovalView, 'session' | 'id'>): string =>
  `${session} ${id}`

/** The approval may be closed before the answer to one's own command is here: it is known then. */
export function useGiven(request: ApprovalView): Given | undefined {
  return useSyncExternalStore(subscribe, () => given.get(requestKey(request)))
}

export function useAnswer(request: ApprovalView): Answering {
  return useAction(async (decision: ApprovalDecision) => {
    remember(request, 'under-way')
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
