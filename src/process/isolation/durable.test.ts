/** Durable processes that are isolated: what holds for others holds for them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ECHO, gone, isAlive, program } from '../../../test/process/children.ts'
import { collectDurable, pidsIn, sessionFolder, startNode } from '../../../test/process/durable-children.ts'
import { DurableHosts } from '../../../test/process/durable-hosts.ts'
import { isolationOf, whyNotIsolated } from '../../../test/process/isolation.ts'
import { descendantsOf } from '../descendants.ts'
import { startDurable } from '../durable/start.ts'
import { spawnPipes } from '../pipe-transport.ts'
import { residentMemory } from '../resident-memory.ts'

const DEAF = program(`setInterval(() => {}, 1000); console.log('{}')`)

async function startIsolated(args: readonly string[], more: object = {}) {
  const folder = sessionFolder()
  const transport = await startNode(args, { folder, isolation: await isolationOf(folder), ...more })
  return { folder, transport, ...collectDurable(transport) }
}
const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

describe.skipIf(whyNotIsolated)('an isolated process', () => {
  test('reads its lines and writes its output although the folder of both is hidden from it', async () => {
    const code = `
      const fs = require('node:fs')
      process.stdin.on('data', (line) => console.log(JSON.stringify([String(line).trim(), fs.readdirSync(process.argv[1])])))`
    const folder = sessionFolder()
    const isolation = await isolationOf(folder)
    const transport = await startNode([...program(code), dirname(folder)], { folder, isolation })
    const { lines, ended, has } = collectDurable(transport)
    await transport.send('{}\n')
    await has(1)
    expect(lines).toEqual(['["{}",[]]'])
    transport.endInput()
    expect(await ended).toEqual({ cause: 'exit', exitCode: 0, signal: null, stderr: '' })
  })

  test('its pid is that of the program, not of bubblewrap, with its memory', async () => {
    const { transport, has } = await startIsolated(DEAF)
    await has(1)
    const pid = transport.pid ?? 0
    expect(commandOf(pid)).toMatch(new RegExp(`^${process.execPath}`))
    expect(await residentMemory(pid)).toBeGreaterThan(20_000_000)
    expect(transport.isIsolated).toBe(true)
    await transport.close()
  })

  test('tells its exit code, and the end of stderr', async () => {
    const { ended } = await startIsolated(program(`console.error('the reason'); process.exit(3)`))
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 3, signal: null, stderr: 'the reason' })
  })

  test('tells the signal that ended it', async () => {
    const { ended } = await startIsolated(
      program(`process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)`),
    )
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: null, signal: 'SIGSEGV' })
  })

  test('gets SIGINT, and goes on', async () => {
    const { transport, lines, has } = await startIsolated(
      program(
        `process.on('SIGINT', () => console.log('"stopped"')); setInterval(() => {}, 1000); console.log('{}')`,
      ),
    )
    await has(1)
    transport.signal('SIGINT')
    await has(2)
    expect(lines).toEqual(['{}', '"stopped"'])
    expect(transport.isAlive).toBe(true)
    await transport.close()
  })

  test('is closed by the end of its input, by SIGTERM, by SIGKILL', async () => {
    const polite = await startIsolated(ECHO)
    expect(await polite.transport.close()).toMatchObject({ cause: 'close', exitCode: 0, signal: null })
    const deaf = await startIsolated(DEAF, { waits: { afterEndOfInput: 20 } })
    await deaf.has(1)
    expect(await deaf.transport.close()).toMatchObject({ cause: 'close', signal: 'SIGTERM' })
    const stubborn = await startIsolated(
      program(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('{}')`),
      { waits: { afterEndOfInput: 20, afterSigterm: 20 } },
    )
    await stubborn.has(1)
    expect(await stubborn.transport.close()).toMatchObject({ cause: 'close', signal: 'SIGKILL' })
  })

  test('takes along all that it started, also when it ends by itself', async () => {
    const code = `
      require('node:child_process').spawn('setsid', ['sleep', '600'], { detached: true, stdio: 'ignore' }).unref()
      console.log('{}')
      process.stdin.on('data', () => process.exit(0))`
    const { folder, transport, has, ended } = await startIsolated(program(code))
    await has(1)
    const all = () => descendantsOf(pidsIn(folder).cli)
    await expect.poll(() => all().some(({ pid }) => commandOf(pid).startsWith('sleep'))).toBe(true)
    const pids = all().map(({ pid }) => pid)
    await transport.send('{}\n')
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 0 })
    await Promise.all(pids.map(gone))
  })

  test('does not go on unseen when bubblewrap is killed', async () => {
    const { folder, transport, has, ended } = await startIsolated(DEAF)
    await has(1)
    const pid = transport.pid ?? 0
    process.kill(pidsIn(folder).cli, 'SIGKILL')
    expect(await ended).toMatchObject({ cause: 'exit', signal: 'SIGKILL' })
    await gone(pid)
  })

  test('outlives its host, and the next one signals the program itself', async () => {
    const code = `
      process.on('SIGINT', () => console.log('"stopped"'))
      process.stdin.on('data', (line) => console.log(JSON.stringify(String(line).trim())))`
    const isolation = await isolationOf(sessionFolder())
    const hosts = await DurableHosts.make({
      command: process.execPath,
      args: program(code),
      cwd: process.cwd(),
      isolation,
    })
    onTestFinished(() => hosts.end())
    const first = await hosts.next()
    hosts.send('one')
    await expect.poll(() => hosts.lines).toEqual(['"one"'])
    await hosts.kill()
    expect(await hosts.next()).toBe(first)
    expect(commandOf(first)).toMatch(new RegExp(`^${process.execPath}`))
    hosts.send('two')
    await expect.poll(() => hosts.lines).toEqual(['"one"', '"two"'])
  })

  test('what cannot be started leaves no files', async () => {
    const folder = sessionFolder()
    const isolation = await isolationOf(folder)
    const started = startDurable({
      folder,
      generation: 1,
      command: process.execPath,
      args: ECHO,
      cwd: dirname(folder),
      env: process.env,
      isolation,
    })
    await expect(started).rejects.toThrow(/working directory .* is hidden from an isolated session/)
    expect(existsSync(join(folder, '1.stdout'))).toBe(false)
  })

  test('gets none of the files that the host was started with', async () => {
    const folder = sessionFolder()
    const secret = join(dirname(folder), 'token')
    const isolation = await isolationOf(folder)
    writeFileSync(secret, 'secret')
    const look = `
      const fs = require('node:fs')
      const open = fs.readdirSync('/proc/self/fd').map((fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd) } catch { return '' } })
      console.log(JSON.stringify(open))`
    const hosts = await DurableHosts.make(
      { command: process.execPath, args: program(look), cwd: process.cwd(), isolation },
      process.env,
      // As a shell or an editor may leave them open; the last two are beyond those that Node closes by itself.
      { 5: secret, 40: '/', 41: secret },
    )
    onTestFinished(() => hosts.end())
    await hosts.next()
    await expect.poll(() => hosts.lines.length).toBe(1)
    const open = JSON.parse(hosts.lines[0] as string) as string[]
    expect(open.filter((path) => path === '/' || path === secret)).toEqual([])
  })

  test('on pipes too: it sees nothing, gets SIGINT, and tells how it ended', async () => {
    const folder = sessionFolder()
    const isolation = await isolationOf(folder)
    const code = `
      process.on('SIGINT', () => process.kill(process.pid, 'SIGSEGV'))
      console.log(JSON.stringify(require('node:fs').readdirSync(process.argv[1])))
      setInterval(() => {}, 1000)`
    const transport = spawnPipes({
      command: process.execPath,
      args: [...program(code), dirname(folder)],
      cwd: process.cwd(),
      env: process.env,
      isolation,
    })
    const ended = new Promise((closed) => {
      transport.start({
        lines: (batch) => {
          expect(batch).toEqual(['[]'])
          expect(isAlive(transport.pid ?? 0)).toBe(true)
          transport.signal('SIGINT')
        },
        closed,
      })
    })
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: null, signal: 'SIGSEGV' })
  })
})
