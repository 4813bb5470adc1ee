/** Views of one thing, of which one is shown. Tabs that have an address are links: see `.tab` at `Link`. */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Count } from './count.tsx'

interface Props<T extends string> {
  label: string
  tabs: readonly { value: T; name: string; count?: number }[]
  value: T
  onChoose: (value: T) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}

export function Tabs<T extends string>({ label, tabs, value, onChoose, children }: Props<T>) {
  return (
    <Base.Root value={value} onValueChange={(chosen: T) => onChoose(chosen)}>
      <Base.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} className="tab" value={tab.value}>
            {tab.name}
            {tab.count !== undefined && <Count value={tab.count} />}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value}>{children}</Base.Panel>
    </Base.Root>
  )
}
