import { useState } from 'react'
import { Button } from './button.tsx'

/** Copies a text and says that it has. */
export function Copy({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
  const [told, setTold] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setTold('Copied')
    } catch {
      setTold('Not allowed')
    }
    setTimeout(() => setTold(''), 1500)
  }
  return (
    <Button kind="quiet" size="small" onClick={copy} aria-live="polite">
      {told || label}
    </Button>
  )
}
