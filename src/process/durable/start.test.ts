import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ECHO, gone, isAlive, program } from '../../../test/process/children.ts'
import { collectDurable, pidsIn, sessionFolder, startNode } from '../../../test/process/durable-children.ts'
import { DurableHosts } from '../../../test/process/durable-hosts.ts'
import { durableFiles } from './files.ts'
import { adoptDurable, startDurable } from './start.ts'

/** Numbers lines on and on, long and short, until its input ends. Answers each line that it reads. */
const BUSY = program(`
  let i = 0
  const say = (more) => process.stdout.write(JSON.stringify({ i: i++, ...more }) + '\\n')
  const talk = setInterval(() => {
    for (let n = 0; n < 4; n++) say({ pad: 'é'.repeat(i % 97 === 0 ? 40000 : i % 200) })
  }, 20)
  require('node:readline').createInterface({ input: process.stdin })
    .on('line', (line) => say({ read: line.length }))
    .on('close', () => clearInterval(talk))`)

const killed = (pid: number) => {
  process.kill(pid, 'SIGKILL')
  return gone(pid)
}

describe('when its host is killed', () => {
  async function hosts(args: string[]): Promise<DurableHosts> {
    const made = await DurableHosts.make({ command: process.execPath, args, cwd: process.cwd() })
    onTestFinished(() => made.end())
    return made
  }

  test('a process goes on, and the next host reads on where the last one was: no line lost, none doubled', async () => {
    const all = await hosts(BUSY)
    let sent = 0
    for (let round = 0; round < 6; round++) {
      const before = all.lines.length
      const pid = await all.next()
      all.send('x'.repeat(round % 2 === 0 ? 10 : 3000))
      sent += 1
      // At another point each time, in the middle of the stream; every other one as soon as it has begun.
      await expect.poll(() => all.lines.length).toBeGreaterThan(before + (round % 2) * 50)
      await expect.poll(() => all.lines.filter((line) => String(line).includes('read')).length).toBe(sent)
      await all.kill()
      expect(isAlive(pid)).toBe(true)
    }
    await all.next()
    all.endInput()
    await expect.poll(() => all.ending).toMatchObject({ cause: 'exit', exitCode: 0 })
    expect(all.lines.length).toBeGreaterThan(150)
    expect(`${all.lines.join('\n')}\n` === all.written).toBe(true)
    expect(all.lines.map((line) => JSON.parse(line as string).i)).toEqual(all.lines.map((_, i) => i))
  })

  test('it ends while there is none: the next one still learns how', async () => {
    const all = await hosts(program(`process.stdin.on('data', () => { console.log('{}'); process.exit(5) })`))
    const pid = await all.next()
    await all.kill()
    const { stdin } = durableFiles(all.folder, 1)
    writeFileSync(stdin, '{}\n')
    await gone(pid)
    await all.next()
    await expect.poll(() => all.ending).toMatchObject({ cause: 'exit', exitCode: 5 })
    expect(all.lines).toEqual(['{}'])
  })

  test('hosts that are killed as soon as they come do no harm', async () => {
    const all = await hosts(ECHO)
    const pid = await all.next()
    await all.kill()
    expect(await all.next()).toBe(pid)
    await all.kill()
    expect(await all.next()).toBe(pid)
    all.send('{"n":1}')
    await expect.poll(() => all.lines).toEqual(['{"n":1}'])
  })

  test('by its terminal that is closed, with all of its process group, the process goes on', async () => {
    const all = await hosts(ECHO)
    const pid = await all.next()
    await all.hangUp()
    expect(await all.next()).toBe(pid)
    all.send('{}')
    await expect.poll(() => all.lines).toEqual(['{}'])
  })

  test('in the middle of a long line, the next one knows that it may be torn', async () => {
    const all = await hosts(program(`setInterval(() => {}, 1000)`))
    await all.next()
    all.send('x'.repeat(1024 * 1024))
    const { lineUnderWay } = durableFiles(all.folder, 1)
    await expect.poll(() => readFileSync(lineUnderWay, 'utf8')).toBe('')
    await all.kill()
    const transport = await adoptDurable(all.folder, 1)
    expect(transport.isInputTorn).toBe(true)
    await transport.detach()
  })
})

describe('taking over', () => {
  test('lines go on from the offset given, input goes to the same process', async () => {
    const folder = sessionFolder()
    const first = await startNode(ECHO, { folder })
    const before = collectDurable(first)
    await first.send('{"n":1}\n{"n":2}\n{"n":3}\n')
    await before.has(3)
    await first.detach()
    const second = await adoptDurable(folder, 1, { offset: before.ends[0] ?? 0 })
    expect(second).toMatchObject({
      pid: first.pid,
      isAlive: true,
      isHeld: true,
      isInputTorn: false,
      offset: 8,
    })
    const after = collectDurable(second)
    await second.send('{"n":4}\n')
    await after.has(3)
    expect(after.lines).toEqual(['{"n":2}', '{"n":3}', '{"n":4}'])
    expect(after.ends).toEqual([16, 24, 32])
    expect(await second.close()).toMatchObject({ cause: 'close', exitCode: 0 })
  })
  test('one that has ended still tells its last lines and how it ended', async () => {
    const folder = sessionFolder()
    const first = await startNode(program(`console.log('{"n":1}'); console.error('why'); process.exit(9)`), {
      folder,
    })
    await gone(first.pid ?? 0)
    await first.detach()
    await expect.poll(() => readFileSync(durableFiles(folder, 1).exit, 'utf8')).toBe('9\n')
    const second = await adoptDurable(folder, 1)
    expect(second.isAlive).toBe(false)
    const { lines, ended } = collectDurable(second)
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 9, stderr: 'why' })
    expect(lines).toEqual(['{"n":1}'])
    await expect(second.send('{}\n')).rejects.toThrow(/closed/)
  })
  test('its input stays ended, also if the host died before the holder was told', async () => {
    const folder = sessionFolder()
    const first = await startNode(ECHO, { folder })
    await first.detach()
    writeFileSync(durableFiles(folder, 1).inputEnded, '')
    const second = await adoptDurable(folder, 1)
    const { ended } = collectDurable(second)
    await expect(second.send('{}\n')).rejects.toThrow(/closed/)
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 0 })
  })
  test('one that a killed host never got to start never ran', async () => {
    const folder = sessionFolder()
    const first = await startNode(ECHO, { folder })
    await first.close()
    writeFileSync(durableFiles(folder, 1).record, '{"version":1,')
    writeFileSync(durableFiles(folder, 1).exit, '')
    const second = await adoptDurable(folder, 1)
    expect(second.pid).toBeUndefined()
    const ending = await collectDurable(second).ended
    expect(ending).toMatchObject({ cause: 'spawn', exitCode: null, signal: null })
    expect(ending.error?.message).toMatch(/killed while it started the process/)
  })
  test('one that is not there is an error', async () => {
    await expect(adoptDurable(sessionFolder(), 1)).rejects.toThrow(/no process 1/)
  })
  test('of a version that writes other records is an error', async () => {
    const folder = sessionFolder()
    const first = await startNode(ECHO, { folder })
    await first.detach()
    const { record } = durableFiles(folder, 1)
    writeFileSync(record, readFileSync(record, 'utf8').replace('"version":1', '"version":2'))
    await expect(adoptDurable(folder, 1)).rejects.toThrow(/another version/)
  })
})

describe('a pid that was given to another process', () => {
  test.each([
    ['start time', /","\d+"\]/g, '","1"]'],
    ['boot', /"boot":"[^"]*"/, '"boot":"another"'],
  ])('is known by its %s, and spared', async (what, wrong, right) => {
    const folder = sessionFolder()
    const first = await startNode(ECHO, { folder })
    await first.detach()
    const pids = Object.values(pidsIn(folder))
    const { record } = durableFiles(folder, 1)
    writeFileSync(record, readFileSync(record, 'utf8').replace(wrong, right))
    const second = await adoptDurable(folder, 1)
    expect(second.isAlive).toBe(false)
    second.signal('SIGKILL')
    second.endInput()
    const ending = await second.close()
    expect(ending).toMatchObject({ cause: 'exit', exitCode: null, signal: null, unseen: true })
    expect(ending.error?.message).toMatch(what === 'boot' ? /machine was restarted/ : /was killed too/)
    expect(pids.map(isAlive)).toEqual([true, true, true])
  })
})

describe('when the holder is killed', () => {
  test('the process goes on as long as its host, which knows it', async () => {
    const folder = sessionFolder()
    const transport = await startNode(ECHO, { folder })
    const seen = collectDurable(transport)
    expect(transport.isHeld).toBe(true)
    await killed(pidsIn(folder).holder)
    await expect.poll(() => seen.isUnheld).toBe(true)
    expect(transport).toMatchObject({ isHeld: false, isAlive: true })
    await transport.send('{"n":1}\n')
    await seen.has(1)
    // Now the host's end of the FIFO is the last one.
    transport.endInput()
    expect(await seen.ended).toEqual({ cause: 'exit', exitCode: 0, signal: null, stderr: '' })
  })
  test('and no host is there, the process gets the end of its input', async () => {
    const folder = sessionFolder()
    const transport = await startNode(ECHO, { folder })
    const { cli, holder, waiter } = pidsIn(folder)
    await transport.send('{"n":1}\n')
    await transport.detach()
    await killed(holder)
    await Promise.all([gone(cli), gone(waiter)])
    const next = await adoptDurable(folder, 1)
    const { lines, ended } = collectDurable(next)
    expect(await ended).toMatchObject({ cause: 'exit', exitCode: 0 })
    expect(lines).toEqual(['{"n":1}'])
  })
  test('and the one who waits too, that is why the exit status is not known', async () => {
    const folder = sessionFolder()
    const transport = await startNode(ECHO, { folder })
    const { ended } = collectDurable(transport)
    const { cli, holder, waiter } = pidsIn(folder)
    await Promise.all([killed(waiter), killed(holder)])
    expect(isAlive(cli)).toBe(true)
    await killed(cli)
    const error = new Error(
      'the process that waits for it was killed too, before it could write the exit status',
    )
    expect(await ended).toEqual({
      cause: 'exit',
      exitCode: null,
      signal: null,
      unseen: true,
      error,
      stderr: '',
    })
  })
})

test('starting the same generation twice is refused, and leaves the first one alone', async () => {
  const folder = sessionFolder()
  const transport = await startNode(ECHO, { folder })
  await expect(startNode(ECHO, { folder })).rejects.toThrow(/process 1 cannot be made/)
  const { has } = collectDurable(transport)
  await transport.send('{}\n')
  await has(1)
  expect(await transport.close()).toMatchObject({ exitCode: 0 })
  const again = await startNode(ECHO, { folder, generation: 2 })
  expect(await again.close()).toMatchObject({ exitCode: 0 })
})

test.each([
  ['a folder that is not there', { cwd: '/nonexistent' }, /does not exist/],
  ['a command that is not there', { command: '/nonexistent/claude' }, /ENOENT/],
  ['a command that cannot be run', { command: '/etc/passwd' }, /EACCES/],
])('what cannot be started is an error: %s', async (_, wrong, message) => {
  const folder = sessionFolder()
  const right = { folder, generation: 1, command: process.execPath, args: ECHO, cwd: process.cwd(), env: {} }
  await expect(startDurable({ ...right, ...wrong })).rejects.toThrow(message)
  await expect(adoptDurable(folder, 1)).rejects.toThrow(/no process 1/)
})

test('what runs without a record of it is ended, not left behind', async () => {
  const folder = sessionFolder()
  const { record } = durableFiles(folder, 1)
  mkdirSync(record, { recursive: true })
  await expect(startNode(ECHO, { folder })).rejects.toThrow()
  const commands = () => execFileSync('ps', ['-axo', 'args'], { encoding: 'utf8' })
  await expect.poll(commands).not.toContain(folder)
  expect(readdirSync(folder)).toEqual([])
})
