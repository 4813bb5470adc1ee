/** What rows need beyond their own item. The state changes at every delta, so only components that show sub-agents use it. */
import { createContext, useContext } from 'react'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import type { Item } from '../../state/transcript/items.ts'
import { itemAt, type Place } from '../../state/transcript/transcript.ts'
import type { Earlier } from '../store/use-live.ts'

export const StateContext = createContext<SessionState>(emptyState)
export const useTranscriptState = (): SessionState => useContext(StateContext)

/** What the state does not hold any more. */
export const EarlierContext = createContext<Earlier>({ items: undefined, version: -1 })
export const useEarlierItems = (): Earlier => useContext(EarlierContext)

/** Undefined: it has left the state, and is not loaded. */
export function itemIn(state: SessionState, { items }: Earlier, place: Place): Item | undefined {
  return itemAt(state.transcript, place) ?? items?.item(place.thread, place.index)
}

/** Asks whether to restore the files to their state before a message. */
export const RewindContext = createContext<(message: string) => void>(() => {})

/** The session of the rows, and the threads that a row is nested in, from the outermost on. */
export const SessionContext = createContext('')
export const PathContext = createContext<readonly string[]>([''])
