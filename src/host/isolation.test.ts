import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { IsolationSetting } from '../api/commands.ts'
import { SessionIsolation, type SessionIsolationOptions } from './isolation.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-isolation-')))
afterAll(() => rmSync(root, { recursive: true }))
const shop = join(root, 'shop')
mkdirSync(join(shop, 'docs'), { recursive: true })
symlinkSync(shop, join(root, 'link'))

const isolation = (projects: SessionIsolationOptions['projects'], setting: IsolationSetting = 'off') =>
  new SessionIsolation({ folder: '/data', setting, ...(projects && { projects }) })
const REQUIRE = { isolation: 'require' } as const
const OFF = { isolation: 'off' } as const

describe('a project that requires isolation', () => {
  test.each([
    ['in it', shop, 'require'],
    ['below it', join(shop, 'docs'), 'require'],
    ['beside it', `${shop}s`, 'off'],
    ['above it', root, 'off'],
  ])('a session %s', (_where, cwd, setting) => {
    const it = isolation({ [shop]: REQUIRE })
    expect(it.settingFor(undefined, cwd)).toBe(setting)
    expect(it.settingOf({ extra: {}, cwd })).toBe(setting)
  })

  test('cannot be left by a session that asks for none', () => {
    expect(() => isolation({ [shop]: REQUIRE }).settingFor('off', shop)).toThrow(
      `isolation: the project ${shop} requires it`,
    )
  })

  test('is found by the link that names it', () => {
    expect(isolation({ [join(root, 'link')]: REQUIRE }).settingFor(undefined, shop)).toBe('require')
  })

  test('may be made after the host was started', () => {
    const later = join(root, 'later')
    expect(isolation({ [later]: REQUIRE }).settingFor(undefined, join(later, 'src'))).toBe('require')
  })

  test('may have a folder that does not', () => {
    const it = isolation({ [shop]: REQUIRE, [join(shop, 'docs')]: OFF })
    expect(it.settingFor(undefined, join(shop, 'docs'))).toBe('off')
    expect(it.settingFor(undefined, shop)).toBe('require')
  })
})

test('what the host requires, no project turns off', () => {
  const it = isolation({ [shop]: OFF }, 'require')
  expect(it.settingFor(undefined, shop)).toBe('require')
  expect(it.settingOf({ extra: {}, cwd: shop })).toBe('require')
  expect(() => it.settingFor('off', shop)).toThrow('this host requires it for every session')
})

test('a session that asked for isolation keeps it where nothing requires it', () => {
  const it = isolation({ [shop]: OFF })
  expect(it.settingFor('require', shop)).toBe('require')
  expect(it.settingOf({ extra: REQUIRE, cwd: shop })).toBe('require')
})
