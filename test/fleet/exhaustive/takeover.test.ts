// A session is continued on another node: real hosts, real git and the simulator, with the engine in memory.
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { git, read, write } from '../../host/work/repository.ts'
import { isOver, said, scenarioIn, TakeoverStage } from '../takeover-stage.ts'

let folder: string
let stage: TakeoverStage
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-takeover-')))
  stage = await TakeoverStage.start(scenarioIn(folder))
})
afterEach(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

test('goes on under the same id with its conversation and its files, and a repeated command has its first receipt', async () => {
  const { a, b } = stage
  const id = await stage.session()
  const command = { text: 'write notes', commandId: 'write once' }
  const receipt = await a.call('sendMessage', { params: { id }, body: command })
  await a.stage.until(id, isOver(2))
  write(a.stage.cwd, 'untracked.txt', 'by hand\n')
  await a.stage.send(id, { text: 'and now?' })
  await a.stage.until(id, isOver(3))
  await stage.untilKept(id, 3)
  const cli = a.stage.host.session(id).state.facts.cliSessions.at(-1)?.id
  const before = a.stage.host.session(id).state.seq
  await stage.lose()

  await stage.takeOver(id)
  const session = b.stage.host.session(id)
  expect(said(b.stage, id, 'taken-over')).toEqual([expect.stringContaining('Nothing is lost')])
  const { cwd } = session.row
  expect(cwd.startsWith(b.stage.cwd)).toBe(true)
  expect([read(cwd, 'notes.md'), read(cwd, 'a.txt'), read(cwd, 'untracked.txt')]).toEqual([
    '# Notes\n',
    'changed\n',
    'by hand\n',
  ])
  // A person's own checkout is as it was.
  expect(read(b.stage.cwd, 'a.txt')).toBe('of a person\n')
  expect(git(cwd, 'rev-parse', 'HEAD')).toBe(git(a.stage.cwd, 'rev-parse', 'HEAD'))

  // The same command has no other effect; another prompt continues the same conversation of the CLI.
  expect(await b.call('sendMessage', { params: { id }, body: command })).toEqual(receipt)
  await b.stage.send(id, { text: 'go on' })
  const state = await b.stage.until(id, isOver(4))
  expect(state.facts.cliSessions.at(-1)?.id).toBe(cli)
  const prompts = b.stage.host.store
    .events(id, 0, 10_000)
    .flatMap((it) => (it.kind === 'sent' && it.message.type === 'user' ? [it.seq > before] : []))
  expect(prompts).toEqual([false, false, false, true])
  expect((await stage.listed(id, b))?.node).toMatchObject({ name: 'b', isHere: true })
})

test('what ran is lost, and the session says so; prompts that were held are sent there', async () => {
  const { a, b } = stage
  const id = await stage.session()
  await stage.untilKept(id, 1)
  await a.stage.send(id, { text: 'work for ever' })
  await a.stage.until(id, ({ turns }) => turns.current !== null)
  await a.stage.send(id, { text: 'perhaps' })
  await a.stage.send(id, { text: 'held', when: 'after-turn' })
  const { seq } = a.stage.host.session(id).state
  await stage.until(() => (stage.fleet.server.batches.get(id)?.at(-1)?.last ?? 0) >= seq)
  await stage.lose()
  await stage.takeOver(id)
  expect(said(b.stage, id, 'taken-over')).toEqual([
    expect.stringContaining(
      'The turn that ran is lost: files and conversation are as they were after turn 1',
    ),
  ])
  // Neither the one that ran is sent again, nor the one that may have run.
  await b.stage.until(id, isOver(3))
  const sent = b.stage.host.store
    .events(id, seq, 10_000)
    .flatMap((it) => (it.kind === 'sent' && it.message.type === 'user' ? [it.message.message.content] : []))
  expect(JSON.stringify(sent)).toContain('held')
  expect(sent).toHaveLength(1)
})

test('is refused with the reason, and then nothing has happened', async () => {
  const { a, b, fleet } = stage
  const id = await stage.session()
  await stage.untilKept(id, 1)
  await expect(stage.takeOver(id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('node a is there'),
  })
  await expect(stage.takeOver('nothing')).rejects.toMatchObject({ code: 'not-found' })
  await expect(stage.takeOver(id, {}, a)).rejects.toMatchObject({ code: 'conflict' })
  await stage.lose()
  git(b.stage.cwd, 'remote', 'set-url', 'origin', 'git@example.org:me/other.git')
  await expect(stage.takeOver(id)).rejects.toMatchObject({
    code: 'not-possible',
    message: expect.stringContaining('no project has the remote example.org/me/app'),
  })
  const files = fleet.server.files
  const kept = [...files]
  files.clear()
  await expect(stage.takeOver(id, { cwd: b.stage.cwd })).rejects.toMatchObject({ code: 'not-possible' })
  expect(b.stage.host.find(id)).toBeUndefined()
  expect(git(b.stage.cwd, 'worktree', 'list').split('\n')).toHaveLength(1)
  expect(fleet.server.tables.get('owners')?.entries.get(id)?.value).toMatchObject({ epoch: 1 })

  // A folder that a person names is taken for the project.
  for (const [name, bytes] of kept) files.set(name, bytes)
  await stage.takeOver(id, { cwd: b.stage.cwd })
  expect(b.stage.host.find(id)).toBeDefined()
})

test('a session without a repository is refused: the fleet does not have its files', async () => {
  const { a } = stage
  const cwd = join(a.stage.folder, 'plain')
  write(cwd, 'a.txt', 'plain\n')
  const id = await stage.session('hello', { cwd })
  await stage.untilKept(id, 1)
  await stage.lose()
  await expect(stage.takeOver(id)).rejects.toMatchObject({
    code: 'not-possible',
    message: expect.stringContaining('does not have the files of this session'),
  })
})

test('of two nodes that take it at once one has it', async () => {
  const { b, fleet } = stage
  const c = await fleet.add('c')
  git(b.stage.cwd, 'clone', '-q', b.stage.cwd, c.stage.cwd)
  const id = await stage.session()
  await stage.untilKept(id, 1)
  await stage.lose()
  await stage.until(async () => {
    const { nodes } = await c.call('getFleet', {})
    return nodes.some(({ name, away }) => name === 'a' && away === 'lost')
  })
  const settled = await Promise.allSettled(
    [b, c].map((node) => stage.takeOver(id, { cwd: node.stage.cwd }, node)),
  )
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [owner, other] = settled[0]?.status === 'fulfilled' ? [b, c] : [c, b]
  expect(owner.stage.host.find(id)).toBeDefined()
  expect(other.stage.host.find(id)).toBeUndefined()
  await expect
    .poll(async () => (await stage.listed(id, other))?.node)
    .toMatchObject({ name: owner.name, isHere: false })
  // Nothing is left of the attempt.
  expect(git(other.stage.cwd, 'worktree', 'list').split('\n')).toHaveLength(1)
})

test('a node that returns ends its process before it publishes anything, keeps its files as a branch, and shows the other', async () => {
  const { a, b, fleet } = stage
  const id = await stage.session()
  await stage.untilKept(id, 1)
  await a.stage.send(id, { text: 'work for ever' })
  await a.stage.until(id, ({ turns }) => turns.current !== null)
  const pid = a.stage.host.session(id).pid as number
  await stage.lose()
  await stage.takeOver(id)
  // Both have it now, and A goes on.
  write(a.stage.cwd, 'late.txt', 'after the loss\n')
  // More than the other will have, so that it could go on behind the other's last event.
  for (let i = 0; i < 100; i++) await a.stage.host.session(id).say('info', `after the loss ${i}`)
  await b.stage.send(id, { text: 'go on' })
  await b.stage.until(id, (state) => isOver(2)(state) && state.process.status === 'running')
  const published = fleet.server.batches.get(id)?.length ?? 0

  a.reconnect()
  await expect.poll(() => a.stage.host.find(id)).toBeUndefined()
  expect(() => process.kill(pid, 0)).toThrow()
  const late = (fleet.server.batches.get(id) ?? []).slice(published)
  expect(late.filter(({ epoch }) => epoch < 2)).toEqual([])
  const branch = `fairlead/kept-${id.slice(0, 8)}-1`
  expect(git(a.stage.cwd, 'show', `${branch}:late.txt`)).toBe('after the loss')
  await expect.poll(() => said(b.stage, id, 'kept-elsewhere')).toEqual([expect.stringContaining(branch)])
  await expect.poll(async () => (await stage.listed(id, a))?.node).toMatchObject({ name: 'b', isHere: false })
  expect((await stage.listed(id, b))?.node).toMatchObject({ name: 'b', isHere: true })

  // A is a console of it now.
  await a.call('sendMessage', { params: { id }, body: { text: 'from a' } })
  await b.stage.until(id, isOver(3))
  expect(existsSync(join(a.stage.cwd, 'late.txt'))).toBe(true)
})
