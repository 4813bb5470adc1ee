import type { ReactNode } from 'react'
import type { HostRequestFields, HostRequestSubtype, HostResponse } from '../../protocol/control/to-cli.ts'
import type { SessionState } from '../../state/session-state.ts'
import { control } from '../session/control.ts'
import { type Fetched, useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'

export function Part({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
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
      Refresh
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

/** Asks when the component mounts, and again for every new process. */
export function useAnswer<S extends HostRequestSubtype>(
  session: string,
  { process }: SessionState,
  subtype: S,
  fields?: HostRequestFields<S>,
): Fetched<HostResponse<S>> {
  const isReady = process.status === 'running' && process.initializedAt !== undefined
  const key = isReady ? `${session} ${subtype} ${process.generation}` : undefined
  return useFetched(key, () => control(session, subtype, fields))
}
