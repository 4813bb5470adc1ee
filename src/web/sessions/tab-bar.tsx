import type { Route } from '../router.ts'
import { useLive } from '../store/use-live.ts'
import { Count } from '../ui/count.tsx'
import { AddIcon, BoardIcon, InboxIcon, TerminalIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import './tab-bar.css'

const TABS = [
  ['/', 'Board', 'home', BoardIcon],
  ['/inbox', 'Inbox', 'inbox', InboxIcon],
  ['/sessions', 'Sessions', 'sessions', TerminalIcon],
  ['/new', 'New', 'new', AddIcon],
] as const

/** The places of the console on a phone, where the sidebar is a page of its own. */
export function TabBar({ route }: { route: Route }) {
  const { approvals } = useLive()
  if (!TABS.some(([, , view]) => view === route.view)) return null
  return (
    <nav className="tab-bar" aria-label="Places">
      {TABS.map(([address, name, view, Shown]) => (
        <Link key={view} href={address} isCurrent={route.view === view}>
          <Shown />
          {name}
          {view === 'inbox' && approvals.length > 0 && <Count tone="needs-you" value={approvals.length} />}
        </Link>
      ))}
    </nav>
  )
}
