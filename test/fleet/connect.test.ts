// What a person is told when a node cannot join.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { afterEach, expect, test } from 'vitest'
import { fleetUrlProblem, isLoopbackUrl } from '../../src/fleet/fleet-url.ts'
import { openNats } from '../../src/fleet/nats/nats-engine.ts'
import { NatsServer, type NatsServerOptions } from './nats-server.ts'

const servers: NatsServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end()
})
async function started(options: NatsServerOptions = {}): Promise<NatsServer> {
  const server = new NatsServer(options)
  servers.push(server)
  await server.start()
  return server
}
const open = (url: string, creds?: string) => openNats({ url, name: 'test', creds, maxEventBytes: 2 ** 26 })

function nkey(): { id: string; seed: string } {
  const pair = nkeys.createUser()
  return { id: pair.getPublicKey(), seed: new TextDecoder().decode(pair.getSeed()) }
}

test('there is no server', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const { port } = closed.address() as { port: number }
  await new Promise((resolve) => closed.close(resolve))
  await expect(open(`nats://127.0.0.1:${port}`)).rejects.toMatchObject({
    problem: 'unreachable',
    message: expect.stringContaining(`nats://127.0.0.1:${port}`),
  })
})

test('JetStream is off', async () => {
  const { url } = await started({ jetStream: false })
  await expect(open(url)).rejects.toMatchObject({
    problem: 'no-jetstream',
    message: expect.stringContaining('--jetstream'),
  })
})

test('the credentials are missing, wrong, or no credentials', async () => {
  const [known, other] = [nkey(), nkey()]
  const server = await started({ config: `authorization { users: [ { nkey: ${known.id} } ] }` })
  const file = (name: string, text: string) => {
    const path = join(server.folder, name)
    writeFileSync(path, text)
    return path
  }
  await expect(open(server.url)).rejects.toMatchObject({ problem: 'credentials' })
  for (const wrong of [file('other', other.seed), file('text', 'hello'), join(server.folder, 'missing')])
    await expect(open(server.url, wrong)).rejects.toMatchObject({ problem: 'credentials' })
  await (await open(server.url, file('known', `# node\n${known.seed}\n`))).close()
})

test('the store of the server has no room', async () => {
  const { url } = await started({ jetStream: 'max_file: 1MB' })
  await expect(open(url)).rejects.toMatchObject({ problem: 'full' })
})

test('a node with other limits takes what the first one made', async () => {
  const { url } = await started()
  await (await openNats({ url, name: 'first', maxEventBytes: 2 ** 26 })).close()
  await (await openNats({ url, name: 'second', maxEventBytes: 2 ** 27 })).close()
})

test('beyond this machine nothing goes without encryption, unless that is asked for', async () => {
  const { url } = await started()
  // The same place, under a name that could be anywhere.
  const far = url.replace('127.0.0.1', '127.1')
  await expect(open(far)).rejects.toMatchObject({
    problem: 'no-tls',
    message: expect.stringContaining('--insecure'),
  })
  await (await openNats({ url: far, name: 'test', maxEventBytes: 2 ** 26, isInsecure: true })).close()
})

test.each([
  ['nats://127.0.0.1:4222', undefined, true],
  ['nats://localhost', undefined, true],
  ['nats://[::1]:4222', undefined, true],
  ['tls://nats.example.org', undefined, false],
  ['nats://127.0.0.1:4222,nats://10.0.0.2:4222', undefined, false],
  ['nats://127.0.0.1.example.org', undefined, false],
  ['http://127.0.0.1', 'nats://host', undefined],
  ['127.0.0.1:4222', 'nats://host', undefined],
  ['nats://me:secret@127.0.0.1', '--creds', undefined],
])('the address %s', (url, problem, isLoopback) => {
  if (problem === undefined) expect(fleetUrlProblem(url)).toBeUndefined()
  else expect(fleetUrlProblem(url)).toContain(problem)
  if (isLoopback !== undefined) expect(isLoopbackUrl(url)).toBe(isLoopback)
})
