/**
 * Tells a person who looks elsewhere: the number in the title; notifications and sound where wanted. It compares what is
 * known now with what was known before, and begins with the first list: what waited already when the page came is no news.
 */
import { useEffect, useRef } from 'react'
import { approvalTitle } from '../../state/approvals/view.ts'
import { navigate, sessionAddress } from '../router.ts'
import { stored } from '../store/stored.ts'
import { useLive } from '../store/use-live.ts'
import { type Known, type News, newsBetween } from './news.ts'
import { beep } from './sound.ts'

export const WANTS_NOTIFICATIONS = 'notifications'
export const WANTS_SOUND = 'sound'

export function useNotifications(): void {
  const { approvals, sessions } = useLive()
  const before = useRef<Known>(undefined)
  useEffect(() => {
    document.title = approvals.length > 0 ? `(${approvals.length}) Fairlead` : 'Fairlead'
  }, [approvals.length])
  useEffect(() => {
    if (!sessions) return
    const now: Known = { approvals, sessions }
    const news = before.current ? newsBetween(before.current, now, approvalTitle) : []
    before.current = now
    if (!document.hidden || news.length === 0) return
    if (stored(WANTS_SOUND)) beep()
    if (stored(WANTS_NOTIFICATIONS)) for (const it of news) show(it)
  }, [approvals, sessions])
}

function show({ key, session, title, body }: News): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(title, { body, tag: key, icon: '/icon-192.png' })
    notification.onclick = () => {
      window.focus()
      navigate(sessionAddress(session))
      notification.close()
    }
  } catch {
    // On Android a page may not show any by itself.
  }
}
