/** Answering an approval. The first answer counts: of each, this page remembers whether its own came first. */
import { useSyncExternalStore } from 'react'
import type { AnswerApproval } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import { type Action, newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import type { Request } from './request.ts'

export type Answer = Omit<AnswerApproval, 'commandId'>
export type Answering = Action<[answer: Answer]>

/** How it goes with an answer that was given on this page. */
export type Given = 'under-way' | 'first' | 'late'
const given = new Map<string, Given>()
const listeners = new Set<() => void>()

function remember(request: Request, how: Given | undefined): void {
  if (how) given.set(requestKey(request), how)
  else given.delete(requestKey(request))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const requestKey = ({ session, id }: Pick<Request, 'session' | 'id'>): string => `${session} ${id}`

/** The approval may be closed before the answer to one's own command is here: it is known then. */
export function useGiven(request: Request): Given | undefined {
  return useSyncExternalStore(subscribe, () => given.get(requestKey(request)))
}

export function useAnswer(request: Request): Answering {
  return useAction(async (answer: Answer) => {
    remember(request, 'under-way')
    try {
      await api.call('answerApproval', {
        params: { id: request.id },
        body: { commandId: newId(), ...answer },
      })
      remember(request, 'first')
    } catch (failure) {
      const isLate = failure instanceof ApiError && (failure.code === 'conflict' || failure.code === 'gone')
      remember(request, isLate ? 'late' : undefined)
      throw failure
    }
  })
}
