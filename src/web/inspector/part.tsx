import type { ReactNode } from 'react'
import type { Fetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'

export function Part({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
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

/** Rows without a value are left out. */
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

export function AskAgain({
  isRunning,
  isPending,
  again,
}: Pick<Fetched<unknown>, 'isPending' | 'again'> & { isRunning: boolean }) {
  return (
    <Button size="small" isPending={isRunning && isPending} disabled={!isRunning} onClick={again}>
      Ask anew
    </Button>
  )
}

/** `head`: the names of the columns; those from `numbersFrom` on have numbers. */
export function Table({
  head,
  numbersFrom = head.length,
  children,
}: {
  head: readonly string[]
  numbersFrom?: number
  children: ReactNode
}) {
  return (
    <div className="inspector-wide">
      <table>
        <thead>
          <tr>
            {head.map((name, index) => (
              <th key={name} className={index >= numbersFrom ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
