import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Beside the title. */
  tools?: ReactNode
  children: ReactNode
}

/** A section of the inspector: it scrolls as a whole. */
export function Part({ title, tools, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="panel" aria-label={title} tabIndex={0}>
      <div className="panel-inner stack">
        <header className="row wrap">
          <h2 className="grow">{title}</h2>
          {tools}
        </header>
        {children}
      </div>
    </section>
  )
}

/** What names what, one below the other. Rows without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  const known = rows.filter(([, value]) => value !== undefined && value !== '' && value !== null)
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
