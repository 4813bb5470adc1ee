/** The message being written to a session. The browser stores the text; the images live as long as the page. */
import { useCallback, useEffect, useState } from 'react'
import { store, stored } from '../store/stored.ts'
import type { Image } from './images.ts'

/** Stands for the session in the draft of a first prompt. */
export const NEW_DRAFT = 'new session'

const keptImages = new Map<string, readonly Image[]>()

export type DraftMessage = ReturnType<typeof useDraftMessage>

type Insertion = (session: string, text: string) => void
const insertions = new Set<Insertion>()

const nameOf = (session: string): string => `draft:${session}`

/** Adds to a message from outside its field: to the field, if it is shown, and otherwise to what is stored. */
export function insertIntoDraft(session: string, text: string): void {
  store(nameOf(session), joined(stored(nameOf(session)) ?? '', text))
  for (const insert of insertions) insert(session, text)
}

function joined(before: string, text: string): string {
  return before === '' || /\s$/.test(before) ? before + text : `${before} ${text}`
}

export function useDraftMessage(session: string) {
  const name = nameOf(session)
  const [text, keepText] = useState(() => stored(name) ?? '')
  const [images, setImages] = useState(() => keptImages.get(session) ?? [])
  const setText = useCallback(
    (next: string) => {
      keepText(next)
      store(name, next)
    },
    [name],
  )
  useEffect(() => {
    const insert: Insertion = (other, added) => {
      if (other === session) keepText((before) => joined(before, added))
    }
    insertions.add(insert)
    return () => void insertions.delete(insert)
  }, [session])
  useEffect(() => {
    keptImages.set(session, images)
  }, [session, images])
  return { text, images, setText, setImages }
}
