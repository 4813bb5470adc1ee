import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Binary } from './find-binary.ts'
import { atLeast, parseVersion, readVersion } from './version.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-version-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** A binary that leaves a mark for each run. */
function put(script: string): Binary {
  const path = join(root, 'claude')
  writeFileSync(path, `#!/bin/sh\necho "$1 $$" >> '${root}/runs'\n${script}\n`)
  chmodSync(path, 0o755)
  return { path, command: path, args: [] }
}

function runs(): string[] {
  return readFileSync(join(root, 'runs'), 'utf8').trim().split('\n')
}

const claude = "echo '2.1.197 (Claude Code)'"

describe('readVersion', () => {
  test('R-SPAWN-5 runs --version once and keeps the answer', async () => {
    const binary = put(claude)
    const version = await readVersion(binary)
    expect(version).toEqual({ text: '2.1.197 (Claude Code)', parsed: [2, 1, 197] })
    expect(await readVersion(binary)).toBe(version)
    expect(runs()).toEqual([expect.stringMatching(/^--version /)])
  })

  test('those who ask meanwhile share one run, also through a link', async () => {
    const binary = put(`sleep 0.2; ${claude}`)
    const link = join(root, 'link')
    symlinkSync(binary.path, link)
    const linked: Binary = { path: link, command: link, args: [] }
    const all = await Promise.all([readVersion(binary), readVersion(linked), readVersion(binary)])
    expect(all.map(({ parsed }) => parsed)).toEqual([all[0]?.parsed, all[0]?.parsed, all[0]?.parsed])
    expect(runs()).toHaveLength(1)
  })

  test('a file that has changed is asked again', async () => {
    await readVersion(put(claude))
    const version = await readVersion(put('echo "2.1.325 (Claude Code) and more"'))
    expect(version.parsed).toEqual([2, 1, 325])
  })

  test('the arguments before come first, and the environment is the given one', async () => {
    const path = join(root, 'claude.mjs')
    writeFileSync(path, 'console.log(process.env.SAID, process.argv[2])')
    const binary = { path, command: process.execPath, args: [path] }
    expect(await readVersion(binary, { env: { SAID: '3.0.1' } })).toMatchObject({ text: '3.0.1 --version' })
  })

  test.each([
    ['prints no version', 'echo hello', /"hello" has no version number/],
    ['prints nothing', 'true', /"" has no version number/],
    ['fails', 'echo 2.1.197; exit 3', /exit code 3/],
    ['kills itself', 'kill -9 $$', /SIGKILL/],
  ])('a binary that %s has no version: a problem, no error', async (_, script, problem) => {
    const version = await readVersion(put(script))
    expect(version.parsed).toBeUndefined()
    expect(version.problem).toMatch(problem)
  })

  test('a missing binary is a problem, no error', async () => {
    const path = join(root, 'gone')
    expect((await readVersion({ path, command: path, args: [] })).problem).toMatch(/could not be run.*ENOENT/)
  })

  test('one that hangs is killed with what it started, and asked again the next time', async () => {
    const binary = put(`sleep 60 & echo "child $!" >> '${root}/runs'; wait`)
    const first = await hanging(binary, 2)
    expect(first.problem).toBe('--version gave no answer within 300 ms')
    const pids = runs().map((line) => Number(line.split(' ')[1]))
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isRunning)).toEqual([])
    await hanging(binary, 4)
    expect(runs()).toHaveLength(4)
  })

  test('one that floods is still read', async () => {
    const version = await readVersion(put(`${claude}; head -c 3000000 /dev/zero | tr '\\0' x`))
    expect(version.parsed).toEqual([2, 1, 197])
    expect(version.text.length).toBeLessThanOrEqual(4096)
  })
})

/** Asks it, and lets the time pass as soon as it has left so many marks: until then it may take as long as it takes. */
async function hanging(binary: Binary, marks: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = readVersion(binary, { timeoutMs: 300 })
    while (!existsSync(join(root, 'runs')) || runs().length < marks)
      await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(300)
    return await asked
  } finally {
    vi.useRealTimers()
  }
}

/** A killed process whose parent has not looked yet is a zombie: not running. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('versions compare by their numbers', () => {
  test.each([
    ['2.1.325', '2.1.300', true],
    ['2.1.300', '2.1.300', true],
    ['2.1.197', '2.1.300', false],
    ['2.2.0', '2.1.300', true],
    ['2.0.999', '2.1.0', false],
    ['10.0.0', '9.9.9', true],
    ['2.1.325-beta.1 (Claude Code)', '2.1.325', true],
    ['nothing', '0.0.1', false],
  ])('%s is at least %s: %s', (text, wanted, answer) => {
    expect(atLeast(parseVersion(text), wanted)).toBe(answer)
  })

  test('an unknown version is at least nothing, and a wanted one must be a version', () => {
    expect(atLeast(undefined, '0.0.1')).toBe(false)
    expect(() => atLeast(parseVersion('2.1.1'), 'latest')).toThrow(TypeError)
  })
})
