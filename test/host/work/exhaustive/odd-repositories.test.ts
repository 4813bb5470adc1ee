/** The whole loop in repositories of every odd kind: worktree, changes, checkpoint, commit, merge, discard, restore. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswerOf, RouteName } from '../../../../src/api/routes.ts'
import { type HostStage, hostStage } from '../../stage.ts'
import { commit, git, read, repository, write } from '../repository.ts'

let stage: HostStage
let at: string
beforeEach(async () => {
  stage = await hostStage()
  at = join(stage.folder, 'odd')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await stage.close()
})

const call = <N extends RouteName>(name: N, id: string, body: object = {}, query: object = {}) =>
  stage.call(name, { params: { id }, body, query } as never) as Promise<AnswerOf<N>>
const turn = async (id: string) => {
  await stage.send(id, { text: 'hello' })
  await stage.settled(id)
  await stage.host.work.checkpoints.settled(stage.host.session(id))
}

interface Loop {
  /** Where the session is begun. */
  readonly cwd?: string
  readonly into?: string
  /** What the agent does, in the top folder of the worktree. */
  readonly change?: (path: string) => void
  /** Plain git would store something else: checkpoints keep bytes. */
  readonly isConverted?: boolean
}

/** Answers what the review listed, and the top folder that the worktree had. */
async function loop({
  cwd = at,
  into,
  isConverted = false,
  change = (path) => write(path, 'a.txt', 'by the agent\n'),
}: Loop = {}) {
  const id = await stage.create('hello', { cwd, worktree: { name: 'x' } })
  await stage.settled(id)
  await stage.host.work.checkpoints.settled(stage.host.session(id))
  const path = stage.host.session(id).row.extra.worktree as { path: string }
  const top = path.path
  change(top)
  await turn(id)
  const { files } = await call('listReviewFiles', id, {}, { scope: 'uncommitted' })
  const { files: ofTurn } = await call('diffCheckpoints', id, {}, { to: 2 })
  expect(ofTurn.length).toBeGreaterThan(0)
  // An independent reading: the tree of the checkpoint is what a fresh index of the folder gives.
  const { checkpoints } = await call('listCheckpoints', id)
  const index = join(stage.folder, 'index')
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    GIT_INDEX_FILE: index,
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const plain = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'core.filemode=true', ...args], {
      cwd: top,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  rmSync(index, { force: true })
  plain('add', '-A', '--sparse')
  if (!isConverted)
    expect(git(top, 'rev-parse', `${checkpoints.at(-1)?.commit}^{tree}`)).toBe(plain('write-tree'))
  await call('commit', id, { message: 'by the agent' })
  expect(git(top, 'status', '--porcelain')).toBe('')
  const asked = { how: 'squash', ...(into !== undefined && { into }) }
  const preview = await call('previewMerge', id, {}, asked)
  expect(preview).toMatchObject({ conflicts: [], uncommitted: [] })
  const { result } = await call('mergeWorktree', id, { ...asked, expected: preview.expected })
  expect(git(top, 'rev-parse', `${result.commit}^{tree}`)).toBe(git(top, 'rev-parse', 'HEAD^{tree}'))
  write(top, 'left.txt', 'not committed\n')
  const { result: ended } = await call('endWorktree', id, { branch: 'discard' })
  expect(existsSync(top)).toBe(false)
  const { checkout } = stage.host.session(id).row.extra.worktree as { checkout: string }
  await stage.call('restoreWorktree', { body: { checkout, id: ended.trash } } as never)
  expect(read(top, 'left.txt')).toBe('not committed\n')
  return { files, top, id }
}

test('ids that are SHA-256', async () => {
  mkdirSync(at)
  git(at, 'init', '-q', '-b', 'main', '--object-format=sha256')
  commit(at, { 'a.txt': 'one\n' })
  git(at, 'config', 'user.name', 'Ada')
  git(at, 'config', 'user.email', 'a@example.com')
  await loop()
  expect(read(at, 'a.txt')).toBe('by the agent\n')
})

test('no commit: it says so, and nothing is left', async () => {
  mkdirSync(at)
  git(at, 'init', '-q', '-b', 'main')
  await expect(stage.create('hello', { cwd: at, worktree: { name: 'x' } })).rejects.toThrow(/commit/)
  expect(existsSync(`${at}.worktrees`)).toBe(false)
  const id = await stage.create('hello', { cwd: at })
  write(at, 'a.txt', 'new\n')
  expect((await call('listReviewFiles', id, {}, { scope: 'base' })).files).toMatchObject([
    { path: 'a.txt', status: 'new' },
  ])
  await call('commit', id, { message: 'the first' })
  expect(git(at, 'log', '--format=%s')).toBe('the first')
})

test('a HEAD on no branch: the branch to merge into has to be named', async () => {
  repository(at)
  git(at, 'checkout', '-q', '--detach')
  await loop({ into: 'main' })
  expect(git(at, 'show', 'main:a.txt')).toBe('by the agent')
})

test('a worktree of a bare repository: it is reviewed, and gets no further worktree', async () => {
  const source = join(stage.folder, 'source')
  repository(source)
  git(stage.folder, 'clone', '-q', '--bare', source, `${at}.git`)
  git(`${at}.git`, 'worktree', 'add', '-q', at, 'main')
  await expect(stage.create('hello', { cwd: at, worktree: { name: 'x' } })).rejects.toThrow(/bare/)
  expect(git(at, 'worktree', 'list').split('\n')).toHaveLength(2)
  const id = await stage.create('hello', { cwd: at })
  write(at, 'a.txt', 'changed\n')
  expect((await call('listReviewFiles', id, {}, { scope: 'base' })).files).toMatchObject([{ path: 'a.txt' }])
})

test('a shallow clone', async () => {
  const source = join(stage.folder, 'source')
  repository(source)
  commit(source, { 'b.txt': 'b\n' })
  git(stage.folder, 'clone', '-q', '--depth=1', `file://${source}`, at)
  git(at, 'config', 'user.name', 'Ada')
  git(at, 'config', 'user.email', 'a@example.com')
  git(at, 'remote', 'remove', 'origin')
  await loop()
  expect(read(at, 'a.txt')).toBe('by the agent\n')
})

test('a worktree of a worktree, on a branch of its own', async () => {
  repository(at)
  const tree = join(stage.folder, 'tree')
  git(at, 'worktree', 'add', '-q', '-b', 'topic', tree)
  await loop({ cwd: tree })
  expect(read(tree, 'a.txt')).toBe('by the agent\n')
  expect(read(at, 'a.txt')).toBe('one\n')
})

test('a folder of a monorepo', async () => {
  repository(at, { 'packages/a/a.txt': 'a\n', 'packages/b/b.txt': 'b\n', 'a.txt': 'top\n' })
  const { id, top, files } = await loop({
    cwd: join(at, 'packages/a'),
    change: (path) => write(path, 'packages/a/a.txt', 'by the agent\n'),
  })
  expect(stage.host.session(id).row.cwd).toBe(join(top, 'packages/a'))
  expect(files).toMatchObject([{ path: 'packages/a/a.txt' }])
  expect(read(at, 'packages/a/a.txt')).toBe('by the agent\n')
})

test('a folder that git does not have: the session begins in the top of the worktree', async () => {
  repository(at)
  mkdirSync(join(at, 'new'))
  const { id, top } = await loop({ cwd: join(at, 'new') })
  expect(stage.host.session(id).row.cwd).toBe(top)
})

test('links, modes, renames, names that differ by case only, and names with line breaks and quotes', async () => {
  repository(at, {
    'a.txt': 'one\n',
    'Case.txt': 'case\n',
    'old.txt': '1\n2\n3\n',
    'run.sh': 'true\n',
    to: 'x\n',
  })
  const { files } = await loop({
    change: (path) => {
      renameSync(join(path, 'Case.txt'), join(path, 'case.txt'))
      renameSync(join(path, 'old.txt'), join(path, 'new.txt'))
      chmodSync(join(path, 'run.sh'), 0o755)
      rmSync(join(path, 'to'))
      symlinkSync('/etc/passwd', join(path, 'to'))
      write(path, 'with\nbreak "quote" \\ back.txt', 'x\n')
      write(path, ' -leading', 'x\n')
    },
  })
  expect(files.map(({ path, status }) => [path, status]).sort()).toEqual([
    [' -leading', 'new'],
    ['case.txt', 'renamed'],
    ['new.txt', 'renamed'],
    ['run.sh', 'modified'],
    ['to', 'modified'],
    ['with\nbreak "quote" \\ back.txt', 'new'],
  ])
  expect(git(at, 'ls-files', '-s', 'to', 'run.sh')).toMatch(/^100755 .*run.sh\n120000 .*to$/)
  expect(git(at, 'status', '--porcelain')).toBe('')
})

test('line ends of Windows, with and without a rule for them', async () => {
  repository(at, {
    '.gitattributes': '*.bat text eol=crlf\n',
    'a.bat': 'one\ntwo\n',
    'raw.txt': 'one\r\ntwo\r\n',
  })
  git(at, 'config', 'core.autocrlf', 'input')
  const { files } = await loop({
    isConverted: true,
    change: (path) => write(path, 'a.bat', 'one\r\n2\r\n'),
  })
  expect(files).toMatchObject([{ path: 'a.bat', added: 1, removed: 1 }])
  expect(git(at, 'cat-file', '-p', 'main:a.bat')).toBe('one\n2')
  expect(read(at, 'a.bat')).toBe('one\r\n2\r\n')
})

test('a sparse checkout: what is left out is not taken for deleted', async () => {
  repository(at, { 'a.txt': 'one\n', 'in/i.txt': 'i\n', 'out/o.txt': 'o\n' })
  git(at, 'sparse-checkout', 'set', 'in')
  expect(existsSync(join(at, 'out'))).toBe(false)
  const { files } = await loop()
  expect(files).toMatchObject([{ path: 'a.txt' }])
  expect(git(at, 'ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual([
    'a.txt',
    'in/i.txt',
    'out/o.txt',
  ])
  expect(read(at, 'a.txt')).toBe('by the agent\n')
  expect(git(at, 'status', '--porcelain')).toBe('')
})

test('no name for commits: the commit says what is missing', async () => {
  repository(at)
  git(at, 'config', '--unset', 'user.name')
  git(at, 'config', '--unset', 'user.email')
  vi.stubEnv('HOME', join(stage.folder, 'nobody'))
  vi.stubEnv('XDG_CONFIG_HOME', join(stage.folder, 'nobody'))
  vi.stubEnv('EMAIL', '')
  stage = await stage.again()
  git(at, 'config', 'user.useConfigOnly', 'true')
  const id = await stage.create('hello', { cwd: at, worktree: { name: 'x' } })
  await stage.settled(id)
  const { cwd } = stage.host.session(id).row
  write(cwd, 'a.txt', 'x\n')
  const { programs } = await stage.call('getProject', { query: { path: at } })
  await stage.call('confirmPrograms', { body: { path: at, hashes: programs.map(({ hash }) => hash) } })
  await expect(call('commit', id, { message: 'x' })).rejects.toMatchObject({
    details: { output: expect.stringMatching(/user\.(?:name|email)|no (?:name|email)/) },
  })
})

test('a file of more than 100 MB and 5,000 changed files', { timeout: 900_000 }, async () => {
  repository(at)
  const { files } = await loop({
    change: (path) => {
      mkdirSync(join(path, 'many'))
      for (let n = 0; n < 5000; n++) writeFileSync(join(path, 'many', `${n}.txt`), `${n}\n`)
      writeFileSync(join(path, 'large.bin'), 'x\0')
      truncateSync(join(path, 'large.bin'), 110 * 1024 * 1024)
    },
  })
  expect(files).toHaveLength(5001)
  expect(files.find(({ path }) => path === 'large.bin')).toMatchObject({ isBinary: true })
})

test('a lock of the index that was left behind is named, and a branch that is checked out elsewhere is moved there', async () => {
  repository(at)
  const id = await stage.create('hello', { cwd: at, worktree: { name: 'x' } })
  await stage.settled(id)
  const { cwd } = stage.host.session(id).row
  commit(cwd, { 'a.txt': 'x\n' })
  write(at, '.git/index.lock', '')
  await expect(call('mergeWorktree', id, { how: 'merge' })).rejects.toThrow(/index\.lock/)
  await expect(call('stage', id, { paths: ['a.txt'] })).resolves.toBeDefined()
  rmSync(join(at, '.git/index.lock'))
  const elsewhere = join(stage.folder, 'elsewhere')
  git(at, 'checkout', '-qb', 'other')
  git(at, 'worktree', 'add', '-q', elsewhere, 'main')
  await call('mergeWorktree', id, { how: 'merge' })
  expect(read(elsewhere, 'a.txt')).toBe('x\n')
  expect(git(elsewhere, 'status', '--porcelain')).toBe('')
  expect(read(at, 'a.txt')).toBe('one\n')
})

test('git that is missing or too old: every answer says so, and sessions go on', async () => {
  repository(at)
  const bin = join(stage.folder, 'bin')
  mkdirSync(bin)
  const old = join(bin, 'git')
  writeFileSync(old, '#!/bin/sh\necho "git version 2.20.1"\n', { mode: 0o755 })
  const { Git } = await import('../../../../src/host/git/git.ts')
  for (const [path, words] of [
    [bin, /too old/],
    [join(stage.folder, 'none'), /not installed/],
  ] as const) {
    stage = await stage.again({ git: new Git({ env: { PATH: path } }) })
    const id = await stage.create('hello', { cwd: at })
    await stage.settled(id)
    expect(
      (
        await call('listReviewFiles', id, {}, { scope: 'base' }).catch((error: Error) => ({
          note: error.message,
        }))
      ).note,
    ).toMatch(words)
    await expect(stage.create('hello', { cwd: at, worktree: { name: 'x' } })).rejects.toThrow(words)
    await expect(stage.call('getProject', { query: { path: at } })).rejects.toThrow(words)
  }
})
