/** Projects that the host knows, what they give to new sessions, and the runs of their scripts. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProjectSettings } from '../../../src/api/work.ts'
import { slugOf } from '../../../src/client/transcripts/location.ts'
import { type HostStage, hostStage } from '../stage.ts'
import { commit, git, read, repository, write } from './repository.ts'

let stage: HostStage
beforeEach(async () => {
  stage = await hostStage()
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(stage.folder, 'claude'))
  repository(stage.cwd)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await stage.close()
})

const put = (settings: ProjectSettings, path = stage.cwd) =>
  stage.call('putProject', { body: { path, settings } })
const listed = async () => (await stage.call('listProjects', {})).projects
/** A conversation of the CLI's own history. */
function past(cwd: string, id: string): void {
  const folder = join(stage.folder, 'claude', 'projects', slugOf(cwd))
  mkdirSync(folder, { recursive: true })
  const line = {
    ...{ type: 'user', uuid: id, sessionId: id, cwd, timestamp: '2026-11-01T10:00:00.000Z' },
    message: { role: 'user', content: 'an old question' },
  }
  writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`)
}
const ID = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

describe('projects', () => {
  test('come from sessions, from the history of the CLI, and from a person, who can forget them again', async () => {
    const [other, added] = ['other', 'added'].map((name) => join(stage.folder, name)) as [string, string]
    repository(other, { 'deep/a.txt': 'a\n' })
    repository(added)
    await stage.create(undefined, { worktree: { name: 'x' } })
    past(join(other, 'deep'), ID(1))
    past(join(stage.folder, 'gone'), ID(2))
    past('/', ID(3))
    await stage.call('addProject', { body: { path: added } })
    const byPath = async () => new Map((await listed()).map((it) => [it.path, it]))
    expect((await byPath()).get(stage.cwd)).toMatchObject({
      name: 'project',
      sessions: 1,
      past: 0,
      isRepository: true,
    })
    expect((await byPath()).get(other)).toMatchObject({ sessions: 0, past: 1, isAdded: false })
    expect((await byPath()).get(added)).toMatchObject({ sessions: 0, isAdded: true, isRepository: true })
    expect([...(await byPath()).keys()]).toHaveLength(3)
    stage = await stage.again()
    expect((await byPath()).get(added)).toMatchObject({ isAdded: true })
    rmSync(added, { recursive: true })
    expect((await byPath()).get(added)).toMatchObject({ isMissing: true, isRepository: false })
    await stage.call('forgetProject', { query: { path: added } })
    expect((await byPath()).has(added)).toBe(false)
    await expect(stage.call('addProject', { body: { path: '/' } })).rejects.toThrow()
  })

  test('have the conversations of all of their worktrees, also of those that are gone', async () => {
    const id = await stage.create(undefined, { worktree: { name: 'kept' } })
    const path = stage.host.session(id).row.cwd
    past(stage.cwd, ID(1))
    past(path, ID(2))
    past(join(`${stage.cwd}.worktrees`, 'gone', 'deep'), ID(3))
    past(stage.folder, ID(4))
    const history = await stage.call('getHistory', { query: { project: stage.cwd } })
    expect(history.sessions.map((it) => it.cliSessionId).sort()).toEqual([ID(1), ID(2), ID(3)])
    const all = await stage.call('getHistory', { query: {} })
    expect(all.sessions).toHaveLength(4)
  })

  test('show the default branch and the remote, without a password', async () => {
    const show = () => stage.call('getProject', { query: { path: stage.cwd } })
    expect(await show()).toMatchObject({ branch: 'main', defaultBranch: 'main' })
    git(stage.cwd, 'remote', 'add', 'origin', 'https://me:secret@example.com/shop.git')
    git(stage.cwd, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD')
    git(stage.cwd, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk')
    git(stage.cwd, 'checkout', '-qb', 'topic')
    const view = await show()
    expect(view).toMatchObject({
      ...{ branch: 'topic', defaultBranch: 'trunk', remote: 'https://example.com/shop.git' },
    })
    expect(JSON.stringify({ ...view, programs: [] })).not.toContain('secret')
  })

  test('say what a new session runs with, unless it names something else', async () => {
    await put({ model: 'opus', permissionMode: 'plan', maxBudgetUsd: 2 })
    const options = async (more: object) =>
      stage.host.session(await stage.create(undefined, more)).row.options
    expect(await options({})).toMatchObject({ model: 'opus', permissionMode: 'plan', maxBudgetUsd: 2 })
    expect(await options({ model: 'haiku', options: { maxBudgetUsd: 1 } })).toMatchObject({
      ...{ model: 'haiku', permissionMode: 'plan', maxBudgetUsd: 1 },
    })
    expect(await options({ worktree: { name: 'x' } })).toMatchObject({ model: 'opus' })
    expect(await options({ cwd: stage.folder })).not.toHaveProperty('model')
    await expect(put({ permissionMode: 'bypassPermissions' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('the run script', () => {
  const run = (path = stage.cwd, more: object = {}) => stage.call('getRun', { query: { path, ...more } })
  const start = (path = stage.cwd) => stage.call('startRun', { body: { path } })
  async function confirm(path = stage.cwd): Promise<void> {
    const { programs } = await stage.call('getProject', { query: { path } })
    const hashes = programs.filter(({ kind }) => kind === 'run').map(({ hash }) => hash)
    await stage.call('confirmPrograms', { body: { path, hashes } })
  }
  async function script(text: string): Promise<void> {
    commit(stage.cwd, { 'scripts/run': `#!/bin/sh\n${text}\n` })
    await put({ run: 'scripts/run' })
  }
  const running = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('runs once it was confirmed, and streams what it prints', async () => {
    await expect(start()).rejects.toThrow(/no run script/)
    await script('echo "on $FAIRLEAD_BRANCH"; while [ ! -e go ]; do sleep 0.05; done; echo gone >&2; exit 3')
    await expect(start()).rejects.toMatchObject({ details: { hash: expect.any(String) } })
    expect(await run()).toMatchObject({ status: 'none' })
    await confirm()
    await start()
    const first = await run(stage.cwd, { wait: 'true' })
    expect(first).toMatchObject({ status: 'running', output: 'on main\n', from: 0, next: 8 })
    await expect(start()).rejects.toMatchObject({ code: 'conflict' })
    const next = run(stage.cwd, { after: first.next, wait: 'true' })
    write(stage.cwd, 'go', '')
    expect(await next).toMatchObject({ output: 'gone\n', from: 8 })
    await expect.poll(() => run()).toMatchObject({ status: 'ended', problem: 'it ended with exit code 3' })
    expect((await run()).output).toBe('on main\ngone\n')
    const rows = stage.host.store.audit({})
    expect(rows.map(({ what }) => what)).toContain('run-started')
  })

  test('has to be confirmed again when it has changed', async () => {
    await script('true')
    await confirm()
    await script('false')
    await expect(start()).rejects.toThrow(/has changed/)
  })

  test('ends with all that it has started, when it is told to, with its worktree, and with the host', async () => {
    await script('sleep 1000 &\necho "$! " > pids; wait')
    await confirm()
    const child = async (path: string) => {
      await expect.poll(() => run(path)).toMatchObject({ status: 'running' })
      await expect.poll(() => read(path, 'pids')).toMatch(/\d+ /)
      return Number(read(path, 'pids'))
    }
    await start()
    const first = await child(stage.cwd)
    await stage.call('stopRun', { body: { path: stage.cwd } })
    expect(await run()).toMatchObject({ status: 'ended' })
    await expect.poll(() => running(first)).toBe(false)
    await expect(stage.call('stopRun', { body: { path: stage.cwd } })).rejects.toMatchObject({
      code: 'conflict',
    })

    const id = await stage.create(undefined, { worktree: { name: 'x' } })
    await stage.settled(id)
    const path = stage.host.session(id).row.cwd
    rmSync(join(stage.cwd, 'pids'))
    await start(path)
    const second = await child(path)
    await stage.call('endWorktree', { params: { id }, body: { branch: 'discard' } })
    await expect.poll(() => running(second)).toBe(false)

    await start()
    const third = await child(stage.cwd)
    stage = await stage.again()
    await expect.poll(() => running(third)).toBe(false)
    expect(await run()).toMatchObject({ status: 'none' })
  })

  test('keeps the last part of its output', async () => {
    await script('yes 0123456789 | head -c 1000000')
    await confirm()
    await start()
    await expect.poll(() => run()).toMatchObject({ status: 'ended' })
    const { output, from, next } = await run()
    expect(next).toBe(1_000_000)
    expect(output.length).toBe(256 * 1024)
    expect(from).toBe(next - output.length)
  })
})
