// A session is moved to another node between two turns: real hosts, real git and the simulator, with the engine in memory.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readHistory } from '../../../src/fleet/history.ts'
import { git, read, write } from '../../host/work/repository.ts'
import { isOver, said, scenarioIn, TakeoverStage } from '../takeover-stage.ts'

let folder: string
let stage: TakeoverStage
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-move-')))
  stage = await TakeoverStage.start(scenarioIn(folder))
})
afterEach(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

test('loses nothing, and the session is on one node at every time', async () => {
  const { a, b, fleet } = stage
  const id = await stage.session('write notes', { worktree: { name: 'notes' } })
  write(a.stage.host.session(id).row.cwd, 'more.txt', 'by hand\n')
  const cli = a.stage.host.session(id).state.facts.cliSessions.at(-1)?.id
  await stage.until(async () => (await stage.listed(id, b)) !== undefined)
  const move = () => b.call('moveSession', { body: { session: id, node: 'b', commandId: 'move' } })
  await move()
  expect(a.stage.host.find(id)).toBeUndefined()
  const { cwd, extra } = b.stage.host.session(id).row
  expect(extra.worktree).toMatchObject({ branch: 'fairlead/notes', baseBranch: 'main' })
  expect([read(cwd, 'notes.md'), read(cwd, 'more.txt')]).toEqual(['# Notes\n', 'by hand\n'])
  expect(said(b.stage, id, 'taken-over')).toEqual([
    expect.stringContaining('Moved here from node a. Nothing was lost.'),
  ])
  expect(said(b.stage, id, 'kept-elsewhere')).toEqual([])

  // Its process goes on there, and what A sends arrives; the events of both owners are one sequence.
  await b.stage.until(id, ({ process }) => process.status === 'running')
  await expect.poll(async () => (await stage.listed(id, a))?.node).toMatchObject({ name: 'b', isHere: false })
  await a.call('sendMessage', { params: { id }, body: { text: 'from a' } })
  const { facts, seq } = await b.stage.until(id, isOver(2))
  expect(facts.cliSessions.at(-1)?.id).toBe(cli)
  await stage.until(() => (fleet.server.batches.get(id)?.at(-1)?.last ?? 0) >= seq)
  const history = await readHistory(fleet.server.connect().events, id)
  expect(history.epoch).toBe(2)
  expect(history.lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(
    Array.from({ length: history.last }, (_, i) => i + 1),
  )
  // Once more, and back.
  a.stage.host.work.projects.add(a.stage.cwd, { commandId: 'add', at: Date.now(), receipt: {} })
  await move()
  git(a.stage.cwd, 'worktree', 'prune')
  await b.call('moveSession', { body: { session: id, node: 'a' } })
  expect(b.stage.host.find(id)).toBeUndefined()
  expect(read(a.stage.host.session(id).row.cwd, 'more.txt')).toBe('by hand\n')
})

test('is refused while it works, and where the other node cannot have it; then the session goes on where it was', async () => {
  const { a, b } = stage
  const id = await stage.session()
  const move = (node = 'b') => a.call('moveSession', { body: { session: id, node } })
  await expect(move('nobody')).rejects.toMatchObject({ code: 'not-found' })
  await a.stage.send(id, { text: 'work for ever' })
  await a.stage.until(id, ({ turns }) => turns.current !== null)
  await expect(move()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('works') })
  await a.call('interrupt', { params: { id }, body: {} })
  await a.stage.settled(id)

  git(b.stage.cwd, 'remote', 'set-url', 'origin', 'git@example.org:me/other.git')
  const { generation } = a.stage.host.session(id).row
  await expect(move()).rejects.toMatchObject({
    message: expect.stringContaining('no project has the remote'),
  })
  expect(b.stage.host.find(id)).toBeUndefined()
  await a.stage.until(id, ({ process }) => process.generation > generation && process.status === 'running')
  await a.stage.send(id, { text: 'still there?' })
  await a.stage.until(id, isOver(3))

  // Without the other node nothing has happened either.
  await a.stage.settled(id)
  b.disconnect()
  await expect(move()).rejects.toMatchObject({ code: 'not-possible' })
  expect(a.stage.host.find(id)).toBeDefined()
})
