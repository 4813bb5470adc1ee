import { useState } from 'react'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.ts'

export function Copy({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
  const [result, setResult] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setResult('Copied')
    } catch {
      setResult('Not allowed')
    }
    setTimeout(() => setResult(''), 1500)
  }
  return (
    <Button kind="quiet" size="small" onClick={copy} aria-live="polite">
      {result === 'Copied' ? <CheckIcon /> : <CopyIcon />}
      {result || label}
    </Button>
  )
}
