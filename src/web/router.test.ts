import { expect, test } from 'vitest'
import { addressOf, parseRoute, type Route } from './router.ts'

test.each<[string, Route]>([
  ['/', { view: 'home' }],
  ['/inbox', { view: 'inbox' }],
  ['/search?q=a%20b', { view: 'search', query: 'a b' }],
  ['/s/abc', { view: 'session', id: 'abc', tab: 'transcript' }],
  ['/s/abc/changes', { view: 'session', id: 'abc', tab: 'changes' }],
  ['/s/abc/inspector?seq=12', { view: 'session', id: 'abc', tab: 'inspector', seq: 12 }],
  ['/s/abc/file?path=src%2Fa.ts', { view: 'file', id: 'abc', path: 'src/a.ts' }],
  ['/s/abc/file?path=a%26b.ts&line=42', { view: 'file', id: 'abc', path: 'a&b.ts', line: 42 }],
  ['/s/a%2Fb', { view: 'session', id: 'a/b', tab: 'transcript' }],
  ['/split/a/b%2Fc', { view: 'split', ids: ['a', 'b/c'] }],
  ['/nothing/here', { view: 'unknown', path: '/nothing/here' }],
])('%s is a view, and the view has this address', (address, route) => {
  expect(parseRoute(address)).toEqual(route)
  expect(parseRoute(addressOf(route))).toEqual(route)
})

test('the split view has four panes at most, and each session once', () => {
  expect(parseRoute('/split/a/b/a/c/d/e')).toEqual({ view: 'split', ids: ['a', 'b', 'c', 'd'] })
})

test.each(['/split', '/s/', '/s/x/nonsense', '/s/x/file', '/%', '/inbox/more'])(
  '%s is no view, and does no harm',
  (address) => {
    expect(parseRoute(address).view).toBe('unknown')
  },
)
