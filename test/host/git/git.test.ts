/** Git through the host on ordinary and on odd repositories. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GitError } from '../../../src/host/git/error.ts'
import { Git } from '../../../src/host/git/git.ts'
import { checkVersion } from '../../../src/host/git/program.ts'
import { indexWith } from './crafted-index.ts'

let folder: string
let cwd: string
let git: Git
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-git-test-')))
  cwd = join(folder, 'repository')
  mkdirSync(cwd)
  git = new Git({ scratch: join(folder, 'scratch') })
})
afterEach(() => {
  git.close()
  rmSync(folder, { recursive: true, force: true })
})

const plain = (args: readonly string[], where = cwd) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: where,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
const write = (name: string, text: string | Uint8Array, where = cwd) => writeFileSync(join(where, name), text)
function commit(...options: string[]): void {
  plain(['init', '-q', ...options])
  write('a.txt', 'one\ntwo\n')
  plain(['add', '.'])
  plain(['commit', '-qm', 'first'])
}
const modified = (path: string, added = 1, removed = 1) => ({
  path,
  status: 'modified',
  added,
  removed,
  isBinary: false,
})
const changes = async (where = cwd) => git.changes(where, (await git.place(where))?.base)

describe('it sees what changed', () => {
  test('in a repository without a commit', async () => {
    plain(['init', '-q'])
    write('a.txt', 'one\n')
    expect((await changes()).files).toEqual([
      { path: 'a.txt', status: 'new', added: 1, removed: 0, isBinary: false },
    ])
  })

  test('whose ids are SHA-256', async () => {
    commit('--object-format=sha256')
    write('a.txt', 'one\n2\n')
    write('b.txt', 'new\n')
    expect((await git.place(cwd))?.base?.length).toBe(64)
    expect((await changes()).files).toEqual([
      modified('a.txt'),
      { path: 'b.txt', status: 'new', added: 1, removed: 0, isBinary: false },
    ])
  })

  test('in another working tree of it, and in a submodule', async () => {
    commit()
    const tree = join(folder, 'tree')
    plain(['worktree', 'add', '-q', tree])
    write('a.txt', 'one\n2\n', tree)
    expect((await changes(tree)).files).toEqual([modified('a.txt')])
    expect((await changes()).files).toEqual([])
    expect((await git.place(tree))?.checkout).toBe(cwd)
    expect(await git.checkout(cwd)).toBe(cwd)

    const outer = join(folder, 'outer')
    mkdirSync(outer)
    plain(['init', '-q'], outer)
    plain(['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', cwd, 'inner'], outer)
    const inner = join(outer, 'inner')
    expect(statSync(join(inner, '.git')).isFile()).toBe(true)
    write('a.txt', 'one\n2\n', inner)
    expect((await changes(inner)).files).toEqual([modified('a.txt')])
    expect(await git.checkout(inner)).toBe(inner)
  })

  test('in a folder within it: only there, with names as seen from it', async () => {
    commit()
    mkdirSync(join(cwd, 'deep'))
    write('deep/b.txt', 'one\n')
    plain(['add', '.'])
    plain(['commit', '-qm', 'second'])
    write('a.txt', 'other\n')
    write('deep/b.txt', 'two\n')
    write('deep/new.txt', 'new\n')
    const { files, diff } = await changes(join(cwd, 'deep'))
    expect(files).toEqual([
      modified('b.txt'),
      { path: 'new.txt', status: 'new', added: 1, removed: 0, isBinary: false },
    ])
    expect(diff).toContain('+++ b/new.txt')
    expect(diff).not.toContain('other')
    expect((await git.files(join(cwd, 'deep')))?.sort()).toEqual(['b.txt', 'new.txt'])
  })

  test('with an index that is split, and with one that is sparse', async () => {
    commit()
    plain(['update-index', '--split-index'])
    expect(readdirSync(join(cwd, '.git')).some((name) => name.startsWith('sharedindex.'))).toBe(true)
    write('a.txt', 'one\n2\n')
    expect((await changes()).files).toEqual([modified('a.txt')])

    plain(['update-index', '--no-split-index'])
    mkdirSync(join(cwd, 'out'))
    write('out/b.txt', 'b\n')
    plain(['add', '.'])
    plain(['commit', '-qm', 'second'])
    plain(['sparse-checkout', 'set', '--cone', '--sparse-index', 'none'])
    expect(existsSync(join(cwd, 'out'))).toBe(false)
    expect((await changes()).files).toEqual([])
    write('a.txt', 'one\n3\n')
    expect((await changes()).files).toEqual([modified('a.txt')])
  })

  test('a change of the same size in the second of the commit', async () => {
    commit()
    const now = Math.floor(Date.now() / 1000)
    for (const name of ['a.txt', '.git/index']) utimesSync(join(cwd, name), now, now)
    plain(['status'])
    utimesSync(join(cwd, '.git/index'), now, now)
    write('a.txt', 'one\n222')
    utimesSync(join(cwd, 'a.txt'), now, now)
    expect((await changes()).files).toEqual([modified('a.txt')])
  })

  test('binary files, links, modes and names with odd characters; what is ignored stays away', async () => {
    commit()
    write('.git/info/exclude', 'excluded\n')
    write('.gitignore', 'ignored\n')
    for (const name of ['excluded', 'ignored', 'tab\tand "quote"', 'größer →']) write(name, 'x\n')
    write('b.bin', new Uint8Array([0, 1, 2]))
    symlinkSync('/etc/passwd', join(cwd, 'link'))
    chmodSync(join(cwd, 'a.txt'), 0o755)
    const { files, diff } = await changes()
    expect(files.map(({ path, status, isBinary }) => [path, status, isBinary])).toEqual(
      [
        ['.gitignore', 'new', false],
        ['a.txt', 'modified', false],
        ['b.bin', 'new', true],
        ['größer →', 'new', false],
        ['link', 'new', false],
        ['tab\tand "quote"', 'new', false],
      ].sort(([a], [b]) => String(a).localeCompare(String(b))),
    )
    expect(diff).toContain('new mode 100755')
    // A link is where it leads to, not what is there.
    expect(diff).toContain('+/etc/passwd\n\\ No newline')
    expect(diff).not.toContain('root:')
  })

  test("what the user ignores everywhere stays away; a list of the repository's own choosing is not read", async () => {
    commit()
    const home = join(folder, 'home')
    mkdirSync(home)
    write('.gitconfig', '[core]\n\texcludesFile = ~/ignored names\n', home)
    write('ignored names', 'mine\n', home)
    write('chosen', 'theirs\n', folder)
    plain(['config', 'core.excludesFile', join(folder, 'chosen')])
    for (const name of ['mine', 'theirs']) write(name, 'x\n')
    const other = new Git({ scratch: join(folder, 'other'), env: { ...process.env, HOME: home } })
    expect((await other.changes(cwd, (await other.place(cwd))?.base)).files.map(({ path }) => path)).toEqual([
      'theirs',
    ])
  })

  test('line ends as the settings have them, which start nothing', async () => {
    commit()
    plain(['config', 'core.autocrlf', 'true'])
    write('a.txt', 'one\r\ntwo\r\n')
    expect((await changes()).files).toEqual([])
    plain(['config', 'core.autocrlf', 'false'])
    expect((await changes()).files).toHaveLength(1)
  })

  test('files under a filter that did not change are not listed; of others, a note says what is compared', async () => {
    write('.git-filter', '')
    commit()
    write('.gitattributes', '*.big filter=upper\n')
    write('one.big', 'content\n')
    plain(['config', 'filter.upper.clean', 'tr a-z A-Z'])
    plain(['config', 'filter.upper.smudge', 'tr A-Z a-z'])
    plain(['add', '.'])
    plain(['commit', '-qm', 'filtered'])
    const early = new Date(Date.now() - 60_000)
    utimesSync(join(cwd, 'one.big'), early, early)
    plain(['status'])
    expect(await changes()).toMatchObject({ files: [] })
    expect(await changes()).not.toHaveProperty('note')
    write('one.big', 'content\nmore\n')
    const { files, note } = await changes()
    expect(files).toEqual([modified('one.big', 2, 1)])
    expect(note).toBe(
      'This repository uses filters that the host does not run (upper): files under them are compared as they lie in the folder.',
    )
  })
})

test('the repository is as it was: neither its index nor its objects are written, and nothing is left', async () => {
  commit()
  write('b.txt', 'new\n')
  const early = new Date(Date.now() - 60_000)
  utimesSync(join(cwd, 'a.txt'), early, early)
  const all = () =>
    readdirSync(join(cwd, '.git'), { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const path = join(cwd, '.git', name)
        return [name, statSync(path).isFile() ? readFileSync(path, 'hex') : '']
      })
  const before = all()
  await changes()
  await git.files(cwd)
  expect(all()).toEqual(before)
  expect(readdirSync(join(folder, 'scratch'))).toEqual([])
})

test('a partial clone: what was not fetched is not fetched, and the note says so', async () => {
  commit()
  const blob = plain(['rev-parse', 'HEAD:a.txt'])
  write('a.txt', 'one\n2\n')
  // The file alone: the commit may lie in the same folder.
  renameSync(join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)), join(folder, 'away'))
  const { files, note, diff } = await changes()
  expect(files).toMatchObject([{ path: 'a.txt', status: 'modified' }])
  expect(diff).toBe('')
  expect(note).toContain('the host fetches nothing')
})

describe('it refuses', () => {
  test('a working tree that the settings place elsewhere', async () => {
    commit()
    const secret = join(folder, 'secret')
    mkdirSync(secret)
    write('key', 'very private\n', secret)
    const base = (await git.place(cwd))?.base
    for (const place of [secret, '../..', '/']) {
      plain(['config', 'core.worktree', place])
      const answer = await git.changes(cwd, base)
      expect(answer).toMatchObject({ isRepository: false, files: [], diff: '' })
      expect(await git.files(cwd)).toBeUndefined()
    }
  })

  test.each(['../outside.txt', '/etc/passwd', 'x/../../y', '.git/config'])(
    'an index that names %s, which git would open',
    async (name) => {
      commit()
      writeFileSync(join(folder, 'outside.txt'), 'OUTSIDE\n')
      const base = (await git.place(cwd))?.base
      writeFileSync(join(cwd, '.git', 'index'), indexWith(name))
      await expect(git.changes(cwd, base)).rejects.toThrow('names a file that is not in it')
      await expect(git.files(cwd)).rejects.toThrow(GitError)
    },
  )

  test('data that lie outside of the folders that it may use', async () => {
    const outside = join(folder, 'outside')
    mkdirSync(outside)
    plain(['init', '-q'], outside)
    write('private.txt', 'PRIVATE\n', outside)
    plain(['add', '.'], outside)
    plain(['commit', '-qm', 'first'], outside)
    write('.git', `gitdir: ${join(outside, '.git')}\n`)
    const within = new Git({ scratch: join(folder, 'other'), roots: [cwd] })
    expect((await within.place(cwd))?.base).toBeUndefined()
    expect(await within.changes(cwd, '4b825dc642cb6eb9a060e54bf8d69288fbee4904')).toMatchObject({
      isRepository: false,
      diff: '',
      note: expect.stringContaining('outside the folders'),
    })
  })

  test('to write the trace that the settings of the user name', async () => {
    commit()
    const home = join(folder, 'home')
    mkdirSync(home)
    const target = join(folder, 'trace')
    const lines = ['normalTarget', 'eventTarget', 'perfTarget'].map((it) => `\t${it} = ${target}\n`)
    writeFileSync(join(home, '.gitconfig'), `[trace2]\n${lines.join('')}`)
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home }
    execFileSync('git', ['status'], { cwd, env, stdio: 'ignore' })
    expect(existsSync(target)).toBe(true)
    rmSync(target)
    const other = new Git({ scratch: join(folder, 'other'), env })
    await other.changes(cwd, (await other.place(cwd))?.base)
    await other.files(cwd)
    expect(existsSync(target)).toBe(false)
  })

  test('a bare repository that lies among the files', async () => {
    plain(['init', '-q', '--bare'])
    expect((await git.place(cwd))?.base).toBeUndefined()
    plain(['config', 'core.bare', 'false'])
    plain(['config', 'core.worktree', cwd])
    expect((await git.place(cwd))?.base).toBeUndefined()
  })

  test.runIf(process.getuid?.() === 0)(
    "another user's repository, unless safe.directory names it",
    async () => {
      commit()
      const base = (await git.place(cwd))?.base
      for (const path of [cwd, join(cwd, '.git')]) chownSync(path, 65_534, 65_534)
      expect(await git.changes(cwd, base)).toMatchObject({
        isRepository: false,
        note: expect.stringContaining('dubious ownership'),
      })
      const home = join(folder, 'home')
      mkdirSync(home)
      write('.gitconfig', `[safe]\n\tdirectory = ${cwd}\n`, home)
      const trusting = new Git({ scratch: join(folder, 'other'), env: { ...process.env, HOME: home } })
      expect(await trusting.changes(cwd, base)).toMatchObject({ isRepository: true })
    },
  )

  test('an index that is no file, without waiting for it', async () => {
    commit()
    rmSync(join(cwd, '.git/index'))
    execFileSync('mkfifo', [join(cwd, '.git/index')])
    await expect(changes()).rejects.toThrow(/index is not a file/)
  })

  test('to run a git that the repository brings along', async () => {
    commit()
    write('git', `#!/bin/sh\n: > '${join(folder, 'ran')}'\n`)
    chmodSync(join(cwd, 'git'), 0o755)
    const env = { ...process.env, PATH: `.::${process.env.PATH}` }
    const other = new Git({ scratch: join(folder, 'other'), env })
    expect((await other.place(cwd))?.base).toMatch(/^[0-9a-f]{40}$/)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })
})

describe('without an answer', () => {
  test('git that is missing or too old is named, and a session has no base', async () => {
    commit()
    const none = new Git({ scratch: join(folder, 'other'), env: { PATH: join(folder, 'nothing') } })
    expect((await none.place(cwd))?.base).toBeUndefined()
    await expect(none.changes(cwd, '0'.repeat(40))).rejects.toThrow(/git is not installed/)
    expect(() => checkVersion('git version 2.31.8')).toThrow(/git 2.31 is too old: .* 2.32 or newer/)
    expect(() => checkVersion('nonsense')).toThrow(GitError)
    for (const fine of ['git version 2.32.0', 'git version 2.51.1.windows.1', 'git version 3.0'])
      expect(() => checkVersion(fine)).not.toThrow()
  })

  test('it stops when nobody waits for it, and when the host ends', async () => {
    commit()
    const base = (await git.place(cwd))?.base
    await expect(git.changes(cwd, base, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
    // An included pipe: git would read from it for ever.
    execFileSync('mkfifo', [join(folder, 'pipe')])
    plain(['config', 'include.path', join(folder, 'pipe')])
    const aborting = new AbortController()
    const asked = git.changes(cwd, base, aborting.signal)
    aborting.abort()
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
    const again = git.changes(cwd, base)
    git.close()
    await expect(again).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('it gives up on one that hangs', async () => {
    commit()
    execFileSync('mkfifo', [join(folder, 'pipe')])
    plain(['config', 'include.path', join(folder, 'pipe')])
    await expect(git.files(cwd)).rejects.toMatchObject({
      code: 'timed-out',
      message: expect.stringContaining('longer than 5 s'),
    })
  })
})
