/** A repository that tries to run a program in everything that the host does by itself: all settings and hooks are traps. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RouteName } from '../../../../src/api/routes.ts'
import { type ArmedRepository, armedRepository } from '../../git/armed-repository.ts'
import { type HostStage, hostStage } from '../../stage.ts'
import { commit, git, read, repository, write } from '../repository.ts'

let stage: HostStage
let armed: ArmedRepository
beforeEach(async () => {
  stage = await hostStage()
  armed = armedRepository(join(stage.folder, 'armed'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await stage.close()
})

const HOOKS = [
  ...[
    'applypatch-msg',
    'commit-msg',
    'fsmonitor-watchman',
    'post-applypatch',
    'post-checkout',
    'post-commit',
  ],
  ...['post-index-change', 'post-merge', 'post-rewrite', 'post-update', 'pre-applypatch', 'pre-auto-gc'],
  ...['pre-commit', 'pre-merge-commit', 'pre-push', 'pre-rebase', 'pre-receive', 'prepare-commit-msg'],
  ...['proc-receive', 'push-to-checkout', 'reference-transaction', 'sendemail-validate', 'update'],
]

/** Beside what `armedRepository` has: all hooks, drivers for every file, and settings for merges, remotes and objects. */
function armMore({ cwd, trap }: ArmedRepository): void {
  const set = (name: string, value: string) =>
    appendFileSync(
      join(cwd, '.git/config'),
      `\n[${name.split('.')[0]}${name.split('.').length > 2 ? ` "${name.split('.')[1]}"` : ''}]\n\t${name.split('.').at(-1)} = "${value}"\n`,
    )
  for (const hook of HOOKS) {
    writeFileSync(join(cwd, '.git/hooks', hook), readFileSync(trap(`hook ${hook}`)), { mode: 0o755 })
    writeFileSync(join(cwd, '../hooks', hook), readFileSync(trap(`path ${hook}`)), { mode: 0o755 })
  }
  const quoted = (name: string) => `'${trap(name)}'`.replaceAll('"', '')
  set('merge.all.driver', quoted('merge-driver'))
  set('merge.renormalize', 'true')
  set('filter.all.clean', quoted('all-clean'))
  set('filter.all.smudge', quoted('all-smudge'))
  set('filter.all.process', quoted('all-process'))
  set('filter.all.required', 'true')
  set('diff.all.command', quoted('all-diff'))
  set('diff.all.textconv', quoted('all-textconv'))
  set('core.alternateRefsCommand', quoted('alternate-refs'))
  set('core.askPass', trap('askpass'))
  set('core.gitProxy', trap('git-proxy'))
  set('sequence.editor', quoted('sequence-editor'))
  set('trailer.x.command', quoted('trailer'))
  set('trailer.x.cmd', quoted('trailer-cmd'))
  set('gpg.ssh.program', trap('gpg-ssh'))
  set('commit.gpgSign', 'true')
  set('tag.gpgSign', 'true')
  set('uploadpack.packObjectsHook', quoted('pack-objects'))
  set('maintenance.auto', 'true')
  set('gc.auto', '1')
  set('submodule.recurse', 'true')
  set('fetch.recurseSubmodules', 'true')
  writeFileSync(join(cwd, '.git/info/attributes'), '* filter=all diff=all merge=all\n')
  writeFileSync(join(cwd, '.gitattributes'), '* filter=all diff=all merge=all\n')
}

const call = (name: RouteName, params: object, body: object = {}, query: object = {}) =>
  stage.call(name, { params, body, query } as never) as Promise<never>

/** Everything that the host does without a confirmation. Some of it may be refused: what counts is what runs. */
async function everything(cwd: string, name: string): Promise<string[]> {
  const refused: string[] = []
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      refused.push(`${what}: ${(error as Error).message.split('\n')[0]}`)
      return undefined
    }
  }
  const scopes = [{ scope: 'base' }, { scope: 'uncommitted' }, { scope: 'turn' }]
  const shared = await stage.create('hello', { cwd })
  await stage.settled(shared)
  const own = await attempt('new', () => stage.create('hello', { cwd, worktree: { name } }))
  if (own !== undefined) {
    await stage.settled(own)
    write(stage.host.session(own).row.cwd, 'a.txt', 'changed by the agent\n')
    write(stage.host.session(own).row.cwd, 'new.txt', 'new\n')
    await stage.send(own, { text: 'hello' })
    await stage.settled(own)
    await stage.host.work.checkpoints.settled(stage.host.session(own))
  }
  for (const id of [shared, own].filter((it) => it !== undefined)) {
    const params = { id }
    for (const scope of scopes) {
      await attempt('list', () => call('listReviewFiles', params, {}, scope))
      await attempt('diff', () => call('diffReviewFile', params, {}, { ...scope, path: 'a.txt' }))
      for (const side of ['old', 'new'])
        await attempt('read', () => call('readReviewFile', params, {}, { ...scope, path: 'a.txt', side }))
    }
    await attempt('comment', () =>
      call('addComment', params, { path: 'a.txt', side: 'new', first: 1, text: 'x' }),
    )
    await attempt('comments', () => call('listComments', params))
    await attempt('pull request', () => call('getPullRequest', params))
    await attempt('worktree', () => call('getWorktree', params))
    await attempt('checkpoints', () => call('listCheckpoints', params))
    await attempt('compare', () => call('diffCheckpoints', params, {}, { to: 'now' }))
    await attempt('restore', () => call('restoreCheckpoint', params, { turn: 1 }))
    for (const how of ['merge', 'squash', 'rebase'])
      await attempt('preview', () => call('previewMerge', params, {}, { how }))
    await attempt('merge', () => call('mergeWorktree', params, { how: 'merge' }))
  }
  await attempt('project', () => call('getProject', {}, {}, { path: cwd }))
  await attempt('projects', () => call('listProjects', {}))
  if (own !== undefined) {
    const ended = await attempt(
      'end',
      () => call('endWorktree', { id: own }, { branch: 'discard' }) as Promise<{ result: { trash: string } }>,
    )
    await attempt('trash', () => call('listTrash', {}))
    const id = ended?.result.trash ?? ''
    await attempt('bring back', () => call('restoreWorktree', {}, { checkout: cwd, id }))
  }
  await attempt('worktrees', () => call('listWorktrees', {}))
  return refused
}

describe('nothing of it runs', () => {
  test('as its settings, hooks and attributes are', async () => {
    armMore(armed)
    armed.plainGit(['commit', '-m', 'x', '-a'])
    expect(armed.marks()).not.toEqual([])
    armed.forget()
    const refused = await everything(armed.cwd, 'x')
    expect(armed.marks()).toEqual([])
    // Most of it worked: an attack that is refused at once shows nothing. The shared folder has no checkpoints.
    const missed = refused.filter((it) => /^(?:new|list|diff|compare|end|bring back)/.test(it))
    expect(missed.filter((it) => !it.includes('checkpoint'))).toEqual([])
  })

  test('and none in variables that the host inherited', async () => {
    for (const [name, value] of [
      ...['GIT_EXTERNAL_DIFF', 'GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_PAGER', 'GIT_ASKPASS', 'GIT_EDITOR'].map(
        (it) => [it, armed.trap(it)] as const,
      ),
      ['GIT_PROXY_COMMAND', armed.trap('GIT_PROXY_COMMAND')],
      ['GIT_SEQUENCE_EDITOR', armed.trap('GIT_SEQUENCE_EDITOR')],
      ['GIT_CONFIG_COUNT', '1'],
      ['GIT_CONFIG_KEY_0', 'core.fsmonitor'],
      ['GIT_CONFIG_VALUE_0', armed.trap('GIT_CONFIG_VALUE_0')],
      ['GIT_CONFIG_PARAMETERS', `'core.fsmonitor=${armed.trap('GIT_CONFIG_PARAMETERS')}'`],
      ['GIT_DIR', join(stage.folder, 'elsewhere')],
      ['GIT_WORK_TREE', join(stage.folder, 'elsewhere')],
      ['GIT_INDEX_FILE', join(stage.folder, 'elsewhere-index')],
      ['GIT_OBJECT_DIRECTORY', join(stage.folder, 'elsewhere-objects')],
      ['GIT_ALTERNATE_OBJECT_DIRECTORIES', join(stage.folder, 'elsewhere-objects')],
      ['GIT_TEMPLATE_DIR', join(stage.folder, 'elsewhere')],
      ['GIT_EXEC_PATH', join(stage.folder, 'elsewhere')],
    ] as const)
      vi.stubEnv(name, value)
    stage = await stage.again()
    await everything(armed.cwd, 'x')
    expect(armed.marks()).toEqual([])
    expect(readdirSync(stage.folder).filter((it) => it.startsWith('elsewhere'))).toEqual([])
  })

  test('of a session in a folder of it, nor from a worktree of a worktree', async () => {
    armMore(armed)
    const deep = join(armed.cwd, 'deep')
    mkdirSync(deep)
    write(deep, 'd.txt', 'd\n')
    await everything(deep, 'x')
    const id = await stage.create(undefined, { cwd: armed.cwd, worktree: { name: 'first' } })
    await stage.settled(id)
    await everything(stage.host.session(id).row.cwd, 'second')
    expect(armed.marks()).toEqual([])
  })
})

describe('nothing outside', () => {
  const NAMES: readonly [string, (folder: string) => void][] = [
    ['a link in place of .git', (at) => symlinkSync(join(stage.folder, 'other/.git'), join(at, '.git'))],
    ['a .git file', (at) => writeFileSync(join(at, '.git'), `gitdir: ${join(stage.folder, 'other/.git')}\n`)],
    [
      'core.worktree',
      (at) => {
        repository(at)
        git(at, 'config', 'core.worktree', join(stage.folder, 'other'))
      },
    ],
  ]
  test.each(NAMES)('through %s', async (_, make) => {
    const [other, at] = [join(stage.folder, 'other'), join(stage.folder, 'at')]
    repository(other, { 'secret.txt': 'secret\n' })
    write(other, 'secret.txt', 'changed\n')
    const before = [git(other, 'for-each-ref'), git(other, 'worktree', 'list')]
    mkdirSync(at)
    make(at)
    stage = await stage.again({ roots: [at, `${at}.worktrees`] })
    const refused = await everything(at, 'x').catch((error: Error) => [error.message])
    expect(refused.length).toBeGreaterThan(0)
    expect([git(other, 'for-each-ref'), git(other, 'worktree', 'list')]).toEqual(before)
    expect(read(other, 'secret.txt')).toBe('changed\n')
  })

  test('through alternates: their objects are read, and nothing is written there', async () => {
    const [other, at] = [join(stage.folder, 'other'), join(stage.folder, 'at')]
    repository(other, { 'a.txt': 'a\n' })
    git(stage.folder, 'clone', '-q', '--shared', other, at)
    git(at, 'config', 'user.name', 'Ada')
    git(at, 'config', 'user.email', 'ada@example.com')
    const count = () => git(other, 'count-objects', '-v')
    const before = count()
    expect(await everything(at, 'x')).toEqual(expect.not.arrayContaining([expect.stringMatching(/^new/)]))
    expect(count()).toBe(before)
    expect(git(other, 'for-each-ref', 'refs/fairlead')).toBe('')
  })

  test('through names of branches, bases and paths', async () => {
    repository(stage.cwd)
    const id = await stage.create(undefined, { worktree: { name: 'x' } })
    await stage.settled(id)
    for (const base of ['--upload-pack=touch x', '-h', 'main\n--all', '', '../main', 'main^{/x', '\0'])
      await expect(stage.create(undefined, { worktree: { name: 'y', base } })).rejects.toThrow()
    for (const into of ['--force', 'main\nx', '..', 'refs/heads/main', 'HEAD'])
      await expect(call('mergeWorktree', { id }, { how: 'merge', into })).rejects.toThrow()
    expect(readdirSync(stage.cwd)).toEqual(['.git', 'a.txt'])
    expect(git(stage.cwd, 'for-each-ref', '--format=%(refname)', 'refs/heads').split('\n')).toEqual([
      ...['refs/heads/fairlead/x', 'refs/heads/main'],
    ])
  })

  test('a message is a message, whatever it begins with', async () => {
    repository(stage.cwd)
    const id = await stage.create(undefined, { worktree: { name: 'x' } })
    await stage.settled(id)
    const { cwd } = stage.host.session(id).row
    for (const message of ['--amend', '-F/etc/passwd', '# a comment', 'one\n\n--author=Eve <e@e>']) {
      write(cwd, 'a.txt', `${message}\n`)
      await call('commit', { id }, { message })
      expect(git(cwd, 'log', '-1', '--format=%B|%an')).toBe(`${message}\n|Ada`)
    }
    commit(cwd, { 'b.txt': 'b\n' })
    await call('mergeWorktree', { id }, { how: 'squash', message: '--no-verify\n\n-x' })
    expect(git(stage.cwd, 'log', '-1', '--format=%B')).toBe('--no-verify\n\n-x')
  })
})
