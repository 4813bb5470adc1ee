/** What rows need to know beyond their own item. Only what shows sub-agents listens to it: it changes at every delta. */
import { createContext, useContext } from 'react'
import { emptyState, type SessionState } from '../../state/session-state.ts'

export const StateContext = createContext<SessionState>(emptyState)
export const useTranscriptState = (): SessionState => useContext(StateContext)

/** Asks whether the files shall be put back to what they were before a message. */
export const RewindContext = createContext<(message: string) => void>(() => {})

/** The session that the rows belong to, and the threads that a row stands in, from the outermost on. */
export const SessionContext = createContext('')
export const PathContext = createContext<readonly string[]>([''])
