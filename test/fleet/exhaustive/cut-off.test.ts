// A node behind a cable that is pulled out, and a server whose disk is full: each goes on by itself, and nothing is lost.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DaemonProcess } from '../../host/daemon-process.ts'
import { smallDisk, whyNoSmallDisk } from '../../host/small-disk.ts'
import { untilSession } from '../../host/waiting.ts'
import { NatsServer } from '../nats-server.ts'
import { FleetStage, type TestNode, untilListed } from '../stage.ts'
import { NetworkNamespace, whyNoNamespace } from './network-namespace.ts'
import { type StoredEvent, storedEvents } from './stream-reader.ts'

const isOver = (turns: number) => (state: { turns: { past: { size: number }; current: unknown } }) =>
  state.turns.past.size >= turns && state.turns.current === null
const gapless = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const timesSent = (events: readonly StoredEvent[], text: string) =>
  events.filter((it) => it.kind === 'sent' && it.text.includes(`${text}"`)).length

test.skipIf(whyNoNamespace)(
  `a node whose network is cut goes on, and brings what happened meanwhile${whyNoNamespace ? ` (${whyNoNamespace})` : ''}`,
  async () => {
    const network = new NetworkNamespace()
    onTestFinished(() => network.remove())
    const fleet = { lostAfterSeconds: 5 }
    const stage = await FleetStage.start(['a', 'b'], fleet)
    await network.carry(Number(new URL(stage.url).port))
    onTestFinished(() => stage.end())
    const [a, b] = stage.nodes as [TestNode, TestNode]
    const settings = { fleet: { ...fleet, url: network.url, insecure: true, name: 'c', maxEventMb: 64 } }
    const c = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' }, [], { settings, inside: network.inside })
    onTestFinished(() => c.end())
    await c.start()
    await a.until(({ nodes }) => nodes.some(({ name, away }) => name === 'c' && away === undefined))
    const body = { cwd: c.cwd, agent: 'sim', node: 'c', prompt: 'hello' }
    const { id } = (await a.daemon.api().call('createSession', { body })).result
    const live = b.live()
    await untilSession(live, id, isOver(1))

    network.cut()
    await a.until(({ nodes }) => nodes.some(({ name, away }) => name === 'c' && away === 'lost'))
    await untilListed(live, id, ({ node }) => node?.awaySince !== undefined)
    const send = (text: string) =>
      b.daemon.api().call('sendMessage', { params: { id }, body: { text, commandId: text } })
    await expect(send('refused')).rejects.toMatchObject({ message: expect.stringContaining('c is away') })
    // Whoever sits at that machine works on.
    expect(await c.run(['send', '--wait', id, 'cut off'])).toMatchObject({ code: 0 })

    network.join()
    await untilSession(live, id, isOver(2))
    await untilListed(live, id, ({ node }) => node?.awaySince === undefined)
    await send('back again')
    await untilSession(live, id, isOver(3))
    const { last } = await a.daemon.api().call('listEvents', { params: { id }, query: { limit: 10_000 } })
    await expect
      .poll(async () => (await storedEvents(stage.url)).get(id)?.length)
      .toBeGreaterThanOrEqual(last)
    const events = (await storedEvents(stage.url)).get(id) ?? []
    expect(events.map(({ seq }) => seq)).toEqual(gapless(events.length))
    expect(['refused', 'cut off', 'back again'].map((it) => timesSent(events, it))).toEqual([0, 1, 1])
  },
)

test.skipIf(whyNoSmallDisk)(
  `while the disk of the server is full the events wait on their nodes${whyNoSmallDisk ? ` (${whyNoSmallDisk})` : ''}`,
  async () => {
    const disk = smallDisk(120)
    onTestFinished(() => disk.remove())
    const server = new NatsServer({ store: join(disk.path, 'store') })
    const stage = await FleetStage.start(['a', 'b'], {}, [server])
    onTestFinished(() => stage.end())
    const [a, b] = stage.nodes as [TestNode, TestNode]
    const id = await a.create('hello')
    const [own, live] = [a.live(), b.live()]
    await untilSession(live, id, isOver(1))

    const ballast = join(disk.path, 'ballast')
    while (disk.freeBytes > 0)
      try {
        writeFileSync(ballast, Buffer.alloc(disk.freeBytes), { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    const send = (turn: number) =>
      a.daemon.api().call('sendMessage', { params: { id }, body: { text: `turn ${turn}` } })
    let turns = 1
    // What fits into a block that the server has already is still stored.
    const isBehind = async () => {
      await send(++turns)
      await untilSession(own, id, isOver(turns))
      const { nodes } = await a.daemon.api().call('getFleet', {})
      return nodes.some(({ name, behind }) => name === 'a' && behind > 0)
    }
    await expect.poll(isBehind, { interval: 100, timeout: 120_000 }).toBe(true)

    disk.remount('size=400m')
    // A server of NATS that had no room stores nothing more until it is started again.
    await server.kill()
    await server.start()
    await send(++turns)
    await untilSession(live, id, isOver(turns))
    const { last } = await a.daemon.api().call('listEvents', { params: { id }, query: { limit: 10_000 } })
    await expect
      .poll(async () => (await storedEvents(stage.url)).get(id)?.at(-1)?.seq)
      .toBeGreaterThanOrEqual(last)
    const events = (await storedEvents(stage.url)).get(id) ?? []
    expect(events.map(({ seq }) => seq)).toEqual(gapless(events.length))
    expect(
      gapless(turns)
        .slice(1)
        .map((turn) => timesSent(events, `turn ${turn}`)),
    ).toEqual(gapless(turns - 1).map(() => 1))
  },
)
