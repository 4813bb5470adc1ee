import { describe, expect, test } from 'vitest'
import { collect, ECHO, isAlive, program } from '../../test/process/children.ts'
import { type SpawnOptions, spawnPipes } from './pipe-transport.ts'

const node = (args: readonly string[], more: Partial<SpawnOptions> = {}) =>
  spawnPipes({ command: process.execPath, args, cwd: process.cwd(), env: process.env, ...more })

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('lines', () => {
  test('go in and come out whole, in order', async () => {
    const transport = node(ECHO)
    const { lines, ended, has } = collect(transport)
    await Promise.all([transport.send('{"a":1}\n'), transport.send('{"b":"é"}\n')])
    await has(2)
    expect(lines).toEqual(['{"a":1}', '{"b":"é"}'])
    transport.endInput()
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 0, signal: null })
  })
  test('the last line needs no line end', async () => {
    const { lines, ended } = collect(node(program(`process.stdout.write('{"cut":true}')`)))
    await ended
    expect(lines).toEqual(['{"cut":true}'])
  })
  test('a reader that pauses lets the process wait, and loses nothing', async () => {
    const count = 20_000
    const code = `for (let i = 0; i < ${count}; i++) process.stdout.write(JSON.stringify({ i, pad: 'x'.repeat(200) }) + '\\n')`
    const transport = node(program(code))
    const { lines, ended, has } = collect(transport)
    await has(1)
    transport.pause()
    const seen = lines.length
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines.length).toBe(seen)
    expect(seen).toBeLessThan(count)
    transport.resume()
    await ended
    expect(lines.map((line) => JSON.parse(line as string).i)).toEqual(
      Array.from({ length: count }, (_, i) => i),
    )
  })
  /** Writes 8 MB in lines of 1 KB, as fast as it can, and ends with its input. */
  const LINES = 8192
  const FLOOD = program(`
    const line = JSON.stringify({ pad: 'x'.repeat(1013) }) + '\\n'
    for (let i = 0; i < ${LINES / 64}; i++) require('node:fs').writeSync(1, line.repeat(64))
    process.stdin.resume()`)

  test('a process that floods its pipe does not keep others waiting', async () => {
    const transport = node(FLOOD)
    let inTurn = 0
    transport.start({
      lines: (batch) => {
        inTurn += batch.length
        // Slower than the process writes: there is always more to read.
        for (const line of batch) for (let i = 0; i < 20; i++) JSON.parse(line as string)
      },
      closed: () => {},
    })
    transport.pause()
    transport.resume()
    let [all, most] = [0, 0]
    while (all < LINES) {
      await turn()
      most = Math.max(most, inTurn)
      all += inTurn
      inTurn = 0
    }
    // Left alone, Node would read 32 times 64 KB.
    expect(most).toBeLessThan(8 * 64)
    await transport.close()
  })
  test('a reader that pauses, at whatever time, gets nothing until it resumes', async () => {
    const transport = node(FLOOD)
    let all = 0
    transport.start({
      lines: (batch) => {
        all += batch.length
        queueMicrotask(() => transport.pause())
      },
      closed: () => {},
    })
    for (let seen = 0; seen < LINES; transport.resume()) {
      while (all === seen) await turn()
      seen = all
      for (let i = 0; i < 5; i++) await turn()
      expect(all).toBe(seen)
    }
    expect(all).toBe(LINES)
    await transport.close()
  })
  test('a process that does not read makes send wait, and its end rejects it', async () => {
    const transport = node(program(`setInterval(() => {}, 1000); console.log('{}')`))
    const { has } = collect(transport)
    await has(1)
    const sent = transport.send(`${'x'.repeat(4 * 1024 * 1024)}\n`)
    const first = await Promise.race([
      sent.then(() => 'sent'),
      new Promise((resolve) => setImmediate(resolve, 'waits')),
    ])
    expect(first).toBe('waits')
    const refused = expect(sent).rejects.toThrow()
    transport.signal('SIGKILL')
    await refused
  })
  test('a line to a process that has ended is refused', async () => {
    const transport = node(program(''))
    await collect(transport).ended
    await expect(transport.send('{}\n')).rejects.toThrow(/closed/)
  })
})

describe('endings', () => {
  test('tell exit code and the end of stderr', async () => {
    const { ended } = collect(node(program(`console.error('the reason'); process.exit(3)`)))
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 3, signal: null, stderr: 'the reason' })
  })
  test('tell the signal', async () => {
    const { ended } = collect(
      node(program(`process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`)),
    )
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: null, signal: 'SIGTERM' })
  })
  test('a command that cannot be started is an ending too', async () => {
    const { ended } = collect(node([], { command: '/nonexistent/claude' }))
    const ending = await ended
    expect(ending.cause).toBe('spawn')
    expect(ending.error?.message).toMatch(/ENOENT/)
  })
  test('a signal that we sent is the cause, whatever the exit looks like', async () => {
    const transport = node(ECHO)
    const { ended } = collect(transport)
    transport.signal('SIGKILL')
    expect(await ended).toMatchObject({ cause: 'kill', signal: 'SIGKILL' })
  })
})

describe('close', () => {
  test('ends the input first, and is harmless when called again', async () => {
    const transport = node(ECHO)
    collect(transport)
    const [one, two] = await Promise.all([transport.close(), transport.close()])
    expect(one).toMatchObject({ cause: 'close', exitCode: 0, signal: null })
    expect(two).toBe(one)
    expect(await transport.close()).toBe(one)
  })
  test('goes on to SIGTERM', async () => {
    const transport = node(program(`setInterval(() => {}, 1000); console.log('{}')`), {
      waits: { afterEndOfInput: 20 },
    })
    await collect(transport).has(1)
    expect(await transport.close()).toMatchObject({ cause: 'close', signal: 'SIGTERM' })
  })
  test('and to SIGKILL', async () => {
    const code = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('{}')`
    const transport = node(program(code), { waits: { afterEndOfInput: 20, afterSigterm: 20 } })
    await collect(transport).has(1)
    expect(await transport.close()).toMatchObject({ cause: 'close', signal: 'SIGKILL' })
  })
  test('a paused reader does not keep it from ending', async () => {
    const transport = node(
      program(`process.stdin.resume(); for (let i = 0; i < 1e5; i++) console.log('{"i":1}')`),
    )
    const { has } = collect(transport)
    await has(1)
    transport.pause()
    expect(await transport.close()).toMatchObject({ cause: 'close' })
  })
  test('takes along what the process had started in a session of its own', async () => {
    const code = `
      const child = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
      console.log(JSON.stringify({ pid: child.pid }))
      setInterval(() => {}, 1000)`
    const transport = node(program(code), { waits: { afterEndOfInput: 20 } })
    const { lines, has } = collect(transport)
    await has(1)
    const { pid } = JSON.parse(lines[0] as string)
    expect(isAlive(pid)).toBe(true)
    await transport.close()
    expect(isAlive(pid)).toBe(false)
  })
})
