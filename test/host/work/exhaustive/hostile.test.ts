/** Repositories that are unusual or hostile: nothing is lost, nothing runs that nobody has confirmed, and nothing outside is touched. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RouteName } from '../../../../src/api/routes.ts'
import { type HostStage, hostStage } from '../../stage.ts'
import { commit, git, read, repository, write } from '../repository.ts'

let stage: HostStage
let main: string
beforeEach(async () => {
  stage = await hostStage()
  main = stage.cwd
  repository(main, { 'a.txt': 'one\n', 'b.txt': 'b\n' })
})
afterEach(() => stage.close())

async function worktree(name = 'x'): Promise<{ id: string; path: string }> {
  const id = await stage.create(undefined, { worktree: { name } })
  await stage.settled(id)
  return { id, path: stage.host.session(id).row.cwd }
}
const call = (name: RouteName, id: string, body: object) =>
  stage.call(name, { params: { id }, body } as never) as unknown as Promise<{ result: unknown }>
const end = (id: string, branch = 'discard') => call('endWorktree', id, { branch })
const merge = (id: string, body: object = { how: 'merge' }) => call('mergeWorktree', id, body)
const turn = async (id: string) => {
  await stage.send(id, { text: 'hello' })
  await stage.settled(id)
  await stage.host.work.checkpoints.settled(stage.host.session(id))
}
const restoreTrash = async (id: string) =>
  stage.call('restoreWorktree', { body: { checkout: main, id } } as never)

describe('what a worktree has and git does not keep', () => {
  test('a repository within it that is no submodule: it is not discarded', async () => {
    const { id, path } = await worktree()
    repository(join(path, 'inner'), { 'work.txt': 'work\n' })
    await expect(end(id)).rejects.toThrow(/inner/)
    expect(read(path, 'inner/work.txt')).toBe('work\n')
    git(path, 'init', '-q', 'empty')
    write(path, 'empty/e.txt', 'e\n')
    rmSync(join(path, 'inner'), { recursive: true })
    await expect(end(id)).rejects.toThrow(/empty/)
    write(path, 'a.txt', 'two\n')
    await turn(id)
    expect((await stage.call('listCheckpoints', { params: { id } })).checkpoints).toHaveLength(2)
    rmSync(join(path, 'empty'), { recursive: true })
    await end(id)
  })

  test('changes and commits in a submodule', async () => {
    const inner = join(stage.folder, 'inner')
    repository(inner, { 'inner.txt': 'inner\n' })
    git(main, 'submodule', '--quiet', 'add', inner, 'lib')
    commit(main, {}, 'with a submodule')
    const { id, path } = await worktree()
    const made = commit(join(path, 'lib'), { 'committed.txt': 'c\n' })
    write(path, 'lib/inner.txt', 'changed\n')
    const { trash } = (await end(id)).result as { trash: string }
    git(join(main, 'lib'), 'reflog', 'expire', '--expire=now', '--all')
    git(join(main, 'lib'), 'gc', '-q', '--prune=now')
    await restoreTrash(trash)
    expect(git(join(path, 'lib'), 'rev-parse', 'HEAD')).toBe(made)
    expect(read(path, 'lib/inner.txt')).toBe('changed\n')
  })

  test('an ignored file of the main checkout is not overwritten by a merge', async () => {
    commit(main, { '.gitignore': '.env\n' })
    write(main, '.env', 'SECRET=1\n')
    const { id, path } = await worktree()
    write(path, '.env', 'other\n')
    git(path, 'add', '-f', '.env')
    git(path, 'commit', '-qm', 'env')
    await merge(id).catch((error: Error) => expect(error.message).toContain('.env'))
    expect(read(main, '.env')).toBe('SECRET=1\n')
    expect(git(main, 'status', '--porcelain')).toBe('')
  })

  test('a file that git has although it ignores the name', async () => {
    commit(main, { 'forced.log': 'one\n' })
    commit(main, { '.gitignore': '*.log\n' })
    const { id, path } = await worktree()
    write(path, 'forced.log', 'two\n')
    const { trash } = (await end(id)).result as { trash: string }
    await restoreTrash(trash)
    expect(read(path, 'forced.log')).toBe('two\n')
    expect(git(path, 'status', '--porcelain')).toBe(' M forced.log')
  })

  test('an ignored file that a checkpoint brings back is kept first', async () => {
    const { id, path } = await worktree()
    write(path, 'notes.txt', 'first\n')
    await turn(id)
    write(path, '.gitignore', 'notes.txt\n')
    write(path, 'notes.txt', 'second\n')
    await turn(id)
    const { before } = (await call('restoreCheckpoint', id, { turn: 1 })).result as { before: string }
    expect(read(path, 'notes.txt')).toBe('first\n')
    expect(git(path, 'show', `${before}:notes.txt`)).toBe('second')
  })

  test.each([
    ['core.ignorecase', 'true'],
    ['core.trustctime', 'false'],
    ['core.filemode', 'false'],
  ])('a checkpoint is exact with %s = %s', async (name, value) => {
    const { id, path } = await worktree()
    git(main, 'config', name, value)
    git(main, 'config', 'core.checkStat', 'minimal')
    write(path, 'c.txt', 'aaaa\n')
    utimesSync(join(path, 'c.txt'), 1000, 1000)
    await turn(id)
    write(path, 'c.txt', 'bbbb\n', 0o755)
    chmodSync(join(path, 'c.txt'), 0o755)
    utimesSync(join(path, 'c.txt'), 1000, 1000)
    write(path, 'A.txt', 'capital\n')
    await turn(id)
    const ref = `refs/fairlead/${id}/2`
    expect(git(path, 'show', `${ref}:c.txt`)).toBe('bbbb')
    expect(git(path, 'show', `${ref}:A.txt`)).toBe('capital')
    expect(git(path, 'show', `${ref}:a.txt`)).toBe('one')
    expect(git(path, 'ls-tree', ref, 'c.txt')).toMatch(/^100755/)
  })
})

describe('what an agent puts into the git folder', () => {
  test('a link in place of a file that the host writes there', async () => {
    const victim = join(stage.folder, 'victim')
    writeFileSync(victim, 'mine\n')
    const { id, path } = await worktree()
    commit(path, { 'a.txt': 'two\n' })
    symlinkSync(victim, join(main, '.git', 'index.fairlead'))
    await merge(id)
    expect(readFileSync(victim, 'utf8')).toBe('mine\n')
    expect(read(main, 'a.txt')).toBe('two\n')
  })

  test('a made-up entry of the trash leads nowhere else', async () => {
    const { id, path } = await worktree()
    await end(id)
    const target = join(stage.folder, 'elsewhere')
    const head = git(main, 'rev-parse', 'HEAD')
    const forge = (more: object) => {
      const what = { at: Date.now(), branch: 'fairlead/evil', base: head, head, path: target, ...more }
      const tree = git(main, 'rev-parse', 'HEAD^{tree}')
      const made = git(main, 'commit-tree', tree, '-p', head, '-m', `x\n\n${JSON.stringify(what)}`)
      git(main, 'update-ref', 'refs/fairlead/trash/forged', made)
    }
    for (const more of [
      {},
      { path: join(stage.folder, 'sessions', 'in-data') },
      { path: join(main, '.git', 'hooks2') },
      { path, head: '--all' },
    ]) {
      forge(more)
      await expect(restoreTrash('forged')).rejects.toThrow()
      expect(existsSync(target)).toBe(false)
    }
    expect(git(main, 'worktree', 'list').split('\n')).toHaveLength(1)
  })

  test('a broken ref hides no other entry, and no other checkpoint', async () => {
    const { id, path } = await worktree()
    await turn(id)
    const other = await worktree('other')
    await end(other.id)
    for (const name of ['trash/broken', `${id}/7`]) {
      const file = join(main, '.git/refs/fairlead', name)
      writeFileSync(file, `${'1'.repeat(40)}\n`)
    }
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd: main,
      input: 'x',
      encoding: 'utf8',
    })
    git(main, 'update-ref', 'refs/fairlead/trash/blob', blob.trim())
    expect((await stage.call('listTrash', {})).entries).toHaveLength(1)
    expect(
      (await stage.call('listCheckpoints', { params: { id } })).checkpoints.map((it) => it.turn),
    ).toEqual([0, 1])
    expect(existsSync(path)).toBe(true)
  })

  test('a .git file that names another repository', async () => {
    const { id, path } = await worktree()
    const victim = join(stage.folder, 'victim')
    repository(victim, { 'v.txt': 'v\n' })
    git(victim, 'branch', 'fairlead/x')
    git(victim, 'worktree', 'add', '-q', join(stage.folder, 'vtree'))
    writeFileSync(join(path, '.git'), `gitdir: ${join(victim, '.git/worktrees/vtree')}\n`)
    const refs = git(victim, 'for-each-ref')
    for (const act of [() => end(id), () => merge(id), () => call('commit', id, { message: 'x' })])
      await expect(act()).rejects.toThrow()
    expect(git(victim, 'for-each-ref')).toBe(refs)
  })
})

describe('what runs', () => {
  const mark = () => join(stage.folder, 'ran')
  test('no hook of a repository on this machine that a remote names, unless it was confirmed', async () => {
    const bare = join(stage.folder, 'bare.git')
    git(stage.folder, 'init', '-q', '--bare', bare)
    write(bare, 'hooks/post-receive', `#!/bin/sh\ntouch ${mark()}\n`, 0o755)
    const { id, path } = await worktree()
    commit(path, { 'a.txt': 'two\n' })
    for (const url of [bare, `file://${bare}`]) {
      git(main, 'remote', 'add', 'origin', url)
      await expect(call('push', id, {})).rejects.toThrow(/nobody has confirmed/)
      git(main, 'remote', 'remove', 'origin')
    }
    expect(existsSync(mark())).toBe(false)
  })

  test('no program that a submodule, or a repository within, names', async () => {
    const { id, path } = await worktree()
    const inner = join(path, 'inner')
    repository(inner, { 'w.txt': 'w\n' })
    git(path, '-c', 'advice.addEmbeddedRepo=false', 'add', 'inner')
    git(path, 'commit', '-qm', 'inner')
    const trap = join(stage.folder, 'trap')
    writeFileSync(trap, `#!/bin/sh\ntouch ${mark()}\nexec cat\n`, { mode: 0o755 })
    git(inner, 'config', 'core.fsmonitor', trap)
    git(inner, 'config', 'filter.f.clean', trap)
    write(inner, '.gitattributes', '* filter=f\n')
    write(inner, 'w.txt', 'changed\n')
    write(path, 'a.txt', 'two\n')
    const tries = [
      () => call('stage', id, { paths: ['a.txt', 'inner'] }),
      () => call('stage', id, { paths: ['a.txt', 'inner'], unstage: true }),
      () => call('commit', id, { message: 'x' }),
      () => call('commit', id, { amend: true }),
      () => call('revert', id, { paths: ['a.txt', 'inner'] }),
      () => stage.call('getChanges' as never, { params: { id } } as never),
      () => merge(id),
    ]
    for (const go of tries) await go().catch(() => {})
    expect(existsSync(mark())).toBe(false)
  })

  test('a hook that leaves something running does not keep its command waiting', async () => {
    const { id, path } = await worktree()
    write(main, '.git/hooks/post-commit', `#!/bin/sh\nsleep 300 &\necho $! > ${mark()}\n`, 0o755)
    const { programs } = await stage.call('getProject', { query: { path } })
    await stage.call('confirmPrograms', { body: { path, hashes: programs.map(({ hash }) => hash) } } as never)
    write(path, 'a.txt', 'two\n')
    const before = Date.now()
    await call('commit', id, { message: 'x' })
    process.kill(Number(readFileSync(mark(), 'utf8')))
    expect(Date.now() - before).toBeLessThan(100_000)
  })
})

describe('unusual states', () => {
  test('a worktree whose folder was deleted by hand can be ended', async () => {
    const { id, path } = await worktree()
    const head = commit(path, { 'a.txt': 'two\n' })
    rmSync(path, { recursive: true })
    const { trash } = (await end(id)).result as { trash: string }
    expect(git(main, 'branch', '--list', 'fairlead/*')).toBe('')
    expect(git(main, 'worktree', 'list').split('\n')).toHaveLength(1)
    await restoreTrash(trash)
    expect(git(path, 'rev-parse', 'HEAD')).toBe(head)
  })

  test('a worktree that is on another branch, or on none', async () => {
    const { id, path } = await worktree()
    git(path, 'switch', '-q', '-c', 'feature')
    commit(path, { 'a.txt': 'two\n' })
    await expect(merge(id)).rejects.toThrow(/feature/)
    git(path, 'switch', '-q', '--detach')
    await expect(merge(id)).rejects.toThrow(/on no branch/)
    await stage.call('deleteSession', { params: { id } })
    expect((await stage.call('listWorktrees', {})).worktrees).toMatchObject([{ path }])
  })

  test('a worktree in which another session works is not removed', async () => {
    const { id, path } = await worktree()
    const other = await stage.create(undefined, { cwd: path })
    await stage.settled(other)
    await expect(end(id)).rejects.toMatchObject({ code: 'conflict' })
    await stage.call('deleteSession', { params: { id } })
    await expect(
      stage.call('endOrphan', { body: { path, branch: 'discard' } } as never),
    ).rejects.toMatchObject({ code: 'conflict' })
    await stage.call('deleteSession', { params: { id: other } })
    await stage.call('endOrphan', { body: { path, branch: 'discard' } } as never)
    expect(existsSync(path)).toBe(false)
  })

  test('many files, and names that are no text', async () => {
    const { id, path } = await worktree()
    const odd = Buffer.from([0x6f, 0xff, 0x0a, 0x22, 0x64])
    const name = (folder: string) => Buffer.concat([Buffer.from(`${folder}/`), odd])
    writeFileSync(name(path), 'odd\n')
    writeFileSync(join(path, '-n'), 'dash\n')
    mkdirSync(join(path, 'many'))
    for (let n = 0; n < 400; n++) writeFileSync(join(path, 'many', `${'x'.repeat(200)}${n}`), `${n}\n`)
    await turn(id)
    await call('commit', id, { message: 'many' })
    expect(git(path, 'status', '--porcelain')).toBe('')
    await merge(id)
    expect(readFileSync(name(main), 'utf8')).toBe('odd\n')
    for (let n = 0; n < 400; n++) writeFileSync(join(path, 'many', `${'x'.repeat(200)}${n}`), 'changed\n')
    writeFileSync(name(path), 'changed\n')
    writeFileSync(join(path, 'new.txt'), 'n\n')
    await call('revert', id, { paths: ['.'] })
    expect(git(path, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(path, 'new.txt'))).toBe(false)
    await turn(id)
    await call('restoreCheckpoint', id, { turn: 0 })
    expect(existsSync(name(path))).toBe(false)
  })

  test('a file that cannot be written in the middle of a merge: the others are as they were', async () => {
    const { id, path } = await worktree()
    commit(path, { 'a.txt': 'two\n', 'z.txt': 'z\n' })
    const blob = git(path, 'rev-parse', 'HEAD:a.txt')
    // No file system takes a name of this length.
    git(path, 'update-index', '--add', '--cacheinfo', `100644,${blob},m/${'m'.repeat(300)}`)
    git(path, 'commit', '-qm', 'too long')
    await expect(merge(id)).rejects.toThrow(/cannot be updated.*too long/)
    expect(git(main, 'status', '--porcelain')).toBe('')
    expect(read(main, 'a.txt')).toBe('one\n')
    git(path, 'rm', '-q', '--cached', '-r', 'm')
    git(path, 'commit', '-qm', 'mended')
    await merge(id)
    expect(read(main, 'z.txt')).toBe('z\n')
  })

  test('a branch that is being rebased elsewhere is not moved', async () => {
    commit(main, { 'a.txt': 'main 2\n' })
    git(main, 'branch', 'side', 'HEAD~1')
    const { id, path } = await worktree()
    commit(path, { 'b.txt': 'mine\n' })
    git(main, 'switch', '-q', 'side')
    commit(main, { 'a.txt': 'side\n' })
    git(main, 'switch', '-q', 'main')
    try {
      git(main, 'rebase', '-q', 'side')
    } catch {}
    const before = git(main, 'rev-parse', 'main')
    await expect(merge(id)).rejects.toThrow(/main/)
    expect(git(main, 'rev-parse', 'main')).toBe(before)
  })

  test('a locked index is named, and the lock stays', async () => {
    const { id, path } = await worktree()
    commit(path, { 'a.txt': 'two\n' })
    writeFileSync(join(main, '.git/index.lock'), '')
    await expect(merge(id)).rejects.toThrow(/index\.lock/)
    expect(existsSync(join(main, '.git/index.lock'))).toBe(true)
    expect(read(main, 'a.txt')).toBe('one\n')
  })
})
