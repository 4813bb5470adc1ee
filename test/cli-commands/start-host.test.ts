// The built command on a data folder that no host has: it starts one, says so, and says why where it cannot.

import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DaemonProcess } from '../host/daemon-process.ts'
import { call, freshFolder } from './fairlead.ts'
import { Running } from './host-stage.ts'

/** A home whose host takes any free port. Its host is ended with the test. */
function home(config: object = { port: 0 }): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = freshFolder()
  const env = { FAIRLEAD_HOME: join(folder, 'data'), PATH: process.env.PATH }
  mkdirSync(env.FAIRLEAD_HOME)
  writeFileSync(join(env.FAIRLEAD_HOME, 'config.json'), JSON.stringify(config))
  return { folder, env }
}

test('a command that needs a host starts one in the background, and says so', async () => {
  const at = home()
  onTestFinished(async () => void (await call(['down', '--all'], at)))
  const first = await call(['new', '--agent', 'sim', '--wait', 'hello'], at)
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^I am the Fairlead simulator/) })
  expect(first.err).toMatch(
    /^No host is running; starting one\.\nStarted: http:\/\/127\.0\.0\.1:\d+ \(stop it with `fairlead down`\)\n/,
  )

  const second = await call(['ls', '--json'], at)
  expect(second).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(second.out)).toMatchObject({ title: 'hello' })
  expect(await call(['up', '--detach', '--json'], at)).toMatchObject({
    code: 0,
    out: expect.stringContaining('"runs":true'),
  })

  expect(await call(['down', '--all'], at)).toEqual({
    code: 0,
    out: 'The host has stopped.\n',
    err: expect.stringMatching(/^Ending 1 session …\n/),
  })
  expect(await call(['status'], at)).toMatchObject({ code: 3 })
})

test('up --detach hands its options on to the host in the background', async () => {
  const at = home({ port: 1 })
  onTestFinished(async () => void (await call(['down', '--all'], at)))
  const origins = ['http://localhost:5173', 'https://agents.example']
  const { code, out } = await call(
    ['up', '-d', '--port', '0', '--root', at.folder, ...origins.map((it) => `--origin=${it}`)],
    at,
  )
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^Fairlead is up: http:\/\/127\.0\.0\.1:\d+\n$/),
  })
  const refused = await call(['new', '--cwd', '/', 'hello'], at)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('outside the folders') })
  const url = out.slice(out.indexOf('http')).trim()
  const answers = await Promise.all(
    [...origins, 'http://localhost:5174'].map((origin) =>
      fetch(`${url}/api/healthz`, { headers: { origin } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403])
})

test('up refuses an origin that no browser sends', async () => {
  expect(await call(['up', '--origin', 'http://localhost:5173/app'], home())).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining(
      '--origin: http://localhost:5173/app is not an origin as browsers send it: write http://localhost:5173',
    ),
  })
})

test('two that start one at once share it, and one of them says that it is new', async () => {
  const at = home()
  onTestFinished(async () => void (await call(['down', '--all'], at)))
  const both = await Promise.all([call(['ls', '--json'], at), call(['ls', '--json'], at)])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.filter(({ err }) => err.includes('Started: '))).toHaveLength(1)
})

test('where it cannot be started, the end of its log is the reason', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const { code, out, err } = await call(['ls'], home({ port }))
  expect({ code, out }).toEqual({ code: 3, out: '' })
  expect(err).toMatch(
    /The host did not start\. The end of .*up\.log:\n.*Another program uses the port/s,
  )
})

test('--wait and --follow go on when the host is killed and another takes its place', async () => {
  const daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' })
  onTestFinished(() => daemon.end())
  await daemon.start()
  const start = (...args: string[]) =>
    new Running(args, { FAIRLEAD_HOME: daemon.data, NO_COLOR: '1' }, daemon.cwd, {})
  const waiting = start('new', '--agent', 'sim', '--wait', 'fix the bug')
  await waiting.printed('Needs approval: Bash')
  const following = start('events', 'fix the bug', '--follow', '--json')
  await following.printed('can_use_tool')
  await daemon.kill()
  await daemon.start()
  expect(await start('deny', 'fix the bug').code).toBe(0)
  expect(await waiting.outcome()).toMatchObject({
    code: 0,
    out: expect.stringContaining('I leave it at that'),
  })
  await following.printed('"type":"result"')
  following.interrupt()
  const seqs = (await following.outcome()).out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).seq)
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
})
