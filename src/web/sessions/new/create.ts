/** Creates the session. The same wishes again are the same command: a retry after a broken answer makes no second one. */
import { useRef } from 'react'
import type { CreateSession } from '../../../api/commands.ts'
import { newId, useAction } from '../../store/action.ts'
import { api } from '../../store/connection.ts'

export type Wishes = Omit<CreateSession, 'commandId' | 'id'>

export function useCreate(done: (id: string) => void) {
  const last = useRef<{ wishes: string; id: string }>(undefined)
  return useAction(async (wishes: Wishes) => {
    const text = JSON.stringify(wishes)
    if (last.current?.wishes !== text) last.current = { wishes: text, id: newId() }
    const { id } = last.current
    await api.call('createSession', { body: { ...wishes, commandId: id, id } })
    done(id)
  })
}
