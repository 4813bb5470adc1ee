/** What rows need beyond their own item. The state changes at every delta, so only components that show sub-agents use it. */
import { createContext, useContext } from 'react'
import { emptyState, type SessionState } from '../../state/session-state.ts'

export const StateContext = createContext<SessionState>(emptyState)
export const useTranscriptState = (): SessionState => useContext(StateContext)

/** Asks whether to restore the files to their state before a message. */
export const RewindContext = createContext<(message: string) => void>(() => {})

/** The session of the rows, and the threads that a row is nested in, from the outermost on. */
export const SessionContext = createContext('')
export const PathContext = createContext<readonly string[]>([''])
