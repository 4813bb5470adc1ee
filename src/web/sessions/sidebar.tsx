import { lazy, Suspense } from 'react'
import type { Route } from '../router.ts'
import { hostName } from '../store/host-name.ts'
import { useLive } from '../store/use-live.ts'
import { Count } from '../ui/count.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import {
  AddIcon,
  BoardIcon,
  FolderIcon,
  type Icon,
  InboxIcon,
  KeyboardIcon,
  PolicyIcon,
  SearchIcon,
  SettingsIcon,
  ThemeIcon,
  UsageIcon,
} from '../ui/icons.ts'
import { KeyHint, keyName } from '../ui/kbd.tsx'
import { Link } from '../ui/link.tsx'
import { Brand } from './brand.tsx'
import { SessionList } from './session-list.tsx'
import './sessions.css'

const ThemeMenu = lazy(async () => ({ default: (await import('../settings/theme-menu.tsx')).ThemeMenu }))

const TOOLS = [
  ['/projects', 'Projects', 'projects', FolderIcon],
  ['/usage', 'Usage', 'usage', UsageIcon],
  ['/policies', 'Policies', 'policies', PolicyIcon],
  ['/settings', 'Settings', 'settings', SettingsIcon],
] as const

interface Props {
  route: Route
  onShortcuts: () => void
  onFind: () => void
}

export function Sidebar({ route, onShortcuts, onFind }: Props) {
  const { approvals } = useLive()
  return (
    <aside className="sidebar" aria-label="Sessions and views">
      <header className="sidebar-head">
        <Link href="/" className="brand grow">
          <Brand />
          Fairlead
        </Link>
        <span className="machine cut" title="The host of this page">
          {hostName}
        </span>
      </header>
      <div className="sidebar-search">
        <button
          type="button"
          className="jump"
          aria-keyshortcuts="Control+K"
          aria-haspopup="dialog"
          onClick={onFind}
        >
          <SearchIcon />
          <span className="cut grow">Search or jump to…</span>
          <KeyHint name={keyName('Mod+k')} />
        </button>
        <Link
          href="/new"
          className="button"
          data-kind="primary"
          data-icon
          aria-label="New session"
          data-tip="New session"
          data-tip-key="n"
        >
          <AddIcon />
        </Link>
      </div>
      <nav className="places" aria-label="Views">
        <Place href="/" name="Board" icon={BoardIcon} isCurrent={route.view === 'home'} />
        <Place
          href="/inbox"
          name="Inbox"
          icon={InboxIcon}
          isCurrent={route.view === 'inbox'}
          count={approvals.length}
        />
      </nav>
      <SessionList current={route.view === 'session' ? route.id : undefined} />
      <footer className="sidebar-foot">
        <ConnectionState />
        <Suspense fallback={<IconButton label="Theme" icon={ThemeIcon} size="small" />}>
          <ThemeMenu />
        </Suspense>
        {TOOLS.map(([address, name, view, Shown]) => (
          <Link
            key={view}
            href={address}
            className="button"
            data-kind="quiet"
            data-size="small"
            data-icon
            aria-label={name}
            data-tip={name}
            isCurrent={route.view === view || (view === 'projects' && route.view === 'project')}
          >
            <Shown />
          </Link>
        ))}
        <IconButton
          label="Keyboard shortcuts"
          icon={KeyboardIcon}
          shortcut="?"
          size="small"
          onClick={onShortcuts}
        />
      </footer>
    </aside>
  )
}

interface PlaceProps {
  href: string
  name: string
  icon: Icon
  isCurrent: boolean
  count?: number
}

function Place({ href, name, icon: Shown, isCurrent, count = 0 }: PlaceProps) {
  return (
    <Link href={href} className="place" isCurrent={isCurrent}>
      <Shown />
      <span className="grow">{name}</span>
      {count > 0 && <Count tone="needs-you" value={count} />}
    </Link>
  )
}

const CONNECTION = {
  connected: ['success', 'Connected'],
  connecting: ['neutral', 'Connecting…'],
  waiting: ['needs-you', 'Not connected'],
  closed: ['needs-you', 'Not connected'],
} as const

function ConnectionState() {
  const { connection } = useLive()
  const [tone, words] = CONNECTION[connection.status]
  return (
    <span className="connection-state grow" data-status={connection.status}>
      <span className="dot" data-tone={tone} />
      <span className="cut">{words}</span>
    </span>
  )
}
