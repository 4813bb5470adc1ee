import { beforeEach, describe, expect, test } from 'vitest'
import { type Asked, Security } from './security.ts'

let now: number
let security: Security
beforeEach(() => {
  now = 0
  security = new Security({ token: 'the-token', hosts: ['Agents.example'], now: () => now })
})
const asked = (fields: Partial<Asked>): Asked => ({
  host: '127.0.0.1:80',
  origin: undefined,
  authorization: undefined,
  cookie: undefined,
  from: 'x',
  ...fields,
})
const codeOf = (check: () => unknown): string => {
  try {
    check()
    return 'fine'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each<[string | undefined, string | undefined, string]>([
  ['127.0.0.1:4180', undefined, 'fine'],
  ['localhost', undefined, 'fine'],
  ['[::1]:4180', 'http://[::1]:4180', 'fine'],
  ['agents.example', 'https://agents.example', 'fine'],
  ['AGENTS.example:443', undefined, 'fine'],
  [undefined, undefined, 'forbidden'],
  ['evil.example', undefined, 'forbidden'],
  ['127.0.0.1.evil.example', undefined, 'forbidden'],
  ['localhost:1', 'http://localhost:2', 'forbidden'],
  ['localhost:1', 'null', 'forbidden'],
  ['localhost:1', 'https://evil.example', 'forbidden'],
])('host %s, origin %s: %s', (host, origin, expected) => {
  expect(codeOf(() => security.checkOrigin(asked({ host, origin })))).toBe(expected)
})

test.each<[string, Partial<Asked>, string]>([
  ['Bearer', { authorization: 'Bearer the-token' }, 'fine'],
  ['the cookie among others', { cookie: 'a=b; fairlead=the-token; c=d' }, 'fine'],
  ['a cookie whose name ends so', { cookie: 'notfairlead=the-token' }, 'unauthorized'],
  ['a part of it', { authorization: 'Bearer the' }, 'unauthorized'],
  ['nothing', { authorization: 'Bearer ' }, 'unauthorized'],
])('%s', (_, fields, expected) => {
  expect(codeOf(() => security.checkToken(asked(fields)))).toBe(expected)
})

test('an upgrade needs an origin, or the token as Bearer', () => {
  const cookie = 'fairlead=the-token'
  expect(codeOf(() => security.checkUpgrade(asked({ cookie })))).toBe('forbidden')
  expect(codeOf(() => security.checkUpgrade(asked({ cookie, origin: 'http://127.0.0.1:80' })))).toBe('fine')
  expect(codeOf(() => security.checkUpgrade(asked({ authorization: 'Bearer the-token' })))).toBe('fine')
})

describe('failures', () => {
  const guess = (from: string) =>
    codeOf(() => security.checkToken(asked({ authorization: 'Bearer x', from })))

  test('are counted for each address, for a minute', () => {
    expect(Array.from({ length: 11 }, () => guess('x')).at(-1)).toBe('too-many')
    expect(guess('y')).toBe('unauthorized')
    now += 60_001
    expect(guess('x')).toBe('unauthorized')
  })

  test('do not keep out who has the token: behind a proxy all come from one address', () => {
    for (let i = 0; i < 20; i++) guess('x')
    expect(codeOf(() => security.checkToken(asked({ authorization: 'Bearer the-token' })))).toBe('fine')
    expect(codeOf(() => security.cookieFor('the-token', 'x', false))).toBe('fine')
    expect(codeOf(() => security.cookieFor('wrong', 'x', false))).toBe('too-many')
  })
})

test.each<[string | undefined, string]>([
  [undefined, 'fine'],
  ['none', 'fine'],
  ['same-origin', 'fine'],
  ['same-site', 'forbidden'],
  ['cross-site', 'forbidden'],
])('a login that a browser makes for a page of site %s: %s', (site, expected) => {
  expect(codeOf(() => security.cookieFor('the-token', 'x', false, site))).toBe(expected)
})

test('the cookie is for this host alone; over TLS it stays there', () => {
  expect(security.cookieFor('the-token', 'x', false)).toBe(
    'fairlead=the-token; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000',
  )
  expect(security.cookieFor('the-token', 'x', true)).toMatch(/; Secure$/)
  expect(codeOf(() => security.cookieFor('', 'x', true))).toBe('unauthorized')
})
