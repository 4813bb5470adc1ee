/** A session in a worktree of its own: the folder, the branch, copied files, the setup script, submodules, and what is refused. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Worktree } from '../../../src/api/work.ts'
import { items } from '../../../src/state/select.ts'
import { type HostStage, hostStage } from '../stage.ts'
import { isOver } from '../waiting.ts'
import { commit, git, read, repository, write } from './repository.ts'

let stage: HostStage
let base: string
beforeEach(async () => {
  stage = await hostStage()
  base = repository(stage.cwd)
})
afterEach(() => stage.close())

const worktreeOf = (id: string) => stage.host.summaryOf(stage.host.session(id)).worktree as Worktree
const put = (settings: object) => stage.call('putProject', { body: { path: stage.cwd, settings } as never })
const notices = (id: string) =>
  items(stage.host.session(id).state).flatMap((it) => (it.kind === 'notice' ? [it.text] : []))
const until = (id: string, status: string) =>
  stage.until(id, () => worktreeOf(id).status === status || worktreeOf(id).setup?.status === status)

describe('a new session', () => {
  test('works in a folder beside the project, on a branch of its own, and runs its prompt there', async () => {
    const id = await stage.create('Fix the Login, please!', { worktree: {} })
    await stage.until(id, isOver)
    const path = join(stage.folder, 'project.worktrees', 'fix-the-login-please')
    expect(worktreeOf(id)).toEqual({
      path,
      branch: 'fairlead/fix-the-login-please',
      base,
      baseBranch: 'main',
      checkout: stage.cwd,
      status: 'ready',
    })
    const { row } = stage.host.session(id)
    expect(row).toMatchObject({ cwd: path, gitBase: base, extra: { project: stage.cwd } })
    expect(git(path, 'status', '--porcelain', '--branch')).toBe('## fairlead/fix-the-login-please')
    expect(read(path, 'a.txt')).toBe('one\n')
    expect(git(stage.cwd, 'status', '--porcelain')).toBe('')
    expect(git(stage.cwd, 'branch', '--show-current')).toBe('main')
    expect(git(stage.cwd, 'worktree', 'list', '--porcelain')).toContain(`worktree ${path}\n`)
  })

  test('begins at the branch or the commit that was named, in the same folder within the repository', async () => {
    commit(stage.cwd, { 'deep/b.txt': 'b\n' })
    git(stage.cwd, 'branch', 'release')
    commit(stage.cwd, { 'deep/b.txt': 'later\n' })
    const named = { name: 'Old.1', base: 'release' }
    const id = await stage.create(undefined, { cwd: join(stage.cwd, 'deep'), worktree: named })
    const { path, branch, baseBranch } = worktreeOf(id)
    expect({ branch, baseBranch }).toEqual({ branch: 'fairlead/Old.1', baseBranch: 'release' })
    expect(stage.host.session(id).row.cwd).toBe(join(path, 'deep'))
    expect(read(path, 'deep/b.txt')).toBe('b\n')
    const other = await stage.create(undefined, { worktree: { name: 'first', base: base.slice(0, 12) } })
    expect(worktreeOf(other)).toMatchObject({ base })
    expect(worktreeOf(other).baseBranch).toBeUndefined()
  })

  test('twenty at once get twenty folders and branches, and each edits its own', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => stage.create(undefined, { title: 'same', worktree: {} })),
    )
    const trees = ids.map(worktreeOf)
    expect(new Set(trees.map(({ path }) => path)).size).toBe(20)
    expect(new Set(trees.map(({ branch }) => branch)).size).toBe(20)
    for (const { path } of trees) write(path, 'a.txt', `${path}\n`)
    for (const { path } of trees) {
      expect(git(path, 'status', '--porcelain')).toBe(' M a.txt')
      expect(read(path, 'a.txt')).toBe(`${path}\n`)
    }
    expect(git(stage.cwd, 'status', '--porcelain')).toBe('')
  })

  test('a name that is taken, a base that is not there, a folder without commits: refused, and nothing is left', async () => {
    await stage.create(undefined, { worktree: { name: 'x' } })
    const create = (more: object) => stage.create(undefined, more)
    await expect(create({ worktree: { name: 'x' } })).rejects.toMatchObject({ code: 'conflict' })
    await expect(create({ worktree: { base: '--output=x' } })).rejects.toMatchObject({ code: 'bad-request' })
    await expect(create({ worktree: {}, cwd: stage.folder })).rejects.toThrow(/no git repository/)
    const empty = join(stage.folder, 'empty')
    mkdirSync(empty)
    git(empty, 'init', '-q')
    await expect(create({ worktree: {}, cwd: empty })).rejects.toThrow(/no commit yet/)
    await expect(create({ worktree: { name: 'y' }, agent: 'none', prompt: '' })).rejects.toThrow()
    expect(stage.host.sessions()).toHaveLength(1)
    expect(git(stage.cwd, 'for-each-ref', '--format=%(refname)', 'refs/heads')).toBe(
      'refs/heads/fairlead/x\nrefs/heads/main',
    )
  })
})

describe('where it goes', () => {
  test('into the folder that the project names', async () => {
    await put({ worktrees: '../trees/deep' })
    const id = await stage.create(undefined, { worktree: { name: 'x' } })
    expect(worktreeOf(id).path).toBe(join(stage.folder, 'trees/deep/x'))
  })

  test('never outside of the roots, into the data folder, or into a git folder', async () => {
    const roots = [stage.cwd]
    const { folder } = stage
    stage = await stage.again({ roots })
    await expect(stage.create(undefined, { worktree: {} })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining("Set the project's folder for worktrees"),
    })
    symlinkSync(folder, join(stage.cwd, 'out'))
    for (const worktrees of ['out/trees', '.git/trees']) {
      await put({ worktrees })
      await expect(stage.create(undefined, { worktree: {} })).rejects.toMatchObject({ code: 'forbidden' })
    }
    stage = await stage.again({ roots: [folder] })
    await put({ worktrees: join(folder, 'sessions', 'trees') })
    await expect(stage.create(undefined, { worktree: {} })).rejects.toMatchObject({ code: 'forbidden' })
    expect(existsSync(join(folder, 'sessions', 'trees'))).toBe(false)
    await put({ worktrees: 'inside' })
    await stage.create(undefined, { worktree: { name: 'x' } })
    expect(existsSync(join(stage.cwd, 'inside/x/a.txt'))).toBe(true)
  })
})

describe('what a worktree has', () => {
  test('copies of the files that the project lists, but none through a link that leads out', async () => {
    commit(stage.cwd, { '.gitignore': '.env*\nlinked\nnew/\n', 'sub/tracked': 'x\n' })
    write(stage.cwd, '.env', 'KEY=1\n', 0o600)
    write(stage.cwd, 'new/deep.env', 'deep\n')
    write(stage.folder, 'secret', 'outside\n')
    symlinkSync(join(stage.folder, 'secret'), join(stage.cwd, 'linked'))
    write(stage.cwd, 'sub/tracked', 'changed, and git has it\n')
    await put({ copy: ['.env', 'new/deep.env', 'linked', 'sub/tracked', 'missing'] })
    const id = await stage.create('hello', { worktree: { name: 'x' } })
    await stage.until(id, isOver)
    const { path } = worktreeOf(id)
    expect(read(path, '.env')).toBe('KEY=1\n')
    expect(read(path, 'new/deep.env')).toBe('deep\n')
    expect(read(path, 'sub/tracked')).toBe('x\n')
    expect(existsSync(join(path, 'linked'))).toBe(false)
    expect(notices(id)).toEqual([
      'linked was not copied: it is a link that leads out of the project',
      'missing was not copied: the project has no such file',
    ])
    await expect(put({ copy: ['../x'] }).then(() => stage.call('putProject', {}))).rejects.toThrow()
  })

  test('pointers of git-lfs as they are committed, without a filter that runs', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 5\n`
    commit(stage.cwd, { '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n', 'x.bin': pointer })
    const mark = join(stage.folder, 'ran')
    git(stage.cwd, 'config', 'filter.lfs.smudge', `touch ${mark}; cat`)
    git(stage.cwd, 'config', 'filter.lfs.required', 'true')
    write(stage.cwd, '.git/hooks/post-checkout', `#!/bin/sh\ntouch ${mark}\n`, 0o755)
    const id = await stage.create(undefined, { worktree: { name: 'x' } })
    expect(read(worktreeOf(id).path, 'x.bin')).toBe(pointer)
    expect(existsSync(mark)).toBe(false)
  })

  test('line ends as the attributes and settings of the repository ask for', async () => {
    commit(stage.cwd, { '.gitattributes': 'crlf.txt text eol=crlf\n', 'crlf.txt': 'a\nb\n' })
    const id = await stage.create(undefined, { worktree: { name: 'x' } })
    const { path } = worktreeOf(id)
    expect(read(path, 'crlf.txt')).toBe('a\r\nb\r\n')
    expect(git(path, 'status', '--porcelain')).toBe('')
  })

  test('its submodules, at their commits, where the main checkout has them', async () => {
    const inner = join(stage.folder, 'inner')
    const commitOfInner = repository(inner, { 'inner.txt': 'inner\n' })
    git(stage.cwd, 'submodule', '--quiet', 'add', inner, 'libs/inner')
    git(stage.cwd, 'submodule', '--quiet', 'add', inner, 'gone')
    commit(stage.cwd, {}, 'with submodules')
    git(stage.cwd, 'submodule', '--quiet', 'deinit', '--force', 'gone')
    const id = await stage.create(undefined, { worktree: { name: 'x' } })
    const { path } = worktreeOf(id)
    expect(read(path, 'libs/inner/inner.txt')).toBe('inner\n')
    expect(git(path, 'status', '--porcelain')).toBe('')
    expect(git(join(path, 'libs/inner'), 'rev-parse', 'HEAD')).toBe(commitOfInner)
    write(path, 'libs/inner/inner.txt', 'changed\n')
    expect(read(stage.cwd, 'libs/inner/inner.txt')).toBe('inner\n')
    expect(notices(id)).toEqual([expect.stringMatching(/^The submodule gone is empty/)])
  })
})

describe('the setup script', () => {
  const SCRIPT = '#!/bin/sh\necho "in $PWD"\nprintf "made of %s" "$FAIRLEAD_BRANCH" > made\n'
  const hashOf = async () =>
    (await stage.call('getProject', { query: { path: stage.cwd } })).programs[0]?.hash as string
  const confirm = async (hash?: string) =>
    stage.call('confirmPrograms', { body: { path: stage.cwd, hashes: [hash ?? (await hashOf())] } })
  const runSetup = (id: string, body = {}) => stage.call('runSetup', { params: { id }, body } as never)

  beforeEach(async () => {
    commit(stage.cwd, { 'scripts/setup': SCRIPT })
    await put({ setup: 'scripts/setup' })
  })

  test('waits until a person has confirmed it, then runs before the CLI, with its output in the session', async () => {
    const id = await stage.create('hello', { worktree: { name: 'x' } })
    await until(id, 'unconfirmed')
    await stage.until(id, () => notices(id).length > 0)
    expect(notices(id)[0]).toMatch(
      /No process could be started: the setup script scripts\/setup was not confirmed/,
    )
    const { path, setup } = worktreeOf(id)
    expect(existsSync(join(path, 'made'))).toBe(false)
    expect(stage.host.session(id).row.generation).toBe(0)
    const { programs } = await confirm(setup?.hash)
    expect(programs).toMatchObject([
      { kind: 'setup', title: 'scripts/setup', isConfirmed: true, text: SCRIPT },
    ])
    await runSetup(id)
    await stage.until(id, isOver)
    expect(read(path, 'made')).toBe('made of fairlead/x')
    expect(notices(id).slice(1)).toEqual(['Setup: scripts/setup', `in ${path}`])
    expect(worktreeOf(id)).toMatchObject({ status: 'ready', setup: { status: 'done' } })
    const { entries } = { entries: stage.host.store.audit({}) }
    expect(entries).toMatchObject([
      { what: 'programs-confirmed', by: 'test', detail: { project: stage.cwd } },
    ])
  })

  test('is confirmed once for all worktrees, and again when it has changed', async () => {
    await confirm()
    const first = await stage.create('hello', { worktree: {} })
    await stage.until(first, isOver)
    commit(stage.cwd, { 'scripts/setup': `${SCRIPT}touch changed\n` })
    const second = await stage.create('hello', { worktree: {} })
    await until(second, 'unconfirmed')
    expect(existsSync(join(worktreeOf(second).path, 'made'))).toBe(false)
    expect(worktreeOf(second).setup?.hash).toBe(await hashOf())
    expect(worktreeOf(second).setup?.hash).not.toBe(worktreeOf(first).setup?.hash)
  })

  test('that fails keeps the prompt, is run again on request, or left out', async () => {
    const fails = '#!/bin/sh\n[ -e ../mended ] && exit 0\necho "no such thing" >&2\nexit 3\n'
    commit(stage.cwd, { 'scripts/setup': fails })
    await confirm()
    const id = await stage.create('hello', { worktree: { name: 'x' } })
    const other = await stage.create('hello', { worktree: { name: 'y' } })
    await Promise.all([until(id, 'failed'), until(other, 'failed')])
    expect(worktreeOf(id)).toMatchObject({
      setup: { problem: 'it ended with exit code 3' },
      status: 'created',
    })
    await stage.until(id, () => notices(id).some((it) => it.includes('the setup failed')))
    expect(notices(id)).toContain('no such thing')
    await expect(stage.resume(id)).rejects.toThrow(/setup failed: it ended with exit code 3/)
    stage = await stage.again()
    expect(worktreeOf(id).setup?.status).toBe('failed')
    write(join(stage.folder, 'project.worktrees'), 'mended', '')
    await runSetup(id)
    expect((await stage.until(id, isOver)).turns.past.size).toBe(1)
    await runSetup(other, { skip: true })
    await stage.until(other, isOver)
    expect(worktreeOf(other)).toMatchObject({ status: 'ready', setup: { status: 'skipped' } })
    await expect(runSetup(id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('runs as it was read: a change after the check has no effect, and other languages work', async () => {
    const script = '#!/usr/bin/env node\nrequire("node:fs").writeFileSync("made", "node")\n'
    commit(stage.cwd, { 'scripts/setup': script })
    const hash = createHash('sha256').update('setup scripts/setup\0').update(script).digest('hex')
    expect(await hashOf()).toBe(hash)
    await confirm()
    const id = await stage.create('hello', { worktree: { name: 'x' } })
    await stage.until(id, isOver)
    expect(read(worktreeOf(id).path, 'made')).toBe('node')
  })

  test('ends with its session, with all that it has started', async () => {
    commit(stage.cwd, { 'scripts/setup': '#!/bin/sh\nsleep 1000 &\necho "$$ $!" > pids\nwait\n' })
    await confirm()
    const id = await stage.create('hello', { worktree: { name: 'x' } })
    await until(id, 'running')
    const file = join(worktreeOf(id).path, 'pids')
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').trim()).toMatch(/\d+ \d+/)
    const pids = read(worktreeOf(id).path, 'pids').trim().split(' ').map(Number)
    await stage.closeSession(id)
    for (const pid of pids) await expect.poll(() => existsSync(`/proc/${pid}/cwd`)).toBe(false)
    expect(worktreeOf(id).setup).toBeUndefined()
  })

  test('that leads out of the repository is not read', async () => {
    write(stage.folder, 'outside', SCRIPT)
    symlinkSync(join(stage.folder, 'outside'), join(stage.cwd, 'link'))
    await put({ setup: 'link' })
    expect((await stage.call('getProject', { query: { path: stage.cwd } })).programs).toEqual([])
  })
})
