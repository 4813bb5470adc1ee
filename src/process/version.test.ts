import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Binary } from './find-binary.ts'
import { atLeast, parseVersion, readVersion, versionReported } from './version.ts'

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

describe('a program that has its own version', () => {
  /** It need not run itself: what is known of it depends on its file alone. */
  function putNative(version: string): Binary {
    const path = join(root, 'claude')
    writeFileSync(path, `\x7fELF ${version}`)
    return nativeAt(path, version)
  }
  function nativeAt(path: string, version: string): Binary {
    const script = `echo "--version $$" >> '${root}/runs'; echo '${version} (Claude Code)'`
    return { path, command: '/bin/sh', args: ['-c', script] }
  }
  /** What a program does that has just been started. */
  async function newProgram() {
    vi.resetModules()
    return import('./version.ts')
  }
  const folder = () => join(root, 'cache')

  test('is run once for all programs', async () => {
    const binary = putNative('2.1.325')
    const { readVersion } = await newProgram()
    const version = await readVersion(binary, { folder: folder() })
    const later = await newProgram()
    expect(await later.readVersion(binary, { folder: folder() })).toEqual(version)
    expect(runs()).toHaveLength(1)
  })

  test('is run again once it was replaced, under its name or in place', async () => {
    const { readVersion } = await newProgram()
    await readVersion(putNative('2.1.197'), { folder: folder() })
    const next = join(root, 'next')
    writeFileSync(next, '\x7fELF 2.1.200')
    renameSync(next, join(root, 'claude'))
    const renamed = nativeAt(join(root, 'claude'), '2.1.200')
    expect(await readVersion(renamed, { folder: folder() })).toMatchObject({ parsed: [2, 1, 200] })
    const inPlace = putNative('2.1.3250')
    const later = await newProgram()
    expect(await later.readVersion(inPlace, { folder: folder() })).toMatchObject({ parsed: [2, 1, 3250] })
    expect(runs()).toHaveLength(3)
  })

  test('is found through a link, and through the same link another one', async () => {
    const link = join(root, 'bin')
    for (const version of ['2.1.197', '2.1.325', '2.1.197']) {
      writeFileSync(join(root, version), `\x7fELF ${version}`, { flag: 'a' })
      rmSync(link, { force: true })
      symlinkSync(join(root, version), link)
      const { readVersion } = await newProgram()
      const { parsed } = await readVersion(nativeAt(link, version), { folder: folder() })
      expect(parsed?.join('.')).toBe(version)
    }
  })

  test('is not run at all in its npm package', async () => {
    const name = '@anthropic-ai/claude-code-linux-x64'
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name, version: '2.1.197' }))
    const { readVersion } = await newProgram()
    const version = await readVersion(putNative('never'), { folder: folder() })
    expect(version).toEqual({ text: '2.1.197 (Claude Code)', parsed: [2, 1, 197] })
    expect(existsSync(join(root, 'runs'))).toBe(false)
  })

  test('is run where it must be, whatever is known', async () => {
    const binary = putNative('2.1.325')
    const { readVersion } = await newProgram()
    await readVersion(binary, { folder: folder() })
    await readVersion(binary, { folder: folder(), mustRun: true })
    expect(runs()).toHaveLength(2)
  })

  test('works where nothing can be kept', async () => {
    const { readVersion } = await newProgram()
    const version = await readVersion(putNative('2.1.325'), { folder: '/dev/null/cache' })
    expect(version.parsed).toEqual([2, 1, 325])
  })

  test('that reports another version later is run each time from then on, in every program', async () => {
    const { readVersion, versionReported } = await newProgram()
    const used = await readVersion(putNative('2.1.197'), { folder: folder() })
    versionReported(used, '2.1.197')
    versionReported(used, undefined)
    versionReported(used, 'unknown')
    expect(await readVersion(putAgain('2.1.197'), { folder: folder() })).toBe(used)
    versionReported(used, '2.1.325')
    for (const program of [{ readVersion }, await newProgram(), await newProgram()]) {
      const version = await program.readVersion(putAgain('2.1.325'), { folder: folder() })
      expect(version.parsed).toEqual([2, 1, 325])
    }
    expect(runs()).toHaveLength(4)
  })
  /** The same file; what it starts has changed. */
  const putAgain = (version: string) => nativeAt(join(root, 'claude'), version)
})

describe('a script may start another program each time', () => {
  const folder = () => join(root, 'cache')
  function wrapper(): { binary: Binary; pointTo(version: string): void } {
    const binary = put(`exec cat '${root}/target'`)
    return { binary, pointTo: (version) => writeFileSync(join(root, 'target'), version) }
  }

  test('so that other programs do not rely on what one has read', async () => {
    const { binary, pointTo } = wrapper()
    pointTo('2.1.197')
    await readVersion(binary, { folder: folder() })
    expect(existsSync(folder())).toBe(false)
    pointTo('2.1.325')
    vi.resetModules()
    const later = await import('./version.ts')
    expect(await later.readVersion(binary, { folder: folder() })).toMatchObject({ parsed: [2, 1, 325] })
  })

  test('so that its answer is kept for sessions that start together, and no longer', async () => {
    const { binary, pointTo } = wrapper()
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    pointTo('2.1.197')
    await readVersion(binary)
    pointTo('2.1.325')
    vi.advanceTimersByTime(9000)
    expect(await readVersion(binary)).toMatchObject({ parsed: [2, 1, 197] })
    vi.advanceTimersByTime(1000)
    expect(await readVersion(binary)).toMatchObject({ parsed: [2, 1, 325] })
  })

  test('so that a report of another version counts at once', async () => {
    const { binary, pointTo } = wrapper()
    pointTo('2.1.197')
    const used = await readVersion(binary)
    pointTo('2.1.325')
    versionReported(used, '2.1.325')
    expect(await readVersion(binary)).toMatchObject({ parsed: [2, 1, 325] })
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
