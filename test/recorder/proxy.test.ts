// Runs the built command, which the set-up made before the tests.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { fairlead, freshFolder, type Run, recordingIn, run, SIMULATOR } from './programs.ts'

const node = (script: string) => [process.execPath, '-e', script]
const record = (file: string, command: readonly string[], env?: NodeJS.ProcessEnv): Run =>
  fairlead(['record', '--out', file, '--', ...command], env)
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const fact = (file: string) => {
  const last = recordingIn(file).entries.at(-1)
  return last?.kind === 'fact' ? last.fact : undefined
}

test('bytes go through unchanged, whatever they are and however they are cut', async () => {
  const file = join(freshFolder(), 'bytes.ndjson')
  const bytes = randomBytes(3_000_000)
  const { child, outcome } = record(file, node('process.stdin.pipe(process.stdout)'))
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 13) % 90_001)
    child.stdin.write(bytes.subarray(at, at + Math.max(size, 1)))
  child.stdin.end()
  const { code, out, err } = await outcome
  expect({ code, err, size: out.length }).toEqual({ code: 0, err: '', size: bytes.length })
  expect(digest(out)).toBe(digest(bytes))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

/** Resolves with the number when it has stayed the same for a while. */
async function settled(read: () => number): Promise<number> {
  for (let last = read(), same = 0; ; last = read()) {
    await sleep(100)
    same = read() === last ? same + 1 : 0
    if (same === 5) return last
  }
}

test('a host that does not read holds the CLI up', async () => {
  // Writes 40 MB, and says on stderr how much of it is gone whenever that has grown.
  const script = `
    let sent = 0
    const more = () => { while (sent < 4e7) { sent += 65536; if (!process.stdout.write(Buffer.alloc(65536, 120))) break } }
    process.stdout.on('drain', more)
    let told = 0
    setInterval(() => { if (sent !== told) { told = sent; process.stderr.write(sent + '\\n') } else if (sent >= 4e7) process.exit() }, 20)
    more()`
  const { child, outcome } = record(join(freshFolder(), 'x.ndjson'), node(script))
  child.stdout.pause()
  let told = 0
  child.stderr.on('data', (text) => {
    told = Number(String(text).trim().split('\n').at(-1))
  })
  await vi.waitFor(() => expect(told).toBeGreaterThan(0), { timeout: 90_000 })
  expect(await settled(() => told)).toBeLessThan(5_000_000)
  child.stdout.resume()
  const { code, out } = await outcome
  expect({ code, isAll: out.length >= 40_000_000 }).toEqual({ code: 0, isAll: true })
})

test('a CLI that does not read holds its host up', async () => {
  const { child, outcome, printed } = record(join(freshFolder(), 'x.ndjson'), [
    ...['/bin/sh', '-c', 'echo up; exec sleep 600'],
  ])
  await printed('up')
  for (let i = 0; i < 40; i++) child.stdin.write(Buffer.alloc(1_000_000, 120))
  expect(await settled(() => child.stdin.writableLength)).toBeGreaterThan(30_000_000)
  child.kill('SIGTERM')
  expect((await outcome).signal).toBe('SIGTERM')
})

test('a part of a line is there at once, with nothing added', async () => {
  const file = join(freshFolder(), 'part.ndjson')
  const { child, outcome, printed } = record(
    file,
    node('process.stdin.on("data", (it) => process.stdout.write(it))'),
  )
  child.stdin.write('no line end')
  await printed('no line end')
  child.stdin.end()
  expect((await outcome).out.toString()).toBe('no line end')
  const lines = recordingIn(file).entries.filter((entry) => 'line' in entry)
  expect(lines).toMatchObject([
    { kind: 'in', line: 'no line end', cut: true },
    { kind: 'out', line: 'no line end', cut: true },
  ])
})

test('exit codes, stderr and arguments are those of the CLI', async () => {
  const file = join(freshFolder(), 'exit.ndjson')
  const script = 'console.error(process.argv.slice(1).join("|")); process.exit(7)'
  const { code, err, out } = await record(file, [...node(script), '--', '--version', '', "it's", '--out'])
    .outcome
  expect({ code, err, out: out.toString() }).toEqual({ code: 7, err: "--version||it's|--out\n", out: '' })
  expect(fact(file)).toMatchObject({ kind: 'process-exited', exitCode: 7, signal: null })
  expect(recordingIn(file).header).toMatchObject({
    agent: process.execPath,
    argv: expect.arrayContaining(["it's"]),
  })
  expect(JSON.stringify(recordingIn(file).header)).not.toContain('PATH')
})

test('signals reach the CLI, and its death by one is seen', async () => {
  const file = join(freshFolder(), 'signal.ndjson')
  const polite = record(
    file,
    node('process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1e6); console.log("up")'),
  )
  await polite.printed('up')
  polite.child.kill('SIGTERM')
  expect(await polite.outcome).toMatchObject({ code: 3, signal: null })
  expect(recordingIn(file).entries).toContainEqual(
    expect.objectContaining({ kind: 'signal', signal: 'SIGTERM' }),
  )

  const other = join(freshFolder(), 'signal.ndjson')
  const plain = record(other, node('setInterval(() => {}, 1e6); console.log("up")'))
  await plain.printed('up')
  plain.child.kill('SIGINT')
  expect(await plain.outcome).toMatchObject({ code: null, signal: 'SIGINT' })

  const suicide = record(join(freshFolder(), 'x.ndjson'), node('process.kill(process.pid, "SIGKILL")'))
  expect(await suicide.outcome).toMatchObject({ code: null, signal: 'SIGKILL' })
})

test('a CLI that closes its output, or its input, is seen to do so while it lives', async () => {
  const closes = record(join(freshFolder(), 'x.ndjson'), [
    ...['/bin/sh', '-c', 'echo last; exec >&-; read answer; exit 4'],
  ])
  const ended = new Promise((resolve) => closes.child.stdout.once('end', resolve))
  await ended
  expect(closes.child.exitCode).toBeNull()
  closes.child.stdin.write('go on\n')
  expect(await closes.outcome).toMatchObject({ code: 4 })

  const deaf = record(join(freshFolder(), 'y.ndjson'), [
    '/bin/sh',
    '-c',
    'exec <&-; echo deaf; exec sleep 600',
  ])
  await deaf.printed('deaf')
  const refused = new Promise((resolve) => deaf.child.stdin.once('error', resolve))
  deaf.child.stdin.write('x'.repeat(100_000))
  const timer = setInterval(() => deaf.child.stdin.write('x'.repeat(100_000)), 20)
  await refused
  clearInterval(timer)
  deaf.child.kill('SIGTERM')
  expect(await deaf.outcome).toMatchObject({ signal: 'SIGTERM' })
})

test('what the CLI leaves running does not keep it from ending', async () => {
  const { code, out } = await record(join(freshFolder(), 'x.ndjson'), [
    '/bin/sh',
    '-c',
    'sleep 20 & echo over; exit 5',
  ]).outcome
  expect({ code, out: out.toString() }).toEqual({ code: 5, out: 'over\n' })
})

test('a disk that refuses is told once, and the session goes on', async () => {
  const script =
    'let n = 0; const t = setInterval(() => { console.log(++n); if (n === 20) { clearInterval(t) } }, 5)'
  const full = await record('/dev/full', node(script)).outcome
  expect(full.out.toString().trim().split('\n')).toHaveLength(20)
  expect(full.code).toBe(0)
  expect(full.err.match(/not recorded any further: ENOSPC/g)).toHaveLength(1)

  const nowhere = await record('/nowhere/at/all.ndjson', node('console.log("still here")')).outcome
  expect(nowhere).toMatchObject({ code: 0, err: expect.stringContaining('ENOENT') })
  expect(nowhere.out.toString()).toBe('still here\n')
})

test('a file that exists is left as it is; a folder gets a file for each run', async () => {
  const folder = freshFolder()
  const file = join(folder, 'mine.ndjson')
  writeFileSync(file, 'precious')
  await record(file, node('')).outcome
  expect(readdirSync(folder).sort()).toEqual(['mine.2.ndjson', 'mine.ndjson'])
  expect(statSync(file).size).toBe(8)
  const many = join(folder, 'many')
  mkdirSync(many)
  await record(many, node('')).outcome
  await fairlead(['record', '--', ...node('')], { FAIRLEAD_RECORD: many }).outcome
  expect(readdirSync(many)).toHaveLength(2)
  await fairlead(['record', '--', ...node('')], { FAIRLEAD_HOME: join(folder, 'data') }).outcome
  expect(readdirSync(join(folder, 'data', 'recordings'))).toHaveLength(1)
})

test('a recorder that is killed leaves what it has written', async () => {
  const file = join(freshFolder(), 'killed.ndjson')
  const { child, outcome, printed } = record(file, node('process.stdin.pipe(process.stdout)'))
  child.stdin.write('{"type":"keep_alive"}\n')
  await printed('keep_alive')
  await expect.poll(() => recordingIn(file).entries).toHaveLength(3)
  child.kill('SIGKILL')
  expect((await outcome).signal).toBe('SIGKILL')
  expect(recordingIn(file)).toMatchObject({ problems: [], entries: [{}, { kind: 'in' }, { kind: 'out' }] })
})

test('what cannot be started is told, with the exit code of a shell', async () => {
  const file = join(freshFolder(), 'x.ndjson')
  expect(await record(file, ['no-such-program']).outcome).toMatchObject({
    code: 127,
    err: expect.stringContaining('no-such-program'),
  })
  const script = join(freshFolder(), 'bad')
  writeFileSync(script, '#!/no/such/interpreter\n', { mode: 0o755 })
  expect(await record(file, [script]).outcome).toMatchObject({
    code: 127,
    err: expect.stringContaining('could not be started'),
  })
  expect((await fairlead(['record']).outcome).code).toBe(2)
  expect(existsSync(join(file, '..', 'no-such-program'))).toBe(false)
})

test('a wrapper stands for a claude: it takes any arguments, and records each run', async () => {
  const folder = freshFolder()
  const wrapper = join(folder, "claude's wrapper")
  const made = await fairlead([
    'record',
    '--make-wrapper',
    wrapper,
    '--out',
    `${folder}/runs/`,
    '--',
    SIMULATOR,
  ]).outcome
  expect(made).toMatchObject({ code: 0, err: '' })
  const { code, out, err } = await run(wrapper, ['--version']).outcome
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.toString()).toMatch(/^\d+\.\d+\.\d+ \(Claude Code\)\n$/)
  await run(wrapper, ['--help']).outcome
  expect(readdirSync(join(folder, 'runs'))).toHaveLength(2)
  expect((await fairlead(['record', '--make-wrapper', wrapper, '--', SIMULATOR]).outcome).code).toBe(1)
})
