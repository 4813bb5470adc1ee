import { Toast } from '@base-ui/react/toast'
import { useEffect, useSyncExternalStore } from 'react'
import { IconButton } from '../icon-button.tsx'
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon } from '../icons.ts'
import { takeToasts, toastsChanged, waitingToasts } from './toasts.ts'
import './toast.css'

const ICONS = { success: SuccessIcon, danger: ErrorIcon, neutral: InfoIcon } as const
/** A failure stays until it is closed. */
const SHOWN_FOR_MS = { success: 6000, danger: 0, neutral: 6000 } as const

export function ToastRegion() {
  return (
    <Toast.Provider>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts, add } = Toast.useToastManager()
  const waiting = useSyncExternalStore(toastsChanged.subscribe, waitingToasts)
  useEffect(() => {
    if (waiting.length === 0) return
    for (const { text, tone, action } of takeToasts())
      add({
        description: text,
        type: tone,
        timeout: SHOWN_FOR_MS[tone],
        priority: tone === 'danger' ? 'high' : 'low',
        ...(action && { actionProps: { children: action.name, onClick: action.run } }),
      })
  }, [waiting, add])
  return toasts.map((toast) => {
    const Shown = ICONS[toast.type as keyof typeof ICONS] ?? InfoIcon
    return (
      // Failures are also read aloud at once, from a copy; their button must be in reach all the same.
      <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection={[]} aria-hidden={false}>
        <Toast.Content className="toast-content">
          <Shown />
          <Toast.Description className="toast-words" />
          {toast.actionProps && <Toast.Action className="button" data-kind="quiet" data-size="small" />}
          {/* All toasts are shown in full, so that none of their buttons is hidden. */}
          <Toast.Close
            aria-hidden={false}
            render={<IconButton label="Close message" icon={CloseIcon} size="small" />}
          />
        </Toast.Content>
      </Toast.Root>
    )
  })
}
