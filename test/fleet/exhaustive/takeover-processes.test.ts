// The host of a node is killed in the middle of a turn, with an approval open: hosts in processes of their own, and a real nats-server.
import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { readHistory } from '../../../src/fleet/history.ts'
import { openNats } from '../../../src/fleet/nats/nats-engine.ts'
import { untilLive, untilSession } from '../../host/waiting.ts'
import { git, repository } from '../../host/work/repository.ts'
import { WebStage } from '../../web/stage.ts'
import { FleetStage, type TestNode, untilListed } from '../stage.ts'

const isOver = (turns: number) => (state: { turns: { past: { size: number }; current: unknown } }) =>
  state.turns.past.size >= turns && state.turns.current === null

test('its session goes on where a person takes it over in the console; the old node is fenced when it returns', async () => {
  const stage = await FleetStage.start(['a', 'b'], { lostAfterSeconds: 4 })
  onTestFinished(() => stage.end())
  const [a, b] = stage.nodes as [TestNode, TestNode]
  repository(a.daemon.cwd)
  execFileSync('git', ['clone', '-q', a.daemon.cwd, b.daemon.cwd], { stdio: 'ignore' })
  git(a.daemon.cwd, 'remote', 'add', 'origin', 'git@example.org:me/app.git')
  git(b.daemon.cwd, 'remote', 'set-url', 'origin', 'git@example.org:me/app.git')
  await b.daemon.api().call('addProject', { body: { path: b.daemon.cwd } })
  const engine = await openNats({ url: stage.server.url, name: 'reader', maxEventBytes: 64 * 1024 * 1024 })
  onTestFinished(() => engine.close())

  const liveB = b.live()
  const id = await a.create('hello')
  await untilSession(liveB, id, isOver(1))
  const manifests = await engine.table('snapshots')
  await expect.poll(async () => ((await manifests.get(id))?.value as { turn: number })?.turn).toBe(1)
  const fix = { params: { id }, body: { text: 'fix the bug', commandId: 'fix once' } }
  const receipt = await b.daemon.api().call('sendMessage', fix)
  await untilLive(liveB, (live) => live.state.approvals.some(({ session }) => session === id))
  const { pid } = await a.daemon.api().call('getProcess', { params: { id } })

  await a.daemon.kill()
  await untilListed(liveB, id, ({ node }) => node?.awaySince !== undefined)
  const page = await (await WebStage.on(b.daemon)).page({ at: `/s/${id}` })
  await page.getByRole('button', { name: 'Take over here' }).click()
  await untilListed(liveB, id, ({ node }) => node?.isHere === true && node.name === 'b')
  await expect.poll(() => page.getByRole('feed').innerText()).toContain('The turn that ran is lost')
  await expect.poll(() => page.getByRole('button', { name: 'Take over here' }).count()).toBe(0)
  await untilLive(liveB, (live) => !live.state.approvals.some(({ session }) => session === id))

  // The prompt is not run again by its command, and the next one runs.
  expect(await b.daemon.api().call('sendMessage', fix)).toEqual(receipt)
  await b.daemon.api().call('sendMessage', { params: { id }, body: { text: 'hello again' } })
  await untilSession(liveB, id, isOver(3))
  const { events } = await b.daemon.api().call('listEvents', { params: { id }, query: { limit: 10_000 } })
  const prompts = events.filter(
    ({ kind, ...it }) => kind === 'sent' && JSON.stringify(it).includes('"type":"user"'),
  )
  expect(prompts.map((it) => JSON.stringify(it).includes('fix the bug'))).toEqual([false, true, false])

  // The CLI of the old node has waited for its answer all the time.
  expect(() => process.kill(pid as number, 0)).not.toThrow()
  await a.daemon.start()
  const liveA = a.live()
  await untilListed(liveA, id, ({ node }) => node?.name === 'b' && !node.isHere)
  expect(() => process.kill(pid as number, 0)).toThrow()
  expect(git(a.daemon.cwd, 'branch', '--list', 'fairlead/kept-*')).toContain(
    `fairlead/kept-${id.slice(0, 8)}-1`,
  )
  await expect.poll(() => page.getByRole('feed').innerText()).toContain('Node a is back')
  const seen = await untilSession(liveA, id, isOver(3))
  expect(seen.process.generation).toBe(2)

  const { last } = await b.daemon.api().call('listEvents', { params: { id }, query: { limit: 10_000 } })
  await expect.poll(async () => (await engine.events.mark(id))?.last).toBe(last)
  const history = await readHistory(engine.events, id)
  expect(history.lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(
    Array.from({ length: last }, (_, i) => i + 1),
  )
})

test('by hand, in the terminal: refused while the node is there, and then carried out; and moved back', async () => {
  const stage = await FleetStage.start(['a', 'b'], { lostAfterSeconds: 4 })
  onTestFinished(() => stage.end())
  const [a, b] = stage.nodes as [TestNode, TestNode]
  repository(a.daemon.cwd)
  execFileSync('git', ['clone', '-q', a.daemon.cwd, b.daemon.cwd], { stdio: 'ignore' })
  const liveB = b.live()
  const id = await a.create('hello')
  await untilSession(liveB, id, isOver(1))
  const run = (...args: string[]) => b.daemon.run(['fleet', ...args])
  expect(await run('takeover', id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('node a is there'),
  })

  await b.daemon.api().call('addProject', { body: { path: b.daemon.cwd } })
  await a.daemon.api().call('addProject', { body: { path: a.daemon.cwd } })
  // The project of B has a remote that is a folder of this machine, and that of A has none: known by its first commit.
  expect(await run('move', id, 'b')).toMatchObject({
    code: 0,
    out: expect.stringContaining('goes on on node b'),
  })
  await untilListed(liveB, id, ({ node }) => node?.isHere === true)
  await b.daemon.api().call('sendMessage', { params: { id }, body: { text: 'hello' } })
  await untilSession(liveB, id, isOver(2))
  expect(await run('move', id, 'a')).toMatchObject({ code: 0 })
  await untilListed(liveB, id, ({ node }) => node?.name === 'a')

  await a.daemon.kill()
  await untilListed(liveB, id, ({ node }) => node?.awaySince !== undefined)
  expect(await run('takeover', id)).toMatchObject({ code: 0, out: expect.stringContaining('goes on here') })
  await b.daemon.api().call('sendMessage', { params: { id }, body: { text: 'hello' } })
  await untilSession(liveB, id, isOver(3))
})
