/** What the page tells beside its views: that something worked, or failed where nobody would see it. */
import { Signal } from '../../store/signal.ts'

export interface ToastMessage {
  readonly id: number
  readonly text: string
  readonly tone: 'success' | 'danger' | 'neutral'
  readonly action?: { readonly name: string; readonly run: () => void }
}

export const toastsChanged = new Signal()
let waiting: readonly ToastMessage[] = []
let lastId = 0

/** Those that are not yet shown. */
export const waitingToasts = (): readonly ToastMessage[] => waiting

export function showToast(message: Omit<ToastMessage, 'id'>): void {
  lastId += 1
  waiting = [...waiting, { ...message, id: lastId }]
  toastsChanged.notify()
}

export function takeToasts(): readonly ToastMessage[] {
  const taken = waiting
  if (taken.length === 0) return taken
  waiting = []
  toastsChanged.notify()
  return taken
}

/** For `useAction`, where the view does not show the failure itself. */
export function toastFailure(text: string): void {
  showToast({ text, tone: 'danger' })
}
