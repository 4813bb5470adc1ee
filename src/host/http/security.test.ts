import { beforeEach, describe, expect, test } from 'vitest'
import { Browsers } from '../browsers/browsers.ts'
import { CODE_LIFETIME, SignInCodes } from '../browsers/sign-in-codes.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import { type Asked, Security } from './security.ts'

let now: number
let codes: SignInCodes
let browsers: Browsers
let security: Security
/** What a signed-in browser sends. */
let cookie: string
let secret: string
beforeEach(() => {
  now = 0
  codes = new SignInCodes(() => now)
  browsers = new Browsers({ store: new MemoryStore(), token: 'the-token', log: () => {}, now: () => now })
  security = new Security({
    token: 'the-token',
    browsers,
    codes,
    hosts: ['Agents.example'],
    origins: ['http://localhost:5173'],
    now: () => now,
  })
  const made = security.signIn(codes.create().code, asked({}), 'Chrome/1')
  secret = made.secret
  cookie = made.setCookie?.split(';')[0] ?? ''
})
const asked = (fields: Partial<Asked>): Asked => ({
  host: '127.0.0.1:80',
  origin: undefined,
  authorization: undefined,
  cookie: undefined,
  secret: undefined,
  site: undefined,
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
  ['localhost:1', 'http://localhost:5173', 'fine'],
  ['localhost:1', 'https://localhost:5173', 'forbidden'],
  ['localhost:1', 'http://LOCALHOST:5173', 'forbidden'],
  ['localhost:1', 'http://localhost:51731', 'forbidden'],
  ['localhost:1', 'http://localhost:5173.evil.example', 'forbidden'],
  ['evil.example', 'http://localhost:5173', 'forbidden'],
  ['localhost:1', 'null', 'forbidden'],
  ['localhost:1', 'https://evil.example', 'forbidden'],
])('host %s, origin %s: %s', (host, origin, expected) => {
  expect(codeOf(() => security.checkOrigin(asked({ host, origin })))).toBe(expected)
})

test.each<[string, () => Partial<Asked>, string]>([
  ['the token', () => ({ authorization: 'Bearer the-token' }), 'fine'],
  ['cookie and secret', () => ({ cookie, secret }), 'fine'],
  ['the cookie among others', () => ({ cookie: `a=b; ${cookie}; c=d`, secret }), 'fine'],
  ['the cookie alone', () => ({ cookie }), 'unauthorized'],
  ['the secret alone', () => ({ secret }), 'unauthorized'],
  ['the cookie and another secret', () => ({ cookie, secret: 'x' }), 'unauthorized'],
  ['the cookie and an empty secret', () => ({ cookie, secret: '' }), 'unauthorized'],
  ['a cookie whose name ends so', () => ({ cookie: `not${cookie}`, secret }), 'unauthorized'],
  ['the cookie under the name of another host', () => ({ cookie: renamed(), secret }), 'unauthorized'],
  ['the old cookie with the token', () => ({ cookie: 'fairlead=the-token', secret }), 'unauthorized'],
  ['cookie, secret and a wrong token', () => ({ cookie, secret, authorization: 'Bearer x' }), 'unauthorized'],
  [
    'the token, from a page of another origin that is listed',
    () => ({ ...listed, authorization: 'Bearer the-token' }),
    'fine',
  ],
  [
    'cookie and secret, from a page of another origin that is listed',
    () => ({ ...listed, cookie, secret }),
    'unauthorized',
  ],
  ['a part of the token', () => ({ authorization: 'Bearer the' }), 'unauthorized'],
  ['nothing', () => ({ authorization: 'Bearer ' }), 'unauthorized'],
])('%s', (_, fields, expected) => {
  expect(codeOf(() => security.identify(asked(fields())))).toBe(expected)
})
const listed = { origin: 'http://localhost:5173' }
const renamed = () => cookie.replace(/-\w+=/, '-000000000000=')

test('a program is no browser; a browser has its id', () => {
  expect(security.identify(asked({ authorization: 'Bearer the-token' }))).toEqual({})
  expect(security.identify(asked({ cookie, secret }))).toEqual({ browser: browsers.list()[0]?.id })
})

describe('an upgrade', () => {
  const origin = 'http://127.0.0.1:80'
  test('of a program needs the token as Bearer, and is then served at once', () => {
    expect(codeOf(() => security.checkUpgrade(asked({ cookie })))).toBe('forbidden')
    expect(codeOf(() => security.checkUpgrade(asked({ cookie, secret })))).toBe('forbidden')
    expect(security.checkUpgrade(asked({ authorization: 'Bearer the-token' }))).toEqual({})
    expect(codeOf(() => security.checkUpgrade(asked({ authorization: 'Bearer x' })))).toBe('unauthorized')
  })

  test('of a browser needs a cookie of this host, and then the secret', () => {
    expect(codeOf(() => security.checkUpgrade(asked({ origin })))).toBe('unauthorized')
    expect(codeOf(() => security.checkUpgrade(asked({ origin, cookie: renamed() })))).toBe('unauthorized')
    expect(codeOf(() => security.checkUpgrade(asked({ origin, cookie: 'fairlead=the-token' })))).toBe(
      'unauthorized',
    )
    // A secret in a header, which no browser can send here, does not count.
    const { confirm } = security.checkUpgrade(asked({ origin, cookie, secret }))
    expect(confirm?.('')).toBeUndefined()
    expect(confirm?.('the-token')).toBeUndefined()
    expect(confirm?.(secret)).toEqual({ browser: browsers.list()[0]?.id })
    browsers.end(browsers.list().map(({ id }) => id))
    expect(confirm?.(secret)).toBeUndefined()
  })

  test('of a page of another origin that is listed needs the token as its secret; its cookie does not count', () => {
    const { confirm } = security.checkUpgrade(asked({ ...listed, cookie }))
    expect(confirm?.('')).toBeUndefined()
    expect(confirm?.(secret)).toBeUndefined()
    expect(confirm?.('the-token')).toEqual({})
  })

  test('that guesses the token counts as a failure', () => {
    for (let i = 0; i < 10; i++) security.checkUpgrade(asked(listed)).confirm?.('guess')
    expect(codeOf(() => security.identify(asked({ authorization: 'Bearer x' })))).toBe('too-many')
  })
})

describe('failures', () => {
  const guess = (from: string) => codeOf(() => security.identify(asked({ authorization: 'Bearer x', from })))

  test('are counted for each address, for a minute', () => {
    expect(Array.from({ length: 11 }, () => guess('x')).at(-1)).toBe('too-many')
    expect(guess('y')).toBe('unauthorized')
    now += 60_001
    expect(guess('x')).toBe('unauthorized')
  })

  test('do not keep out who has the token, a code or is signed in: behind a proxy all come from one address', () => {
    for (let i = 0; i < 20; i++) guess('x')
    expect(codeOf(() => security.identify(asked({ authorization: 'Bearer the-token' })))).toBe('fine')
    expect(codeOf(() => security.identify(asked({ cookie, secret })))).toBe('fine')
    expect(codeOf(() => signIn('the-token'))).toBe('fine')
    expect(codeOf(() => signIn(codes.create().code))).toBe('fine')
    expect(codeOf(() => signIn('wrong'))).toBe('too-many')
  })

  test('are not those of a page whose browser was signed out: it has nothing to guess with', () => {
    for (let i = 0; i < 20; i++)
      expect(codeOf(() => security.identify(asked({ cookie, secret: 'old' })))).toBe('unauthorized')
  })
})

const signIn = (credential: string, fields: Partial<Asked> = {}) =>
  security.signIn(credential, asked(fields), 'Firefox/1 Linux')

describe('signing in', () => {
  test.each<[string | undefined, string]>([
    [undefined, 'fine'],
    ['none', 'fine'],
    ['same-origin', 'fine'],
    ['same-site', 'forbidden'],
    ['cross-site', 'forbidden'],
  ])('that a browser does for a page of site %s: %s', (site, expected) => {
    expect(codeOf(() => signIn('the-token', { site }))).toBe(expected)
  })

  test('a code is not used up by a page of another site', () => {
    const { code } = codes.create()
    expect(codeOf(() => signIn(code, { site: 'cross-site' }))).toBe('forbidden')
    expect(codeOf(() => signIn(code))).toBe('fine')
  })

  test('with a code that was used, is too old or is none: each is told', () => {
    const messageOf = (credential: string) => {
      try {
        signIn(credential)
        return 'fine'
      } catch (error) {
        return (error as Error).message
      }
    }
    const [used, old] = [codes.create().code, codes.create().code]
    signIn(used)
    expect(messageOf(used)).toMatch(/used already.*fairlead open/)
    now += CODE_LIFETIME
    expect(messageOf(old)).toMatch(/older than 10 minutes.*fairlead open/)
    expect(messageOf('nonsense')).toMatch(/neither the token.*fairlead open/)
  })

  test('the cookie holds nothing but a secret of that browser, and scripts and other sites cannot use it', () => {
    const { setCookie = '', secret: other } = signIn('the-token')
    expect(setCookie).toMatch(
      /^fairlead-[0-9a-f]{12}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
    )
    expect(setCookie).not.toContain('the-token')
    expect(setCookie).not.toContain(other)
  })

  test('over TLS the cookie is for encrypted connections alone', () => {
    const secure = new Security({ token: 'the-token', browsers, codes, isSecure: true })
    const { setCookie = '' } = secure.signIn('the-token', asked({}), '')
    expect(setCookie).toMatch(/^fairlead-[0-9a-f]{12}=.*; Secure$/)
  })

  test('again, in a browser that is signed in, renews its secret and leaves its cookie', () => {
    const again = signIn(codes.create().code, { cookie, secret })
    expect(again.setCookie).toBeUndefined()
    expect(again.secret).not.toBe(secret)
    expect(browsers.list()).toHaveLength(1)
    now += 60_001
    expect(codeOf(() => security.identify(asked({ cookie, secret })))).toBe('unauthorized')
    expect(codeOf(() => security.identify(asked({ cookie, secret: again.secret })))).toBe('fine')
  })

  test('again, in a browser that has lost its secret, replaces it', () => {
    const again = signIn(codes.create().code, { cookie })
    expect(again.setCookie).toBeDefined()
    expect(browsers.list()).toHaveLength(1)
    expect(codeOf(() => security.identify(asked({ cookie, secret })))).toBe('unauthorized')
  })
})

describe('signing out', () => {
  test('ends the browser that asks, and takes its cookie back', () => {
    expect(security.signOut(asked({ cookie, secret }))).toMatch(/^fairlead-[0-9a-f]{12}=; .*Max-Age=0/)
    expect(codeOf(() => security.identify(asked({ cookie, secret })))).toBe('unauthorized')
  })

  test('needs both secrets, and is nothing for programs', () => {
    expect(codeOf(() => security.signOut(asked({ cookie })))).toBe('unauthorized')
    expect(codeOf(() => security.signOut(asked({ authorization: 'Bearer the-token' })))).toBe('bad-request')
    expect(codeOf(() => security.identify(asked({ cookie, secret })))).toBe('fine')
  })
})

test('the cookie of earlier versions, which held the token, is taken back when it is seen', () => {
  expect(security.dropsOldCookie('a=b; fairlead=the-token')).toMatch(/^fairlead=; .*Max-Age=0/)
  expect(security.dropsOldCookie(`${cookie}; notfairlead=x`)).toBeUndefined()
  expect(security.dropsOldCookie(undefined)).toBeUndefined()
})
