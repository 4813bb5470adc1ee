// What is done to the fleet's server while three nodes work: nothing is lost, nothing happens twice, and all see the same afterwards.
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { NatsServer } from '../nats-server.ts'
import { FleetStage } from '../stage.ts'
import { Load } from './load.ts'

const NAMES = ['a', 'b', 'c']
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function loaded(servers?: readonly NatsServer[], settings: object = {}) {
  const stage = await FleetStage.start(NAMES, settings, servers)
  onTestFinished(() => stage.end())
  const load = new Load(stage)
  await load.start(2)
  await load.more(10)
  return { stage, load }
}

test('the server is killed and started again, three times, under load', async () => {
  const { stage, load } = await loaded()
  for (let i = 0; i < 3; i++) {
    await stage.server.kill()
    await pause(2000)
    await stage.server.start()
    await load.more(10)
  }
  await load.end()
  await load.check()
})

test('the server is silent for a minute under load', { timeout: 400_000 }, async () => {
  const { stage, load } = await loaded(undefined, { lostAfterSeconds: 5 })
  stage.server.signal('SIGSTOP')
  await pause(60_000)
  for (const { daemon } of stage.nodes)
    expect((await daemon.api().call('getFleet', {})).connection?.isConnected).toBe(false)
  stage.server.signal('SIGCONT')
  await load.more(10)
  await load.end()
  await load.check()
})

test('one of three servers of a cluster is killed under load, and another after it is back', async () => {
  const servers = await cluster(3)
  const { stage, load } = await loaded(servers, { replicas: 3 })
  for (const victim of servers.slice(0, 2)) {
    await victim.kill()
    await load.more(10)
    await victim.start()
    // It has to have what it missed before the next one may go.
    await expect
      .poll(() => stage.nodes[0]?.daemon.api().call('getFleet', {}))
      .toMatchObject({
        connection: { isConnected: true },
      })
    await load.more(10)
  }
  await load.end()
  await load.check()
})

async function cluster(count: number): Promise<NatsServer[]> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const routes = ports.map((port) => `nats-route://127.0.0.1:${port}`).join(', ')
  return ports.map(
    (port, i) =>
      new NatsServer({
        config: `server_name: s${i}\ncluster { name: fleet, listen: "127.0.0.1:${port}", routes: [${routes}] }`,
      }),
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
