/**
 * Notifies a user who looks elsewhere: a number in the title, and notifications and sound if enabled. It compares what is
 * known now with what was known before; approvals that were pending when the page was opened cause no notification.
 */
import { useEffect, useRef } from 'react'
import { approvalTitle } from '../../state/approvals/view.ts'
import { navigate, sessionAddress } from '../router.ts'
import { stored } from '../store/stored.ts'
import { useLive } from '../store/use-live.ts'
import { type Known, type News, newsBetween } from './news.ts'

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
    // On Android a page cannot show notifications by itself.
  }
}

let context: AudioContext | undefined

/** Plays a short, soft tone without loading a file. */
export function beep(): void {
  try {
    context ??= new AudioContext()
    void context.resume()
    const tone = context.createOscillator()
    const volume = context.createGain()
    const at = context.currentTime
    tone.frequency.setValueAtTime(660, at)
    tone.frequency.setValueAtTime(880, at + 0.12)
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(0.15, at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + 0.4)
  } catch {
    // This browser cannot play sound.
  }
}
