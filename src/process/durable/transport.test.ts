import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ECHO, gone, isAlive, program } from '../../../test/process/children.ts'
import { collectDurable, pidsIn, sessionFolder, startNode } from '../../../test/process/durable-children.ts'
import { spawnPipes } from '../pipe-transport.ts'
import { durableFiles, readExit } from './files.ts'

const DEAF = program(`setInterval(() => {}, 1000); console.log('{}')`)
/** Says how long each line is, and what it begins and ends with. */
const MEASURE = program(`
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    console.log(JSON.stringify([line.length, line[0], line.at(-1), new Set(line).size]))
  })`)

describe('lines', () => {
  test('R-SPAWN-7 go into a FIFO and come out of a plain file, whole, in order, with their places', async () => {
    const folder = sessionFolder()
    const transport = await startNode(ECHO, { folder })
    const { lines, ends, ended, has } = collectDurable(transport)
    await Promise.all([transport.send('{"a":1}\n'), transport.send('{"b":"é"}\n')])
    await has(2)
    expect(lines).toEqual(['{"a":1}', '{"b":"é"}'])
    expect(ends).toEqual([8, 19])
    expect(transport.offset).toBe(19)
    const files = durableFiles(folder, 1)
    expect(statSync(files.stdin).isFIFO()).toBe(true)
    expect(statSync(files.stdout).isFile()).toBe(true)
    expect(readFileSync(files.stdout, 'utf8')).toBe('{"a":1}\n{"b":"é"}\n')
    transport.endInput()
    expect(await ended).toEqual({ cause: 'exit', exitCode: 0, signal: null, stderr: '' })
  })
  test('no other user can read them', async () => {
    const folder = sessionFolder()
    const transport = await startNode(ECHO, { folder })
    const { ended } = collectDurable(transport)
    transport.endInput()
    await ended
    const mode = (path: string) => statSync(path).mode & 0o777
    const { stdin, stdout, stderr, record, exit } = durableFiles(folder, 1)
    expect(mode(folder)).toBe(0o700)
    expect([stdin, stdout, stderr, record, exit].map(mode)).toEqual([0o600, 0o600, 0o600, 0o600, 0o600])
  })
  test('the last line needs no line end', async () => {
    const { lines, ends, ended } = collectDurable(
      await startNode(program(`process.stdout.write('{}\\n{"cut":true}')`)),
    )
    await ended
    expect(lines).toEqual(['{}', '{"cut":true}'])
    expect(ends).toEqual([3, 15])
  })
  test('what comes at once and what comes bit by bit', async () => {
    const code = `
      const fs = require('node:fs')
      const bits = ['{"a":', '"\\u00e9', '"}\\n\\n', '{}', '\\r\\n']
      const timer = setInterval(() => {
        const bit = bits.shift()
        if (bit === undefined) clearInterval(timer)
        else fs.writeSync(1, bit)
      }, 2)`
    const { lines, ends, ended } = collectDurable(await startNode(program(code)))
    await ended
    expect(lines).toEqual(['{"a":"é"}', '{}'])
    expect(ends).toEqual([11, 16])
  })
  test('a reader that pauses is told nothing, and misses nothing', async () => {
    const count = 20_000
    const code = `for (let i = 0; i < ${count}; i++) process.stdout.write(JSON.stringify({ i, pad: 'x'.repeat(200) }) + '\\n')`
    const transport = await startNode(program(code))
    const { lines, ends, ended, has } = collectDurable(transport)
    await has(1)
    transport.pause()
    const seen = lines.length
    await expect.poll(() => transport.isAlive).toBe(false)
    expect(lines.length).toBe(seen)
    expect(seen).toBeLessThan(count)
    expect(transport.offset).toBe(ends.at(-1))
    transport.resume()
    await ended
    expect(lines.map((line) => JSON.parse(line as string).i)).toEqual(
      Array.from({ length: count }, (_, i) => i),
    )
  })
  test('a reader that has paused is not told the end either', async () => {
    const folder = sessionFolder()
    const transport = await startNode(program(`console.log('{}')`), { folder })
    await expect.poll(() => readExit(durableFiles(folder, 1))).toBeDefined()
    const told: string[] = []
    const closed = new Promise<void>((resolve) => {
      transport.start({
        lines() {
          told.push('lines')
          transport.pause()
        },
        closed() {
          told.push('closed')
          resolve()
        },
      })
    })
    expect(transport.isAlive).toBe(false)
    await expect.poll(() => told).toContain('lines')
    told.push('resumed')
    transport.resume()
    await closed
    expect(told).toEqual(['lines', 'resumed', 'closed'])
  })
  test('a line over the limit is told as such', async () => {
    const { lines, ends, ended } = collectDurable(
      await startNode(program(`console.log('x'.repeat(300000)); console.log('{}')`), { maxLineBytes: 1000 }),
    )
    await ended
    expect(lines).toEqual([{ bytes: 300_000, head: 'x'.repeat(256) }, '{}'])
    expect(ends).toEqual([300_001, 300_004])
  })
})

describe('input', () => {
  test('a line of many times what a FIFO holds arrives whole', async () => {
    const folder = sessionFolder()
    const transport = await startNode(MEASURE, { folder })
    const { lines, has } = collectDurable(transport)
    const long = (size: number) => `"${'x'.repeat(size - 2)}"\n`
    await Promise.all([
      transport.send(long(1024 * 1024)),
      transport.send('{}\n'),
      transport.send(long(300_000)),
    ])
    await has(3)
    expect(lines).toEqual(['[1048576,"\\"","\\"",2]', '[2,"{","}",2]', '[300000,"\\"","\\"",2]'])
    expect(existsSync(durableFiles(folder, 1).lineUnderWay)).toBe(false)
    await transport.close()
  })
  test('a process that does not read makes send wait, not the host', async () => {
    const folder = sessionFolder()
    const transport = await startNode(DEAF, { folder })
    const { has } = collectDurable(transport)
    await has(1)
    const sent = transport.send(`${'x'.repeat(4 * 1024 * 1024)}\n`)
    const behind = transport.send('{}\n')
    // Another process on pipes gets its answers all the while.
    const other = spawnPipes({ command: process.execPath, args: ECHO, cwd: folder, env: process.env })
    const answers: unknown[] = []
    await new Promise<void>((resolve) => {
      other.start({
        lines: (batch) => (answers.push(...batch) < 20 ? void other.send('{}\n') : resolve()),
        closed: () => {},
      })
      void other.send('{}\n')
    })
    const first = await Promise.race([
      sent.then(() => 'sent'),
      behind.then(() => 'sent'),
      new Promise((resolve) => setImmediate(resolve, 'waits')),
    ])
    expect(first).toBe('waits')
    const refused = [expect(sent).rejects.toThrow(/closed/), expect(behind).rejects.toThrow(/closed/)]
    transport.signal('SIGKILL')
    await Promise.all([...refused, other.close()])
  })
  test('a line to a process that has ended is refused', async () => {
    const transport = await startNode(program(''))
    await collectDurable(transport).ended
    await expect(transport.send('{}\n')).rejects.toThrow(/closed/)
  })
  test('its end comes after the lines that were sent before, and nothing comes after it', async () => {
    const transport = await startNode(MEASURE)
    const { lines, ended } = collectDurable(transport)
    const sent = transport.send(`${'x'.repeat(500_000)}\n`)
    transport.endInput()
    transport.endInput()
    await expect(transport.send('{}\n')).rejects.toThrow(/closed/)
    await sent
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 0 })
    expect(lines).toEqual(['[500000,"x","x",1]'])
  })
  test('its end also reaches a process that has hardly begun', async () => {
    const transport = await startNode(ECHO)
    transport.endInput()
    expect(await collectDurable(transport).ended).toMatchObject({ cause: 'exit', exitCode: 0 })
  })
})

describe('endings', () => {
  test('tell exit code and the end of stderr, without secrets', async () => {
    const env = { ...process.env, SOME_TOKEN: 'hush-hush-hush' }
    const code = `console.error('the reason: ' + process.env.SOME_TOKEN); process.exit(3)`
    const { ended } = collectDurable(await startNode(program(code), { env }))
    expect(await ended).toMatchObject({
      cause: 'exit',
      exitCode: 3,
      signal: null,
      stderr: 'the reason: [redacted]',
    })
  })
  test('tell the signal', async () => {
    const code = `process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)`
    const { ended } = collectDurable(await startNode(program(code)))
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: null, signal: 'SIGSEGV' })
  })
  test('a signal that we sent is the cause', async () => {
    const transport = await startNode(ECHO)
    const { ended } = collectDurable(transport)
    transport.signal('SIGKILL')
    expect(await ended).toMatchObject({ cause: 'kill', signal: 'SIGKILL' })
  })
  test('SIGINT reaches a process that listens', async () => {
    const code = `process.on('SIGINT', () => { console.log('"stopped"'); process.exit(0) }); setInterval(() => {}, 1000); console.log('{}')`
    const transport = await startNode(program(code))
    const { lines, ended, has } = collectDurable(transport)
    await has(1)
    transport.signal('SIGINT')
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 0 })
    expect(lines).toEqual(['{}', '"stopped"'])
  })
  test('stderr is told as it comes, from the beginning', async () => {
    let text = ''
    const code = `console.error('first'); process.stdin.on('data', () => console.error('né'))`
    const transport = await startNode(program(code), {
      onStderr: (more) => {
        text += more
      },
    })
    const { ended } = collectDurable(transport)
    await transport.send('{}\n')
    await expect.poll(() => text).toBe('first\nné\n')
    transport.endInput()
    expect((await ended).stderr).toBe('first\nné')
  })
})

describe('close', () => {
  test('ends the input first, and is harmless when called again', async () => {
    const transport = await startNode(ECHO)
    collectDurable(transport)
    const [one, two] = await Promise.all([transport.close(), transport.close()])
    expect(one).toMatchObject({ cause: 'close', exitCode: 0, signal: null })
    expect(two).toBe(one)
    expect(await transport.close()).toBe(one)
  })
  test('goes on to SIGTERM', async () => {
    const transport = await startNode(DEAF, { waits: { afterEndOfInput: 20 } })
    await collectDurable(transport).has(1)
    expect(await transport.close()).toMatchObject({ cause: 'close', signal: 'SIGTERM' })
  })
  test('and to SIGKILL', async () => {
    const code = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('{}')`
    const transport = await startNode(program(code), { waits: { afterEndOfInput: 20, afterSigterm: 20 } })
    await collectDurable(transport).has(1)
    expect(await transport.close()).toMatchObject({ cause: 'close', signal: 'SIGKILL' })
  })
  test('works without a reader, with one that has paused, and behind a line that nobody takes', async () => {
    const waits = { afterEndOfInput: 20 }
    expect(await (await startNode(ECHO)).close()).toMatchObject({ cause: 'close', exitCode: 0 })
    const paused = await startNode(
      program(`process.stdin.resume(); for (let i = 0; i < 2e4; i++) console.log('{"i":1}')`),
      { waits: { afterEndOfInput: 60_000 } },
    )
    const { lines, has } = collectDurable(paused)
    await has(1)
    paused.pause()
    expect(await paused.close()).toMatchObject({ cause: 'close' })
    expect(lines.length).toBe(2e4)
    const stuck = await startNode(DEAF, { waits })
    const refused = expect(stuck.send('x'.repeat(1024 * 1024))).rejects.toThrow(/closed/)
    expect(await stuck.close()).toMatchObject({ cause: 'close', signal: 'SIGTERM' })
    await refused
  })
  test('takes along what the process had started in a session of its own, and the holder', async () => {
    const code = `
      const child = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
      console.log(JSON.stringify({ pid: child.pid }))
      setInterval(() => {}, 1000)`
    const folder = sessionFolder()
    const transport = await startNode(program(code), { folder, waits: { afterEndOfInput: 20 } })
    const { lines, has } = collectDurable(transport)
    await has(1)
    const pids = [JSON.parse(lines[0] as string).pid, ...Object.values(pidsIn(folder))]
    expect(pids.map(isAlive)).toEqual([true, true, true, true])
    await transport.close()
    expect(pids.map(isAlive)).toEqual([false, false, false, false])
  })
  test('does not wait for a holder that is stopped', async () => {
    const folder = sessionFolder()
    const transport = await startNode(ECHO, { folder, waits: { afterEndOfInput: 1, afterSigterm: 1 } })
    collectDurable(transport)
    const { holder, waiter } = pidsIn(folder)
    for (const pid of [holder, waiter]) process.kill(pid, 'SIGSTOP')
    expect(await transport.close()).toMatchObject({ cause: 'close', exitCode: null, unseen: true })
  })
})

test('detached, it goes on, and nothing more is told', async () => {
  const folder = sessionFolder()
  const transport = await startNode(ECHO, { folder })
  const { lines, has } = collectDurable(transport)
  await transport.send('{"n":1}\n')
  await has(1)
  const last = transport.send('{"n":2}\n')
  await transport.detach()
  await last
  await expect(transport.send('{"n":3}\n')).rejects.toThrow(/closed/)
  await expect(transport.close()).rejects.toThrow(/another host/)
  await expect.poll(() => readFileSync(join(folder, '1.stdout'), 'utf8')).toBe('{"n":1}\n{"n":2}\n')
  expect(lines).toEqual(['{"n":1}'])
  expect(isAlive(transport.pid ?? 0)).toBe(true)
})

test('detached right after the end of its input, it still gets that', async () => {
  const transport = await startNode(MEASURE)
  const sent = transport.send(`${'x'.repeat(500_000)}\n`)
  transport.endInput()
  await transport.detach()
  await sent
  await gone(transport.pid ?? 0)
})
