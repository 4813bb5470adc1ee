import type { Route } from '../router.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { SessionList } from './session-list.tsx'
import './sessions.css'

const PLACES = [
  ['/search', 'Search', 'search'],
  ['/usage', 'Usage', 'usage'],
  ['/policies', 'Policies', 'policies'],
] as const

export function Sidebar({ route, onShortcuts }: { route: Route; onShortcuts: () => void }) {
  const { approvals, connection } = useLive()
  return (
    <aside className="sidebar" aria-label="Sessions and views">
      <header className="sidebar-head row">
        <Link href="/" className="brand">
          <img src="/icon.svg" alt="" width="22" height="22" /> Fairlead
        </Link>
        <span
          className="dot"
          data-status={connection.status}
          role="img"
          aria-label={connection.status === 'connected' ? 'connected' : 'not connected'}
          title={connection.status}
        />
        <span className="grow" />
        <Link
          href="/settings"
          className="button"
          data-kind="quiet"
          data-size="small"
          aria-label="Settings"
          title="Settings"
          isCurrent={route.view === 'settings'}
        >
          ⚙
        </Link>
        <Button kind="quiet" size="small" aria-label="Keyboard shortcuts" onClick={onShortcuts}>
          ?
        </Button>
        <Link href="/new" className="button" data-kind="main">
          New
        </Link>
      </header>
      <nav className="places" aria-label="Views">
        <Link href="/inbox" className="tab" isCurrent={route.view === 'inbox'}>
          Inbox {approvals.length > 0 && <Tag tone="need">{approvals.length}</Tag>}
        </Link>
        {PLACES.map(([address, name, view]) => (
          <Link key={view} href={address} className="tab" isCurrent={route.view === view}>
            {name}
          </Link>
        ))}
      </nav>
      <SessionList current={route.view === 'session' ? route.id : undefined} />
    </aside>
  )
}
