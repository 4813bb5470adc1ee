/** What a review reads: the files of each scope, the diff and the contents of one, compared with what git says. */
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HostStage, hostStage } from '../stage.ts'
import { commit, git, repository, write } from './repository.ts'

let stage: HostStage
let id: string
let path: string
beforeEach(async () => {
  stage = await hostStage()
  repository(stage.cwd, {
    'a.txt': 'one\ntwo\nthree\n',
    'b.txt': 'b\n',
    'deep/d.txt': 'd\n',
    '.gitattributes': 'made.txt linguist-generated\n',
  })
  id = await stage.create(undefined, { worktree: { name: 'x' } })
  await stage.settled(id)
  path = stage.host.session(id).row.cwd
})
afterEach(() => stage.close())

type Scope = {
  scope: 'base' | 'uncommitted' | 'turn'
  turn?: number
  since?: number | 'base'
  quick?: 'true'
}
const list = (query: Scope) => stage.call('listReviewFiles', { params: { id }, query } as never)
const names = async (query: Scope) => (await list(query)).files.map((it) => `${it.status} ${it.path}`)
const diff = (query: Scope & { path: string; from?: string }) =>
  stage.call('diffReviewFile', { params: { id }, query } as never)
const contents = (query: Scope & { path: string; side: 'old' | 'new' }) =>
  stage.call('readReviewFile', { params: { id }, query } as never)
async function turn(): Promise<void> {
  await stage.send(id, { text: 'hello' })
  await stage.settled(id)
  await stage.host.work.checkpoints.settled(stage.host.session(id))
}

test('since the base, since the last commit, and in a turn', async () => {
  await turn()
  commit(path, { 'a.txt': 'one\n2\nthree\n' }, 'committed')
  await turn()
  write(path, 'b.txt', 'B\n')
  write(path, 'new.txt', 'new\n')
  rmSync(join(path, 'deep/d.txt'))
  expect(await names({ scope: 'base' })).toEqual([
    ...['modified a.txt', 'modified b.txt', 'deleted deep/d.txt', 'new new.txt'],
  ])
  expect(await names({ scope: 'uncommitted' })).toEqual([
    ...['modified b.txt', 'deleted deep/d.txt', 'new new.txt'],
  ])
  expect(await names({ scope: 'turn' })).toEqual(['modified a.txt'])
  expect(await names({ scope: 'turn', turn: 1 })).toEqual([])
  await expect(list({ scope: 'turn', turn: 9 })).rejects.toMatchObject({ code: 'not-found' })
})

test('any two states: after a turn, the base and now', async () => {
  write(path, 'a.txt', 'one\n2\nthree\n')
  write(path, 'new.txt', 'new\r\n')
  await turn()
  write(path, 'b.txt', 'B\n')
  write(path, 'new.txt', 'newer\n')
  await turn()
  write(path, 'a.txt', 'one\ntwo\nthree\n')
  await turn()
  const scope = 'turn'
  expect(await names({ scope, turn: 3, since: 1 })).toEqual([
    ...['modified a.txt', 'modified b.txt', 'modified new.txt'],
  ])
  expect(await names({ scope, turn: 1, since: 3 })).toEqual([
    ...['modified a.txt', 'modified b.txt', 'modified new.txt'],
  ])
  expect((await diff({ scope, turn: 1, since: 3, path: 'new.txt' })).patch).toContain('-newer\n+new\r\n')
  expect(await names({ scope, turn: 2, since: 2 })).toEqual([])
  expect(await names({ scope, turn: 3, since: 'base' })).toEqual(['modified b.txt', 'added new.txt'])
  expect(await names({ scope, turn: 1, since: 0 })).toEqual(['modified a.txt', 'added new.txt'])
  expect(await names({ scope: 'base', since: 3 })).toEqual([])
  write(path, 'a.txt', 'now\n')
  write(path, 'fresh.txt', 'fresh\n')
  expect(await names({ scope: 'base', since: 2 })).toEqual(['modified a.txt', 'new fresh.txt'])
  expect((await diff({ scope: 'base', since: 2, path: 'a.txt' })).patch).toContain('-2\n')
  expect(await contents({ scope, turn: 3, since: 1, path: 'new.txt', side: 'old' })).toMatchObject({
    contents: 'new\r\n',
  })
  await expect(list({ scope, turn: 3, since: 9 })).rejects.toMatchObject({ code: 'not-found' })
})

test('a quick list leaves out counts that take long, and nothing else', async () => {
  write(path, 'a.txt', 'one\n2\nthree\n')
  expect(await list({ scope: 'base', quick: 'true' })).toMatchObject({
    isCounted: true,
    files: [{ path: 'a.txt', added: 1, removed: 1 }],
  })
  // Much in one file, then many files.
  write(path, 'b.txt', 'x\n'.repeat(300_000))
  const { isCounted, files } = await list({ scope: 'base', quick: 'true' })
  expect(isCounted).toBe(false)
  const all = await list({ scope: 'base' })
  expect(all).toMatchObject({ isCounted: true, files: [{}, { path: 'b.txt', added: 300_000, removed: 1 }] })
  expect(files).toEqual(all.files.map((it) => ({ ...it, added: 0, removed: 0 })))
  git(path, 'checkout', '-q', 'b.txt')
  for (let at = 0; at < 201; at++) write(path, `many/${at}.txt`, `${at}\n`)
  expect((await list({ scope: 'base', quick: 'true' })).isCounted).toBe(false)
})

test('commits that the base branch got meanwhile are no change of the session', async () => {
  commit(path, { 'a.txt': 'A\n' })
  commit(stage.cwd, { 'b.txt': 'from main\n' })
  git(path, 'merge', '--quiet', '--no-edit', 'main')
  expect(await names({ scope: 'base' })).toEqual(['modified a.txt'])
})

test('counts, binary and generated files, what is staged, and conflicts', async () => {
  write(path, 'a.txt', 'one\n2\nthree\nfour\n')
  writeFileSync(join(path, 'picture.bin'), new Uint8Array([0, 1]))
  for (const name of ['made.txt', 'package-lock.json', 'b.txt']) write(path, name, 'x\n')
  git(path, 'add', 'a.txt', 'b.txt')
  write(path, 'b.txt', 'y\n')
  const { files, top } = await list({ scope: 'uncommitted' })
  expect(top).toBe(path)
  const found = new Map(files.map((file) => [file.path, file]))
  expect(found.get('a.txt')).toMatchObject({ added: 2, removed: 1, isBinary: false, staged: 'all' })
  expect(found.get('b.txt')).toMatchObject({ staged: 'part' })
  expect(found.get('picture.bin')).toMatchObject({ isBinary: true, isGenerated: false })
  expect(found.get('made.txt')).toMatchObject({ isGenerated: true })
  expect(found.get('package-lock.json')).toMatchObject({ isGenerated: true })
  expect(found.get('package-lock.json')?.staged).toBeUndefined()

  git(path, 'reset', '-q', '--hard')
  git(path, 'clean', '-qfd')
  commit(path, { 'a.txt': 'ours\n' })
  commit(stage.cwd, { 'a.txt': 'theirs\n' })
  expect(() => git(path, 'merge', 'main')).toThrow()
  expect(await names({ scope: 'uncommitted' })).toEqual(['conflicted a.txt'])
})

test('a renamed file is one file with two names, also if it is new for git or its contents differ', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`)
  commit(path, { 'long.txt': `${lines.join('\n')}\n` })
  renameSync(join(path, 'b.txt'), join(path, 'deep/e.txt'))
  rmSync(join(path, 'long.txt'))
  write(path, 'other.txt', `${lines.with(3, 'changed').join('\n')}\n`)
  const { files } = await list({ scope: 'uncommitted' })
  expect(
    files.map(({ path: name, from, status, added, removed }) => [status, from, name, added, removed]),
  ).toEqual([
    ['renamed', 'b.txt', 'deep/e.txt', 0, 0],
    ['renamed', 'long.txt', 'other.txt', 1, 1],
  ])
  const { patch } = await diff({ scope: 'uncommitted', path: 'other.txt', from: 'long.txt' })
  expect(patch).toContain('rename from long.txt\nrename to other.txt')
  expect(patch.split('\n').filter((it) => /^[-+][^-+]/.test(it))).toEqual(['-line 3', '+changed'])
})

test('a hash changes with the contents, and only with them', async () => {
  const hash = async () => (await list({ scope: 'base' })).files.find((it) => it.path === 'a.txt')?.hash
  write(path, 'a.txt', 'one\n2\nthree\n')
  const first = await hash()
  expect(first).toMatch(/^[0-9a-f]{16}-[0-9a-f]{16}$/)
  write(path, 'a.txt', 'one\n3\nthree\n')
  expect(await hash()).not.toBe(first)
  write(path, 'a.txt', 'one\n2\nthree\n')
  git(path, 'add', 'a.txt')
  expect(await hash()).toBe(first)
  git(path, 'commit', '-qm', 'a')
  expect(await hash()).toBe(first)
})

test('the diff of a file has all of its lines, unless it is long', async () => {
  write(path, 'a.txt', 'one\n2\nthree\n')
  write(path, 'new *.txt', 'new\n')
  expect(await diff({ scope: 'base', path: 'a.txt' })).toMatchObject({
    patch: expect.stringMatching(/@@ -1,3 \+1,3 @@\n one\n-two\n\+2\n three\n$/),
    isWhole: true,
  })
  expect((await diff({ scope: 'base', path: 'new *.txt' })).patch).toMatch(/new file.*\+new\n$/s)
  expect((await diff({ scope: 'base', path: 'b.txt' })).patch).toBe('')
  const line = `${'x'.repeat(99)}\n`
  commit(path, { 'long.txt': line.repeat(50_000) })
  write(path, 'long.txt', `${line.repeat(25_000)}changed\n${line.repeat(25_000)}`)
  const long = await diff({ scope: 'uncommitted', path: 'long.txt' })
  expect(long).toMatchObject({ isWhole: false, isCut: false })
  expect(long.patch.split('\n').length).toBeLessThan(20)
  write(path, 'long.txt', line.repeat(150_000))
  const cut = await diff({ scope: 'uncommitted', path: 'long.txt' })
  expect(cut).toMatchObject({ isCut: true })
  expect(cut.patch).toMatch(/\+x{99}\n$/)
})

test('both sides of a file, also of one that is not text, and nothing outside the repository', async () => {
  commit(path, { 'c.txt': 'before\n' })
  writeFileSync(join(path, 'picture.png'), new Uint8Array([0, 255]))
  git(path, 'add', '-A')
  git(path, 'commit', '-qm', 'picture')
  write(path, 'c.txt', 'after\n')
  writeFileSync(join(path, 'picture.png'), new Uint8Array([0, 254]))
  const scope = 'uncommitted'
  expect(await contents({ scope, path: 'c.txt', side: 'old' })).toMatchObject({ contents: 'before\n' })
  expect(await contents({ scope, path: 'c.txt', side: 'new' })).toMatchObject({ contents: 'after\n' })
  const picture = await contents({ scope, path: 'picture.png', side: 'old' })
  expect(picture).toMatchObject({ encoding: 'base64', contents: Buffer.from([0, 255]).toString('base64') })
  await expect(contents({ scope, path: 'none', side: 'old' })).rejects.toThrow()
  mkdirSync(join(stage.cwd, 'other'))
  writeFileSync(join(stage.cwd, '..', 'secret'), 'secret')
  symlinkSync(join(stage.cwd, '..', 'secret'), join(path, 'link'))
  await expect(contents({ scope, path: 'link', side: 'new' })).rejects.toThrow()
})

test('no program that the repository names runs', async () => {
  const ran = join(stage.cwd, 'ran')
  git(stage.cwd, 'config', 'filter.x.clean', `touch ${ran}; cat`)
  git(stage.cwd, 'config', 'diff.x.textconv', `touch ${ran}; cat`)
  write(path, '.gitattributes', '* filter=x diff=x\n')
  write(path, 'a.txt', 'A\n')
  const { note } = await list({ scope: 'base' })
  expect(note).toContain('filters that the host does not run (x)')
  await diff({ scope: 'base', path: 'a.txt' })
  await contents({ scope: 'base', path: 'a.txt', side: 'old' })
  expect(existsSync(ran)).toBe(false)
})

test('a folder without a repository has none', async () => {
  const plain = await stage.create(undefined, { cwd: stage.folder })
  const found = await stage.call('listReviewFiles', {
    params: { id: plain },
    query: { scope: 'base' },
  } as never)
  expect(found).toMatchObject({ isRepository: false, files: [] })
})
