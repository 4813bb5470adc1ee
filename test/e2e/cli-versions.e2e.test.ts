import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type AnyVersion,
  claudeBinary,
  claudeOutput,
  claudeVersions,
  OLD_VERSION,
  withFreshHome,
} from './claude-binaries.ts'

const versions = [OLD_VERSION, ...Object.keys(claudeVersions)] as AnyVersion[]
test.each(versions)('the installed CLI %s says so', async (version) => {
  expect(await claudeOutput(version, ['--version'])).toBe(`${version} (Claude Code)\n`)
})

test('a CLI that is not installed for the platform is said to be missing', () => {
  expect(() => claudeBinary('2.1.325', 'plan9-mips')).toThrow(/2\.1\.325 is not installed for plan9-mips/)
})

test('a home is fresh for each use and gone after it, also when the use fails', async () => {
  const homes: string[] = []
  const use = withFreshHome(async (env) => {
    homes.push(env.HOME ?? '')
    expect(existsSync(env.HOME ?? '')).toBe(true)
    throw new Error('the use failed')
  })
  await expect(use).rejects.toThrow('the use failed')
  await withFreshHome(async (env) => void homes.push(env.HOME ?? ''))
  expect(new Set(homes).size).toBe(2)
  expect(homes.some((home) => existsSync(home))).toBe(false)
})
