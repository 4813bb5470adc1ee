/** The frame of the page: the list at the side, the view that the address names beside it. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Inbox } from './approvals/inbox.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { useShortcuts } from './keys/keys.ts'
import { ShortcutSheet } from './keys/shortcut-sheet.tsx'
import { useNotifications } from './notify/notify.ts'
import { navigate, type Route, useRoute } from './router.ts'
import { SessionView } from './session/session-view.tsx'
import { Home } from './sessions/home.tsx'
import { Sidebar } from './sessions/sidebar.tsx'
import { Empty } from './ui/empty.tsx'
import { Link } from './ui/link.tsx'
import { Problem } from './ui/problem.tsx'

const NewSession = lazy(async () => ({ default: (await import('./sessions/new-session.tsx')).NewSession }))
const Usage = lazy(async () => ({ default: (await import('./usage/usage.tsx')).Usage }))
const Policies = lazy(async () => ({ default: (await import('./policies/policies.tsx')).Policies }))
const Search = lazy(async () => ({ default: (await import('./search/search.tsx')).Search }))
const Settings = lazy(async () => ({ default: (await import('./settings/settings.tsx')).Settings }))

export function App() {
  const route = useRoute()
  const main = useRef<HTMLElement>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const place = route.view === 'session' ? route.id : route.view
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    // Who went there with a key, or from within the view before, is in the new one. A link at the side keeps the focus.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [place])
  useNotifications()
  useShortcuts('Everywhere', [
    { key: '?', does: 'these shortcuts', run: () => setShowsKeys(true) },
    { key: 'n', does: 'new session', run: () => navigate('/new') },
    { key: 'i', does: 'inbox: everything that waits for you', run: () => navigate('/inbox') },
    { key: 'g', does: 'all sessions', run: () => navigate('/') },
    { key: 'u', does: 'usage', run: () => navigate('/usage') },
    { key: 'Mod+k', does: 'search everything said', run: () => navigate('/search'), inFields: true },
  ])
  return (
    <div className="app" data-view={route.view}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Sidebar route={route} onShortcuts={() => setShowsKeys(true)} />
      <main ref={main} id="main" className="main" tabIndex={-1}>
        <ConnectionBar />
        <Problem key={place}>
          <Suspense fallback={<p className="loading">Loading…</p>}>{viewOf(route)}</Suspense>
        </Problem>
      </main>
      {showsKeys && <ShortcutSheet onClose={() => setShowsKeys(false)} />}
    </div>
  )
}

function viewOf(route: Route): ReactNode {
  switch (route.view) {
    case 'home':
      return <Home />
    case 'new':
      return <NewSession />
    case 'inbox':
      return <Inbox />
    case 'usage':
      return <Usage />
    case 'policies':
      return <Policies />
    case 'settings':
      return <Settings />
    case 'search':
      return <Search query={route.query} />
    case 'session':
      return <SessionView key={route.id} route={route} />
    case 'unknown':
      return (
        <Empty title="There is no such page">
          <p>
            Nothing is at <code>{route.path}</code>.
          </p>
          <Link className="button" href="/">
            All sessions
          </Link>
        </Empty>
      )
  }
}
