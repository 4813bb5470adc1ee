// `fairlead fleet init`, `join` and `leave` as a person runs them, with a server that was started from the written configuration.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DaemonProcess } from '../../host/daemon-process.ts'
import { NatsServer, natsProgram } from '../nats-server.ts'

/** It reads the `config.json` that `fleet join` writes. */
function machine(): DaemonProcess {
  const daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' })
  daemon.args.push('--config', join(daemon.data, 'config.json'))
  onTestFinished(() => daemon.end())
  return daemon
}
async function said(daemon: DaemonProcess, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { code, out, err } = await daemon.run(['fleet', ...args], env)
  return { code, text: out + err }
}
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
const refused = (text: RegExp) => ({ code: 1, text: expect.stringMatching(text) })

test('two machines become a fleet with what `init` wrote, and one leaves it', async () => {
  const [a, b] = [machine(), machine()]
  const address = `127.0.0.1:${await freePort()}`
  const folder = join(a.folder, 'fleet')
  const init = await said(a, ['init', folder, '--node', 'a', '--node', 'b', '--listen', address])
  expect(init).toMatchObject({ code: 0, text: expect.stringContaining(`nats-server -c ${folder}`) })
  const url = `nats://${address}`
  const creds = (name: string) => ['--creds', join(folder, `${name}.creds`)]
  expect(await said(a, ['join', url, ...creds('a')])).toMatchObject(
    refused(/No server of the fleet answers at /),
  )

  const server: ChildProcess = spawn(natsProgram(), ['-c', join(folder, 'nats-server.conf')], {
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })
  // With the credentials left out, and with those of nobody. Once it answers, it refuses these.
  await expect.poll(() => said(a, ['join', url])).toMatchObject(refused(/refuses the credentials/))
  const wrong = join(a.folder, 'wrong.creds')
  writeFileSync(wrong, 'nothing of use')
  expect(await said(a, ['join', url, '--creds', wrong])).toMatchObject(refused(/has no credentials/))
  expect(await said(a, ['join', url, ...creds('a'), '--name', 'any'])).toMatchObject(
    refused(/choose another name/),
  )

  const first = await said(a, ['join', url, ...creds('a'), '--name', 'a', '--label', 'gpu=yes'])
  expect(first).toMatchObject({ code: 0, text: expect.stringContaining('It is the first node') })
  await a.start()
  const nodes = async (on: DaemonProcess) => {
    const status = await on.api().call('getFleet', {})
    return status.nodes.map(({ name, away, labels }) => [name, away, labels.gpu]).sort()
  }
  await expect.poll(() => nodes(a)).toEqual([['a', undefined, 'yes']])
  const second = await said(b, ['join', url, ...creds('b'), '--name', 'b'])
  expect(second).toMatchObject({ code: 0, text: expect.stringContaining('Nodes there: a.') })
  await b.start()
  await expect.poll(() => nodes(a)).toHaveLength(2)
  await b.api().call('createSession', { body: { cwd: b.cwd, agent: 'sim', title: 'Of b' } })
  const titles = async () =>
    (await a.api().call('listSessions', { query: {} })).sessions.map(({ title }) => title)
  await expect.poll(titles).toEqual(['Of b'])

  expect(await said(b, ['leave'])).toMatchObject(refused(/Stop the host first/))
  await b.run(['down'])
  await b.ended()
  const left = await said(b, ['leave'])
  expect(left).toMatchObject({ code: 0, text: expect.stringContaining('They stay here: 1 session.') })
  await expect.poll(() => nodes(a)).toEqual([['a', undefined, 'yes']])
  await expect.poll(titles).toEqual([])
  expect(await said(b, ['leave'])).toMatchObject(refused(/this machine is no node/))
  // It is a host by itself, with its session.
  await b.start()
  expect(await nodes(b)).toEqual([])
  expect((await b.api().call('listSessions', { query: {} })).sessions).toHaveLength(1)
})

test('a machine does not join with a clock that is wrong, or a server without JetStream; nothing is written', async () => {
  const a = machine()
  const server = await NatsServer.start()
  onTestFinished(() => server.end())
  const late = 'const now = Date.now; Date.now = () => now() + 600_000'
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(late)}`
  expect(await said(a, ['join', server.url], { NODE_OPTIONS })).toMatchObject(
    refused(/clock of this machine is 10 minutes ahead of/),
  )
  const plain = await NatsServer.start({ jetStream: false })
  onTestFinished(() => plain.end())
  expect(await said(a, ['join', plain.url])).toMatchObject(refused(/runs without JetStream/))
  expect(await said(a, ['leave'])).toMatchObject(refused(/this machine is no node/))
})
