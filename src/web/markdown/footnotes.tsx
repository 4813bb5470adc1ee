import { createContext, type ReactNode, useContext } from 'react'

/** The footnotes of the text around, and what the ids of its elements begin with. */
export const FootnotesContext = createContext<{
  readonly labels: ReadonlySet<string>
  readonly prefix: string
}>({
  labels: new Set(),
  prefix: '',
})

/** A label without a footnote is text. */
export function FootnoteRef({ label, raw }: { label: string; raw: string }) {
  const { labels, prefix } = useContext(FootnotesContext)
  if (!labels.has(label)) return raw
  return (
    <sup className="footnote-ref">
      <button
        type="button"
        id={`${prefix}ref-${label}`}
        aria-label={`Footnote ${label}`}
        onClick={() => goTo(`${prefix}note-${label}`)}
      >
        {label}
      </button>
    </sup>
  )
}

export function Footnote({ label, children }: { label: string; children: ReactNode }) {
  const { prefix } = useContext(FootnotesContext)
  return (
    <p className="footnote" role="note" id={`${prefix}note-${label}`} tabIndex={-1}>
      <span className="footnote-label">{label}.</span> {children}{' '}
      <button
        type="button"
        aria-label={`Back to footnote ${label} in the text`}
        onClick={() => goTo(`${prefix}ref-${label}`)}
      >
        ↩
      </button>
    </p>
  )
}

function goTo(id: string): void {
  const element = document.getElementById(id)
  element?.scrollIntoView({ block: 'nearest' })
  element?.focus({ preventScroll: true })
}
