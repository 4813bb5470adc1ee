// A session for any machine: where it goes, why nowhere, and a node that takes no more.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FleetStatus } from '../../../src/api/fleet.ts'
import { git, repository } from '../../host/work/repository.ts'
import { FleetStage, type TestNode } from '../stage.ts'

const LABELS: Record<string, Record<string, string>> = { a: {}, b: { zone: 'eu' }, c: { zone: 'eu' } }

/** Three nodes; `a` and `b` have the project, each in its own folder. */
async function threeNodes(): Promise<[TestNode, TestNode, TestNode]> {
  const stage = await FleetStage.start(['a', 'b', 'c'], (name) => ({ labels: LABELS[name] }))
  onTestFinished(() => stage.end())
  const [a, b, c] = stage.nodes as [TestNode, TestNode, TestNode]
  for (const [{ daemon }, remote] of [
    [a, 'https://example.org/me/app'],
    [b, 'git@example.org:me/app.git'],
  ] as const) {
    repository(daemon.cwd)
    mkdirSync(join(daemon.cwd, 'src'))
    git(daemon.cwd, 'remote', 'add', 'origin', remote)
    await daemon.api().call('addProject', { body: { path: daemon.cwd } })
  }
  const known = ({ nodes }: FleetStatus) => nodes.filter(({ projects }) => projects[0]?.remote !== undefined)
  for (const node of [a, b, c]) await node.until((status) => known(status).length === 2)
  return [a, b, c]
}
const of = (name: string) => (status: FleetStatus) => status.nodes.find((it) => it.name === name)

test('it goes where the project and the labels are, and stays there however often it is asked for', async () => {
  const [a, b, c] = await threeNodes()
  const cwd = join(a.daemon.cwd, 'src')
  const create = (node: TestNode, body: object) =>
    node.daemon.api().call('createSession', { body: { cwd, agent: 'sim', node: 'any', ...body } })
  const placed = await create(a, { labels: { zone: 'eu' }, commandId: 'once' })
  const params = { id: placed.result.id }
  await expect
    .poll(
      async () =>
        (
          await a.daemon
            .api()
            .call('getSession', { params })
            .catch(() => undefined)
        )?.session,
    )
    .toMatchObject({ cwd: join(b.daemon.cwd, 'src'), node: { name: 'b', isHere: false } })

  // Nowhere: each node says why.
  await expect(create(a, { labels: { zone: 'us' } })).rejects.toMatchObject({
    code: 'not-possible',
    message: expect.stringMatching(/a: it lacks the label zone=us; b: .*zone=us; c: .*zone=us/),
  })
  await expect(create(c, { labels: { zone: 'eu' }, cwd: c.daemon.cwd, agent: 'none' })).rejects.toMatchObject(
    {
      message: expect.stringMatching(/b: it has no agent none; c: it has no agent none/),
    },
  )
  await expect(create(a, { node: undefined, labels: { zone: 'eu' } })).rejects.toMatchObject({
    code: 'bad-request',
  })

  // From a node without the project, by the folder of one that has it; and a folder without a remote is at home only.
  const byPath = await create(c, { labels: { zone: 'eu' } })
  expect(byPath.result.id).not.toBe(placed.result.id)
  const own = await create(c, { cwd: c.daemon.cwd })
  const { sessions } = await c.daemon.api().call('listSessions', { query: {} })
  expect(sessions.find(({ id }) => id === own.result.id)?.node?.name).toBe('c')

  // The same command through other nodes, though b takes no more by now.
  await c.daemon.api().call('drainNode', { params: { node: 'b' }, body: { drained: true } })
  await a.until((status) => of('b')(status)?.isDraining === true)
  const again = [
    await create(a, { labels: { zone: 'eu' }, commandId: 'once' }),
    await create(c, { commandId: 'once' }),
  ]
  expect(again).toEqual([placed, placed])
  const { sessions: onB } = await b.daemon.api().call('listSessions', { query: {} })
  expect(onB.filter(({ node }) => node?.isHere)).toHaveLength(2)
})

test('a node that is drained takes no new sessions from anybody, also after a restart, until that is undone', async () => {
  const [a, b] = await threeNodes()
  const kept = await b.create('hello')
  const run = async (...args: string[]) => {
    const { code, out, err } = await a.daemon.run(args)
    return { code, said: out + err }
  }
  const anywhere = ['new', '--node', 'any', '--label', 'zone=eu', '--cwd', a.daemon.cwd, '--agent', 'sim']
  expect(await run('fleet', 'drain', 'b')).toMatchObject({ code: 0, said: expect.stringContaining('no new') })
  await a.until((status) => of('b')(status)?.isDraining === true)
  expect((await run('fleet', 'status')).said).toMatch(/b +draining/)
  expect(await run(...anywhere)).toMatchObject({ said: expect.stringContaining('b: it is being drained') })
  const refused = { code: 'not-possible', message: expect.stringContaining('being drained') }
  await expect(a.create(undefined, b)).rejects.toMatchObject(refused)
  await expect(b.create()).rejects.toMatchObject(refused)

  await b.daemon.kill()
  await b.daemon.start()
  await b.until(({ connection }) => connection?.isConnected ?? false)
  await expect(b.create()).rejects.toMatchObject(refused)
  await expect(b.daemon.api().call('forkSession', { params: { id: kept }, body: {} })).rejects.toMatchObject(
    refused,
  )
  // What it has goes on.
  await b.daemon.api().call('sendMessage', { params: { id: kept }, body: { text: 'go on' } })

  expect(await run('fleet', 'drain', 'b', '--undo')).toMatchObject({ code: 0 })
  await a.until((status) => of('b')(status)?.isDraining === false)
  expect(await run(...anywhere)).toMatchObject({ code: 0 })
  await b.create()
  expect(await run('fleet', 'drain', 'nobody')).toMatchObject({
    said: expect.stringContaining('no node nobody'),
  })
})

test('without a connection nothing is placed elsewhere, and a node can still be used by itself', async () => {
  const stage = await FleetStage.start(['a', 'b'])
  onTestFinished(() => stage.end())
  const [a] = stage.nodes as [TestNode]
  await stage.server.kill()
  await a.until(({ connection }) => connection?.isConnected === false)
  await expect(
    a.daemon.api().call('createSession', { body: { cwd: a.daemon.cwd, agent: 'sim', node: 'any' } }),
  ).rejects.toMatchObject({ code: 'not-possible', message: expect.stringContaining('leave out the node') })
  await a.create()
})
