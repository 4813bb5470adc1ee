/** What the list shows of a session: its project, its pin, the request itself, how its last turn ended. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { SessionSummary } from '../../src/api/resources.ts'
import { type HostStage, hostStage } from './stage.ts'

let stage: HostStage
afterEach(() => stage.close())

const summaryOf = (id: string): SessionSummary => stage.host.summaryOf(stage.host.session(id))
const patch = (id: string, body: object) =>
  stage.call('patchSession', { params: { id }, body: body as never })

function git(...args: string[]): void {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  execFileSync('git', [...who, ...args], { cwd: stage.cwd, stdio: 'ignore' })
}

test('sessions in worktrees of one repository belong to one project; a folder without git is its own', async () => {
  stage = await hostStage()
  const plain = await stage.create()
  expect(summaryOf(plain).project).toEqual({ path: stage.cwd, name: 'project' })
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  const tree = join(stage.folder, 'tree')
  git('worktree', 'add', '-q', tree)
  const inTree = await stage.create(undefined, { cwd: tree })
  expect(summaryOf(inTree)).toMatchObject({ cwd: tree, project: { path: stage.cwd, name: 'project' } })
  const fork = await stage.create(undefined, { cwd: stage.cwd })
  expect(summaryOf(fork).project).toEqual(summaryOf(inTree).project)
})

test('a session of an earlier version finds its project by itself', async () => {
  stage = await hostStage()
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  const tree = join(stage.folder, 'tree')
  git('worktree', 'add', '-q', tree)
  const id = await stage.create(undefined, { cwd: tree })
  const session = stage.host.session(id)
  const { project: _, ...extra } = session.row.extra
  await session.change({ extra })
  await stage.closeSession(id)
  stage = await stage.again()
  await new Promise<void>((resolve) => {
    const isFound = () => summaryOf(id).project.path === stage.cwd && resolve()
    stage.host.listen({ changed: isFound })
    isFound()
  })
})

test('a pin outlives the host and is no news of the session', async () => {
  stage = await hostStage()
  const id = await stage.create('hello')
  await stage.settled(id)
  await stage.closeSession(id)
  const { updatedAt, pinned } = summaryOf(id)
  expect(pinned).toBe(false)
  await patch(id, { pinned: true })
  expect(summaryOf(id)).toMatchObject({ pinned: true, updatedAt })
  stage = await stage.again()
  expect(stage.host.session(id).memory.isLoaded).toBe(false)
  expect(summaryOf(id)).toMatchObject({ pinned: true, updatedAt })
  await patch(id, { pinned: false, title: 'Other' })
  expect(summaryOf(id)).toMatchObject({ pinned: false, title: 'Other' })
})

test('the request that waits, then the files that were changed and how the turn ended', async () => {
  stage = await hostStage()
  const id = await stage.create('fix the bug')
  const seen: SessionSummary['preview'][] = []
  for (;;) {
    const state = await stage.until(
      id,
      ({ approvals, turns }) => approvals.pending.length > 0 || turns.past.size > 0,
    )
    const [pending] = state.approvals.pending
    if (!pending) break
    seen.push(summaryOf(id).preview)
    await stage.answer(id, pending.id, { decision: 'allow' })
    await stage.until(id, ({ approvals }) => approvals.pending[0]?.id !== pending.id)
  }
  await stage.settled(id)
  expect(seen).toContainEqual({ kind: 'file', text: 'Edit src/total.js' })
  const { preview, lastTurn, edits } = summaryOf(id)
  expect(preview).toMatchObject({ kind: 'text', text: expect.stringMatching(/^Fixed\./) })
  expect(lastTurn).toMatchObject({ number: 1, outcome: 'done' })
  expect(edits).toEqual({ files: 1, added: 1, removed: 1 })
})
