/** What becomes of a message while the session works. The choice is remembered. */
import { useStored } from '../store/stored.ts'

export const CHOICES = [
  { when: 'after-turn', name: 'Queue', does: 'It is sent when the turn is over' },
  { when: 'next', name: 'Send now', does: 'It joins the turn at the next tool' },
  { when: 'now', name: 'Interrupt and send', does: 'The turn is stopped for it' },
] as const
export type BusyChoice = (typeof CHOICES)[number]

export function useBusyChoice(): [BusyChoice, (when: string) => void] {
  const [kept, keep] = useStored('when-busy')
  return [CHOICES.find(({ when }) => when === kept) ?? CHOICES[0], keep]
}
