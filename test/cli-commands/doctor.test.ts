import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkDataFolder } from '../../src/cli/doctor/data-folder.ts'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { checkFifos, checkFileHandles } from '../../src/cli/doctor/system.ts'
import { checkStorage } from '../../src/cli/host/journal-check.ts'
import { SIM_VERSIONS } from '../../src/simulator/agent/version.ts'
import { whyNotIsolated } from '../process/isolation.ts'
import { call, freshFolder, simulator } from './fairlead.ts'

interface Report {
  readonly works: boolean
  readonly findings: readonly Finding[]
}
const report = (out: string) => JSON.parse(out) as Report
const states = ({ findings }: Report) => findings.map(({ check, state }) => [check, state])

/** That of a server that has ended: nobody else gets it so soon. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** An executable that runs the simulator with this environment. */
function agentIn(folder: string, env: string, name = 'claude'): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${env} exec '${process.execPath}' '${simulator}' "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

test('the simulator can work', async () => {
  const env = { FAIRLEAD_PORT: String(await freePort()) }
  const { code, out, err } = await call(['doctor', '--agent', 'sim'], { env })
  expect(err).toBe('')
  expect(out).toMatch(/ok {4}Node \d/)
  expect(out).toContain('version 2.1.325 (Claude Code), known')
  expect(out).toMatch(/responds to initialize after \d+\.\d s/)
  expect(out).toContain('Fairlead can run here.')
  expect(code).toBe(0)
})

test('without a claude it lists where it looked, with a remedy and exit code 1', async () => {
  const { code, out } = await call(['doctor'])
  expect(out).toContain('FAIL  Claude Code is not installed')
  expect(out).toContain('/nowhere/claude (PATH): does not exist')
  expect(out).toContain('--agent sim')
  expect(code).toBe(1)
})

test('the login is what the CLI reports: none is a problem, a key is not', async () => {
  const folder = freshFolder()
  const args = ['doctor', '--json', '--agent', agentIn(folder, '')]
  const env = { FAIRLEAD_PORT: String(await freePort()), PATH: process.env.PATH }
  const without = await call(args, { env })
  expect(without.code).toBe(1)
  expect(report(without.out).works).toBe(false)
  expect(states(report(without.out))).toEqual([
    ['node', 'ok'],
    ['storage', 'ok'],
    ['data-folder', 'ok'],
    ['fifos', 'ok'],
    ['file-handles', 'ok'],
    ['isolation', whyNotIsolated === undefined && process.getuid?.() !== 0 ? 'ok' : 'note'],
    ['port', 'ok'],
    ['agent', 'ok'],
    ['version', 'ok'],
    ['initialize', 'ok'],
    ['login', 'problem'],
  ])
  const withKey = await call(args, { env: { ...env, ANTHROPIC_API_KEY: 'sk-ant-secret' } })
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
  expect(out).toContain(`note  version 2.1.300; Fairlead is tested with ${SIM_VERSIONS.join(' and ')}`)
  expect(out).toMatch(/FAIL {2}does not respond to initialize: .*code 3.*broken/)
  expect(code).toBe(1)
})

const finding = (out: string, check: string) =>
  report(out).findings.find((it) => it.check === check) as Finding

describe('the data folder', () => {
  const inspect = async (env: NodeJS.ProcessEnv, folder?: string) => {
    const port = { FAIRLEAD_PORT: String(await freePort()) }
    const { code, out } = await call(['doctor', '--agent', 'sim', '--json'], {
      env: { ...port, ...env },
      ...(folder !== undefined && { folder }),
    })
    return { code, found: finding(out, 'data-folder') }
  }

  test('will be made where there is none; the doctor makes none', async () => {
    const home = freshFolder()
    const { code, found } = await inspect({ FAIRLEAD_HOME: join(home, 'a', 'b') })
    expect(found).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/\(will be created\), \d+ [GM]B free$/),
      facts: { folder: join(home, 'a', 'b'), exists: false, free: expect.any(Number) },
    })
    expect(readdirSync(home)).toEqual([])
    expect(code).toBe(0)
  })

  test('that is private is fine, and one that others can read is worth a note', async () => {
    const folder = join(freshFolder(), 'data')
    mkdirSync(folder, { mode: 0o700 })
    expect((await inspect({ FAIRLEAD_HOME: folder })).found).toMatchObject({
      state: 'ok',
      facts: { exists: true, mode: '700' },
    })
    chmodSync(folder, 0o750)
    const { code, found } = await inspect({ FAIRLEAD_HOME: folder })
    expect(found).toMatchObject({ state: 'note', remedy: `chmod 700 '${folder}'`, facts: { mode: '750' } })
    expect(readdirSync(folder)).toEqual([])
    expect(code).toBe(0)
  })

  test('that cannot be made is a problem', async () => {
    const file = join(freshFolder(), 'file')
    writeFileSync(file, '')
    const { code, found } = await inspect({ FAIRLEAD_HOME: join(file, 'data') })
    expect(found).toMatchObject({ state: 'problem', remedy: expect.stringContaining('FAIRLEAD_HOME') })
    expect(found.text).toContain(`${file} is not a folder`)
    expect(code).toBe(1)
  })

  test.each([
    [10, 'problem'],
    [100, 'note'],
    [900, 'ok'],
  ])('with %i MB free: %s', async (megabytes, state) => {
    const env = { FAIRLEAD_HOME: join(freshFolder(), 'data') }
    const found = await checkDataFolder(env, async () => ({
      freeBytes: megabytes * 1024 * 1024,
      totalBytes: 1024 ** 4,
    }))
    expect(found).toMatchObject({ state, text: expect.stringContaining(`, ${megabytes} MB free`) })
  })
})

describe('the storage', () => {
  test('is told with its driver', async () => {
    const { out } = await call(['doctor', '--agent', 'sim', '--json'])
    expect(finding(out, 'storage')).toMatchObject({
      state: 'ok',
      facts: { driver: expect.stringMatching(/^(node:sqlite|libsql)$/), fullTextSearch: true },
    })
  })

  test('that cannot be had is a problem, with what was tried', () => {
    expect(checkStorage({ FAIRLEAD_SQLITE: 'none' })).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('node:sqlite or libsql'),
      details: expect.arrayContaining([expect.stringMatching(/^libsql: /)]),
    })
  })
})

test.each([
  [40, 'problem', 'about 0 running sessions'],
  [256, 'note', 'about 32 running sessions'],
  [1024, 'ok', 'about 160 running sessions'],
  [Number.POSITIVE_INFINITY, 'ok', 'no limit'],
])('with %i file handles: %s', async (handles, state, text) => {
  expect(await checkFileHandles(async () => handles)).toMatchObject({
    state,
    text: expect.stringContaining(text),
  })
})

test('a folder without FIFOs is worth a note', async () => {
  expect(await checkFifos('/proc')).toMatchObject({
    check: 'fifos',
    state: 'note',
    text: expect.stringContaining('sessions end with the host'),
  })
})

describe('the port', () => {
  /** What is found where this answers. */
  async function answering(answer: (response: ServerResponse) => void) {
    const server = createServer((_, response) => answer(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const env = { FAIRLEAD_PORT: String((server.address() as AddressInfo).port) }
    const { code, out } = await call(['doctor', '--agent', 'sim', '--json'], { env })
    return { code, found: finding(out, 'port') }
  }

  test('of a host that runs is no problem', async () => {
    const { code, found } = await answering((response) =>
      response.end('{"name":"fairlead","version":"0.7.0"}'),
    )
    expect(found).toMatchObject({ state: 'ok', facts: { state: 'fairlead', version: '0.7.0' } })
    expect(code).toBe(0)
  })

  test.each([
    ['answers otherwise', (response: ServerResponse) => response.end('<html>')],
    ['answers with other JSON', (response: ServerResponse) => response.end('{"ok":true}')],
    ['does not answer', () => {}],
  ])('of a program that %s is a problem', async (_, answer) => {
    const { code, found } = await answering(answer)
    expect(found).toMatchObject({
      state: 'problem',
      text: expect.stringMatching(/^port \d+ is used by another program$/),
      remedy: expect.stringContaining('FAIRLEAD_PORT'),
    })
    expect(code).toBe(1)
  })

  test('must be one', async () => {
    const { code, out } = await call(['doctor', '--agent', 'sim', '--json'], {
      env: { FAIRLEAD_PORT: '80x' },
    })
    expect(finding(out, 'port')).toMatchObject({
      state: 'problem',
      text: 'FAIRLEAD_PORT is "80x", which is not a port',
    })
    expect(code).toBe(1)
  })
})
