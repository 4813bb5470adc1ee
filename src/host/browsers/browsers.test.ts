import { beforeEach, describe, expect, test } from 'vitest'
import { MemoryStore } from '../journal/memory-store.ts'
import { StoreError } from '../journal/store.ts'
import { Browsers, IDLE_LIMIT } from './browsers.ts'

const DAY = 24 * 60 * 60_000
const AGENT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605'

let now: number
let store: MemoryStore
let logged: string[]
beforeEach(() => {
  now = 1_000_000
  store = new MemoryStore()
  logged = []
})
const open = (token = 'the-token', on: Pick<MemoryStore, 'setting' | 'putSetting'> = store) =>
  new Browsers({ store: on, token, log: (_, message) => logged.push(message), now: () => now })

test('a browser is known by its cookie and its secret together, and by nothing less', () => {
  const browsers = open()
  const one = browsers.signIn(AGENT)
  const two = browsers.signIn(AGENT)
  expect(browsers.find(one.cookie, one.secret)).toEqual(expect.any(String))
  expect(browsers.find(one.cookie, two.secret)).toBeUndefined()
  expect(browsers.find(two.cookie, one.secret)).toBeUndefined()
  expect(browsers.find(one.cookie, '')).toBeUndefined()
  expect(browsers.find(one.secret, one.cookie)).toBeUndefined()
  expect(browsers.find('', one.secret)).toBeUndefined()
})

test('the store has neither the secrets nor the token, and a restarted host knows the browser by it', () => {
  const before = open()
  const { cookie, secret } = before.signIn(AGENT)
  const stored = JSON.stringify(store.setting('browsers'))
  for (const hidden of [cookie, secret, 'the-token']) expect(stored).not.toContain(hidden)
  const after = open()
  expect(after.hostId).toBe(before.hostId)
  expect(after.find(cookie, secret)).toEqual(expect.any(String))
})

test('with another token no browser is signed in; the name of the cookie stays', () => {
  const before = open()
  const { cookie, secret } = before.signIn(AGENT)
  const after = open('another-token')
  expect(after.hostId).toBe(before.hostId)
  expect(after.list()).toEqual([])
  expect(after.find(cookie, secret)).toBeUndefined()
  // Nor when the first token comes back.
  expect(open().find(cookie, secret)).toBeUndefined()
})

test('what is stored and makes no sense counts for nothing', () => {
  store.putSetting('browsers', { host: '../..', browsers: 'all' })
  const browsers = open()
  expect(browsers.hostId).toMatch(/^[0-9a-f]{12}$/)
  expect(browsers.list()).toEqual([])
})

test('each use moves the end of 30 days; after them the browser is refused at once, and its pages are told', () => {
  const browsers = open()
  const { cookie, secret } = browsers.signIn(AGENT)
  const [id = ''] = browsers.list().map((it) => it.id)
  let ended = 0
  browsers.onEnd(id, () => {
    ended += 1
  })
  now += 29 * DAY
  expect(browsers.find(cookie, secret)).toBe(id)
  now += 29 * DAY
  browsers.use(id)
  // The time of the last use is stored too.
  expect(open().find(cookie, secret)).toBe(id)
  now += IDLE_LIMIT
  expect(browsers.list()).toHaveLength(1)
  now += 1
  expect(browsers.list()).toEqual([])
  expect(browsers.hasCookie(cookie)).toBe(false)
  expect(browsers.find(cookie, secret)).toBeUndefined()
  expect(ended).toBe(1)
  expect(open().find(cookie, secret)).toBeUndefined()
})

test('a renewed secret takes the place of the one before, which other tabs may use for a minute', () => {
  const browsers = open()
  const { cookie, secret } = browsers.signIn(AGENT)
  const id = browsers.find(cookie, secret) ?? ''
  const next = browsers.renew(id)
  expect(browsers.find(cookie, next)).toBe(id)
  expect(browsers.find(cookie, secret)).toBe(id)
  now += 60_001
  expect(browsers.find(cookie, secret)).toBeUndefined()
  expect(browsers.find(cookie, next)).toBe(id)
  expect(browsers.list()).toHaveLength(1)
})

test('signing in again in place of a browser ends that one', () => {
  const browsers = open()
  const before = browsers.signIn(AGENT)
  const after = browsers.signIn(AGENT, before.cookie)
  expect(browsers.list()).toHaveLength(1)
  expect(browsers.find(before.cookie, before.secret)).toBeUndefined()
  expect(browsers.find(after.cookie, after.secret)).toEqual(expect.any(String))
})

test('the list has names in plain words, the last used first, and tells which one asks', () => {
  const browsers = open()
  browsers.signIn(AGENT)
  now += 1000
  const { cookie, secret } = browsers.signIn('curl/8')
  const current = browsers.find(cookie, secret)
  expect(browsers.list(current)).toEqual([
    { id: current, name: 'Unknown browser', createdAt: now, lastUsedAt: now, isCurrent: true },
    {
      id: expect.any(String),
      name: 'Safari, Mac',
      createdAt: now - 1000,
      lastUsedAt: now - 1000,
      isCurrent: false,
    },
  ])
})

test('of more than a hundred browsers, those that were not used for longest are signed out', () => {
  const browsers = open()
  const first = browsers.signIn(AGENT)
  for (let i = 0; i < 100; i++) {
    now += 1
    browsers.signIn(AGENT)
  }
  expect(browsers.list()).toHaveLength(100)
  expect(browsers.find(first.cookie, first.secret)).toBeUndefined()
})

describe('a browser that is signed out', () => {
  test('is refused at once, after a restart too, and whoever serves it is told once', () => {
    const browsers = open()
    const { cookie, secret } = browsers.signIn(AGENT)
    const id = browsers.find(cookie, secret) ?? ''
    const told: string[] = []
    browsers.onEnd(id, () => told.push('a'))
    browsers.onEnd(id, () => told.push('b'))()
    browsers.end([id])
    expect(told).toEqual(['a'])
    expect(browsers.find(cookie, secret)).toBeUndefined()
    expect(open().find(cookie, secret)).toBeUndefined()
    expect(() => browsers.end([id])).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  test('is refused also where that cannot be stored, and the error says how long it holds', () => {
    let isFull = false
    const full = {
      setting: (name: string) => store.setting(name),
      putSetting: (name: string, value: unknown) => {
        if (isFull) throw new StoreError('full', 'the disk is full')
        store.putSetting(name, value)
      },
    }
    const browsers = open('the-token', full)
    const { cookie, secret } = browsers.signIn(AGENT)
    const id = browsers.find(cookie, secret) ?? ''
    isFull = true
    expect(() => browsers.end([id])).toThrow(
      expect.objectContaining({ code: 'storage', message: expect.stringContaining('until the host ends') }),
    )
    expect(browsers.find(cookie, secret)).toBeUndefined()
    // The owner of a host with a full disk gets in to see what is wrong.
    const other = browsers.signIn(AGENT)
    expect(browsers.find(other.cookie, other.secret)).toEqual(expect.any(String))
    expect(logged.join('\n')).toContain('the disk is full')
  })
})
