/** Which view the address names. The host serves the page for every path that is not a file. */
import { useSyncExternalStore } from 'react'

export type SessionTab = 'transcript' | 'changes' | 'inspector'
export type Route =
  | { readonly view: 'home' | 'inbox' | 'projects' | 'usage' | 'policies' | 'settings' | 'new' | 'phone' }
  /** The list of sessions, which has a page of its own on a phone. */
  | { readonly view: 'sessions' }
  /** Two to four sessions beside each other. */
  | { readonly view: 'split'; readonly ids: readonly string[] }
  | { readonly view: 'search'; readonly query: string }
  /** By any folder of it. */
  | { readonly view: 'project'; readonly path: string }
  | { readonly view: 'session'; readonly id: string; readonly tab: SessionTab; readonly seq?: number }
  | { readonly view: 'file'; readonly id: string; readonly path: string; readonly line?: number }
  | { readonly view: 'unknown'; readonly path: string }

export const MAX_PANES = 4

const PLAIN = ['inbox', 'projects', 'usage', 'policies', 'settings', 'new', 'phone', 'sessions'] as const

export function parseRoute(address: string): Route {
  const { pathname, searchParams } = new URL(address, 'http://page')
  const [first = '', second, third = 'transcript'] = pathname.split('/').filter(Boolean).map(decoded)
  if (first === '') return { view: 'home' }
  const plain = PLAIN.find((view) => view === first)
  if (plain && second === undefined) return { view: plain }
  if (first === 'split' && second !== undefined) {
    const ids = pathname.split('/').filter(Boolean).slice(1).map(decoded)
    return { view: 'split', ids: [...new Set(ids)].slice(0, MAX_PANES) }
  }
  if (first === 'search') return { view: 'search', query: searchParams.get('q') ?? '' }
  const path = searchParams.get('path')
  if (first === 'project' && second === undefined && path) return { view: 'project', path }
  if (first === 's' && second !== undefined && third === 'file' && path) {
    const line = Number(searchParams.get('line'))
    return { view: 'file', id: second, path, ...(line > 0 && { line }) }
  }
  const isTab = third === 'transcript' || third === 'changes' || third === 'inspector'
  if (first === 's' && second !== undefined && isTab) {
    const seq = Number(searchParams.get('seq'))
    return { view: 'session', id: second, tab: third, ...(seq > 0 && { seq }) }
  }
  return { view: 'unknown', path: pathname }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function addressOf(route: Route): string {
  switch (route.view) {
    case 'home':
      return '/'
    case 'search':
      return route.query ? `/search?q=${encodeURIComponent(route.query)}` : '/search'
    case 'project':
      return `/project?path=${encodeURIComponent(route.path)}`
    case 'session': {
      const tab = route.tab === 'transcript' ? '' : `/${route.tab}`
      return `/s/${encodeURIComponent(route.id)}${tab}${route.seq ? `?seq=${route.seq}` : ''}`
    }
    case 'split':
      return `/split/${route.ids.map(encodeURIComponent).join('/')}`
    case 'file': {
      const line = route.line === undefined ? '' : `&line=${route.line}`
      return `/s/${encodeURIComponent(route.id)}/file?path=${encodeURIComponent(route.path)}${line}`
    }
    case 'unknown':
      return route.path
    default:
      return `/${route.view}`
  }
}

export const sessionAddress = (id: string, tab: SessionTab = 'transcript', seq?: number): string =>
  addressOf({ view: 'session', id, tab, ...(seq !== undefined && { seq }) })

export const projectAddress = (path: string): string => addressOf({ view: 'project', path })
export const splitAddress = (ids: readonly string[]): string => addressOf({ view: 'split', ids })
export const fileAddress = (id: string, file: { readonly path: string; readonly line?: number }): string =>
  addressOf({ view: 'file', id, ...file })

let known = { address: '', route: { view: 'home' } as Route }

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

export function navigate(address: string, { replace = false } = {}): void {
  if (address === location.pathname + location.search) return
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, () => {
    const address = location.pathname + location.search
    if (known.address !== address) known = { address, route: parseRoute(address) }
    return known.route
  })
}
