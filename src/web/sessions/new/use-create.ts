import { useRef } from 'react'
import type { CreateSession } from '../../../api/commands.ts'
import { newId, useAction } from '../../store/action.ts'
import { api } from '../../store/connection.ts'

export type NewSessionOptions = Omit<CreateSession, 'commandId' | 'id'>

/** A retry with the same options has the same command id, so that it creates no second session. */
export function useCreate(done: (id: string) => void) {
  const last = useRef<{ options: string; id: string }>(undefined)
  return useAction(async (options: NewSessionOptions) => {
    const text = JSON.stringify(options)
    if (last.current?.options !== text) last.current = { options: text, id: newId() }
    const { id } = last.current
    await api.call('createSession', { body: { ...options, commandId: id, id } })
    done(id)
  })
}
