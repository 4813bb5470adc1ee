import { Component, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTour } from './first-minute/use-tour.ts'
import { useShortcuts } from './keys/keys.ts'
import { useNotifications } from './notify/notify.ts'
import { PhoneTabs } from './phone/phone-tabs.tsx'
import { navigate, type Route, useRoute } from './router.ts'
import { Home } from './sessions/home.tsx'
import { useSeeing } from './sessions/seen.ts'
import { Sidebar } from './sessions/sidebar.tsx'
import { live } from './store/connection.ts'
import { useLive } from './store/use-live.ts'
import { Button } from './ui/button.tsx'
import { Empty } from './ui/empty.tsx'
import { Link } from './ui/link.tsx'

const loadSession = () => import('./session/session-view.tsx')
const SessionView = lazy(async () => ({ default: (await loadSession()).SessionView }))
const Inbox = lazy(async () => ({ default: (await import('./approvals/inbox.tsx')).Inbox }))
const SplitView = lazy(async () => ({ default: (await import('./split/split-view.tsx')).SplitView }))
const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))
const ShortcutSheet = lazy(async () => ({
  default: (await import('./keys/shortcut-sheet.tsx')).ShortcutSheet,
}))
const NewSession = lazy(async () => ({ default: (await import('./sessions/new-session.tsx')).NewSession }))
const ConnectPhone = lazy(async () => ({ default: (await import('./phone/connect-phone.tsx')).ConnectPhone }))
const Tour = lazy(async () => ({ default: (await import('./first-minute/tour.tsx')).Tour }))
const FilePage = lazy(async () => ({ default: (await import('./files/file-page.tsx')).FilePage }))
const Usage = lazy(async () => ({ default: (await import('./usage/usage.tsx')).Usage }))
const Policies = lazy(async () => ({ default: (await import('./policies/policies.tsx')).Policies }))
const ProjectPage = lazy(async () => ({
  default: (await import('./projects/project-page.tsx')).ProjectPage,
}))
const ProjectsPage = lazy(async () => ({
  default: (await import('./projects/projects-page.tsx')).ProjectsPage,
}))
const Search = lazy(async () => ({ default: (await import('./search/search.tsx')).Search }))
const Settings = lazy(async () => ({ default: (await import('./settings/settings.tsx')).Settings }))

export function App() {
  const route = useRoute()
  const { sessions } = useLive()
  const main = useRef<HTMLElement>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const place = route.view === 'session' ? route.id : route.view
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    // After a shortcut, or a link in the previous view, the focus moves to the new view. A link in the sidebar keeps it.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [place])
  const isTourDue = useTour().isDue
  useNotifications()
  useSeeing(sessions, useShownSessions(route))
  // What most people open next is there by then.
  useEffect(() => {
    const idle = setTimeout(() => void loadSession().catch(() => {}), 1000)
    return () => clearTimeout(idle)
  }, [])
  useShortcuts('Everywhere', [
    { key: '?', does: 'keyboard shortcuts', run: () => setShowsKeys(true) },
    { key: 'n', does: 'new session', run: () => navigate('/new') },
    { key: 'i', does: 'inbox', run: () => navigate('/inbox') },
    { key: 'g', does: 'board', run: () => navigate('/') },
    { key: 'u', does: 'usage', run: () => navigate('/usage') },
    { key: 'Mod+k', does: 'search or jump to anything', run: () => setFinding(true), inFields: true },
  ])
  return (
    <div className="app" data-view={route.view}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Sidebar route={route} onShortcuts={() => setShowsKeys(true)} onFind={() => setFinding(true)} />
      <main ref={main} id="main" className="main" tabIndex={-1}>
        <ConnectionBar />
        <ErrorBoundary key={place}>
          <Suspense fallback={<p className="loading">Loading…</p>}>{viewOf(route)}</Suspense>
        </ErrorBoundary>
      </main>
      <PhoneTabs route={route} />
      <Suspense>{isTourDue && sessions && sessions.length > 0 && <Tour />}</Suspense>
      <Suspense>
        {isFinding && (
          <Palette route={route} onShortcuts={() => setShowsKeys(true)} onClose={() => setFinding(false)} />
        )}
      </Suspense>
      <Suspense>{showsKeys && <ShortcutSheet onClose={() => setShowsKeys(false)} />}</Suspense>
    </div>
  )
}

function useShownSessions(route: Route): readonly string[] {
  const ids = route.view === 'session' ? route.id : route.view === 'split' ? route.ids.join('/') : ''
  return useMemo(() => ids.split('/').filter(Boolean), [ids])
}

function viewOf(route: Route): ReactNode {
  switch (route.view) {
    case 'home':
    case 'sessions':
      return <Home />
    case 'phone':
      return <ConnectPhone />
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
    case 'projects':
      return <ProjectsPage />
    case 'project':
      return <ProjectPage key={route.path} path={route.path} />
    case 'search':
      return <Search query={route.query} />
    case 'session':
      return <SessionView key={route.id} route={route} />
    case 'split':
      return <SplitView ids={route.ids} />
    case 'file': {
      const { id, path, line } = route
      return <FilePage key={`${id} ${path}`} session={id} path={path} {...(line !== undefined && { line })} />
    }
    case 'unknown':
      return (
        <Empty title="Page not found" isPage>
          <p>
            There is no page at <code>{route.path}</code>.
          </p>
          <Link className="button" href="/">
            Open the board
          </Link>
        </Empty>
      )
  }
}

/** Appears while the page may show outdated data. */
function ConnectionBar() {
  const { connection, sessions } = useLive()
  if (connection.status === 'connected' || (connection.status === 'connecting' && !sessions)) return null
  const isTrying = connection.status === 'connecting'
  return (
    <div className="connection-bar row" role="status">
      <span className="grow">
        {isTrying
          ? 'Connecting to the host…'
          : `Not connected${connection.status === 'waiting' ? `: ${connection.reason}` : ''}. This page may be out of date; sessions keep running.`}
      </span>
      {!isTrying && (
        <Button size="small" onClick={() => live.retry()}>
          Try now
        </Button>
      )}
    </div>
  )
}

/** Keeps an error in one view from breaking the whole page. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Empty title="This view has crashed" isPage>
        <pre className="failure">{error.message}</pre>
        <Button onClick={() => location.reload()}>Reload page</Button>
      </Empty>
    )
  }
}
