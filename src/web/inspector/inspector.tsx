/** An address with an event number opens the journal. */
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { navigate, sessionAddress, useRoute } from '../router.ts'
import { useStored } from '../store/stored.ts'
import { Catalog } from './catalog.tsx'
import { Context } from './context.tsx'
import { Hooks } from './hooks.tsx'
import { McpServers } from './mcp-servers.tsx'
import { Permissions } from './permissions.tsx'
import { Process } from './process.tsx'
import { SessionUsage } from './session-usage.tsx'
import { Tasks } from './tasks.tsx'
import './inspector.css'

export interface SectionProps {
  summary: SessionSummary
  state: SessionState
}

const Journal = lazy(async () => ({ default: (await import('./journal/journal.tsx')).Journal }))

const SECTIONS: readonly (readonly [name: string, label: string, ComponentType<SectionProps>])[] = [
  ['context', 'Context', Context],
  ['mcp', 'MCP servers', McpServers],
  ['permissions', 'Permissions', Permissions],
  ['hooks', 'Hooks', Hooks],
  ['tools', 'Tools', Catalog],
  ['tasks', 'Tasks', Tasks],
  ['usage', 'Usage', SessionUsage],
  ['process', 'Process', Process],
  ['journal', 'Journal', Journal],
]

export function Inspector({ summary, state }: SectionProps) {
  const [stored, keep] = useStored('inspector-section')
  const route = useRoute()
  const seq = route.view === 'session' ? route.seq : undefined
  useEffect(() => {
    if (seq !== undefined) keep('journal')
  }, [seq, keep])
  const current = seq !== undefined ? 'journal' : SECTIONS.some(([it]) => it === stored) ? stored : 'context'
  const Section = SECTIONS.find(([name]) => name === current)?.[2] ?? Context
  const tabs = useRef<HTMLElement>(null)
  // On a phone the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the current tab changes
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  const open = (name: string) => {
    keep(name)
    if (seq !== undefined) navigate(sessionAddress(summary.id, 'inspector'))
  }
  return (
    <div className="inspector">
      <nav ref={tabs} className="inspector-tabs" aria-label="Parts of the inspector">
        {SECTIONS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className="tab"
            aria-current={name === current ? 'page' : undefined}
            onClick={() => open(name)}
          >
            {label}
          </button>
        ))}
      </nav>
      <Suspense fallback={<p className="loading">Loading…</p>}>
        <Section key={summary.id} summary={summary} state={state} />
      </Suspense>
    </div>
  )
}
