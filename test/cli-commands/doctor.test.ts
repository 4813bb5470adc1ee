import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { call, freshFolder, simulator } from './fairlead.ts'

interface Report {
  readonly works: boolean
  readonly findings: readonly Finding[]
}
const report = (out: string) => JSON.parse(out) as Report
const states = ({ findings }: Report) => findings.map(({ check, state }) => [check, state])

/** An executable that runs the simulator with this environment. */
function agentIn(folder: string, env: string, name = 'claude'): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${env} exec '${process.execPath}' '${simulator}' "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

test('the simulator can work', async () => {
  const { code, out, err } = await call(['doctor', '--agent', 'sim'])
  expect(err).toBe('')
  expect(out).toMatch(/ok {4}Node \d/)
  expect(out).toContain('version 2.1.325 (Claude Code), known')
  expect(out).toMatch(/answers initialize after \d+\.\d s/)
  expect(out).toContain('It can work.')
  expect(code).toBe(0)
})

test('without a claude it lists where it looked, with a remedy and exit code 1', async () => {
  const { code, out } = await call(['doctor'])
  expect(out).toContain('FAIL  no claude was found')
  expect(out).toContain('/nowhere/claude (PATH): does not exist')
  expect(out).toContain('--agent sim')
  expect(code).toBe(1)
})

test('the login is what the CLI reports: none is a problem, a key is not', async () => {
  const folder = freshFolder()
  const args = ['doctor', '--json', '--agent', agentIn(folder, '')]
  const without = await call(args)
  expect(without.code).toBe(1)
  expect(report(without.out).works).toBe(false)
  expect(states(report(without.out))).toEqual([
    ['node', 'ok'],
    ['agent', 'ok'],
    ['version', 'ok'],
    ['initialize', 'ok'],
    ['login', 'problem'],
  ])
  const withKey = await call(args, { env: { ANTHROPIC_API_KEY: 'sk-ant-secret' } })
  expect(withKey.code).toBe(0)
  expect(report(withKey.out).findings.at(-1)?.text).toBe('logged in: API key (ANTHROPIC_API_KEY)')
  expect(withKey.out).not.toContain('sk-ant-secret')
})

test('other claudes in PATH are told', async () => {
  const [first, second] = [freshFolder(), freshFolder()]
  agentIn(first, '')
  agentIn(second, '')
  const { out } = await call(['doctor'], { env: { PATH: `${first}:${second}` } })
  expect(out).toContain(`note  agent ${join(first, 'claude')}; 1 more`)
  expect(out).toContain(`${join(second, 'claude')} (PATH): is there`)
})

test('an agent that does not answer is a problem, with what it said', async () => {
  const folder = freshFolder()
  const path = join(folder, 'claude')
  writeFileSync(path, '#!/bin/sh\n[ "$1" = --version ] && echo 2.1.300 && exit\necho broken >&2\nexit 3\n')
  chmodSync(path, 0o755)
  const { code, out } = await call(['doctor', '--agent', path])
  expect(out).toContain('note  version 2.1.300; Fairlead was measured with 2.1.197 and 2.1.325')
  expect(out).toMatch(/FAIL {2}does not answer initialize: .*code 3.*broken/)
  expect(code).toBe(1)
})
