/** The message being written to a session. The browser stores the text; the images live as long as the page. */
import { useCallback, useEffect, useState } from 'react'
import { store, stored } from '../store/stored.ts'
import type { Image } from './images.ts'

const keptImages = new Map<string, readonly Image[]>()

export type DraftMessage = ReturnType<typeof useDraftMessage>

export function useDraftMessage(session: string) {
  const name = `draft:${session}`
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
    keptImages.set(session, images)
  }, [session, images])
  return { text, images, setText, setImages }
}
