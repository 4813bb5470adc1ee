/** Sends what was written. The same message sent again after a failure has the same id: the host takes it once. */
import { useRef } from 'react'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import type { BusyChoice } from './busy-choice.ts'
import type { DraftMessage } from './draft.ts'

export function useSend(session: string, draft: DraftMessage) {
  const tried = useRef<{ text: string; images: unknown; id: string }>(undefined)
  return useAction(async (when: BusyChoice['when'] | undefined) => {
    const { text, images } = draft
    if (tried.current?.text !== text || tried.current.images !== images)
      tried.current = { text, images, id: newId() }
    const { id } = tried.current
    await api.call('sendMessage', {
      params: { id: session },
      body: {
        commandId: id,
        id,
        text,
        ...(images.length > 0 && { images: images.map(({ mediaType, data }) => ({ mediaType, data })) }),
        ...(when && { when }),
      },
    })
    tried.current = undefined
    draft.setText('')
    draft.setImages(() => [])
  })
}
