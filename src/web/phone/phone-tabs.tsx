/** The views of the console on a phone, under the thumb. A session has its message field there instead. */
import type { Route } from '../router.ts'
import { useLive } from '../store/use-live.ts'
import { Count } from '../ui/count.tsx'
import { AddIcon, BoardIcon, InboxIcon, TerminalIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import './phone-tabs.css'

const TABS = [
  ['/', 'home', 'Board', BoardIcon],
  ['/inbox', 'inbox', 'Inbox', InboxIcon],
  ['/sessions', 'sessions', 'Sessions', TerminalIcon],
  ['/new', 'new', 'New', AddIcon],
] as const

export function PhoneTabs({ route: { view } }: { route: Route }) {
  const { approvals } = useLive()
  if (view === 'session') return null
  return (
    <nav className="phone-tabs" aria-label="Phone navigation">
      {TABS.map(([href, name, words, Shown]) => (
        <Link key={href} href={href} isCurrent={view === name}>
          <Shown />
          {words}
          {name === 'inbox' && approvals.length > 0 && <Count tone="needs-you" value={approvals.length} />}
        </Link>
      ))}
    </nav>
  )
}
