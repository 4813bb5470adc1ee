/** Stage, unstage, revert, commit, amend, push and pull requests, on real repositories; hooks run once they are confirmed. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { patchOfChange } from '../../../src/api/change-patch.ts'
import type { RouteName } from '../../../src/api/routes.ts'
import { placeIn } from '../../../src/host/review/pull-request.ts'
import { items } from '../../../src/state/select.ts'
import { type HostStage, hostStage } from '../stage.ts'
import { commit, git, read, repository, write } from './repository.ts'

let stage: HostStage
let id: string
let path: string
beforeEach(async () => {
  stage = await hostStage()
  repository(stage.cwd, { 'a.txt': '1\n2\n3\n4\n5\n6\n7\n8\n9\n', 'b.txt': 'b\n', 'deep/d.txt': 'd\n' })
  id = await stage.create(undefined, { worktree: { name: 'x' } })
  await stage.settled(id)
  path = stage.host.session(id).row.cwd
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await stage.close()
})

const call = (name: RouteName, body: object) =>
  stage.call(name, { params: { id }, body } as never) as Promise<never>
const result = async <T>(name: RouteName, body: object) => ((await call(name, body)) as { result: T }).result
const porcelain = () => git(path, 'status', '--porcelain')
const hook = (name: string, script: string) =>
  write(stage.cwd, `.git/hooks/${name}`, `#!/bin/sh\n${script}\n`, 0o755)
const programs = async () => (await stage.call('getProject', { query: { path } })).programs
async function confirm(): Promise<void> {
  const hashes = (await programs()).map(({ hash }) => hash)
  await stage.call('confirmPrograms', { body: { path, hashes } })
}
const notices = () =>
  items(stage.host.session(id).state).flatMap((it) => (it.kind === 'notice' ? [it.text] : []))

describe('changes', () => {
  test('files are staged and unstaged, and taken as names, never as patterns or options', async () => {
    for (const name of ['a.txt', '*.txt', '-n']) write(path, name, 'new\n')
    await call('stage', { paths: ['*.txt', '-n'] })
    expect(porcelain()).toBe('A  *.txt\nA  -n\n M a.txt')
    await call('stage', { paths: ['-n'], unstage: true })
    expect(porcelain()).toBe('A  *.txt\n M a.txt\n?? -n')
    await expect(call('stage', { paths: ['none'] })).rejects.toMatchObject({
      code: 'not-possible',
      details: { output: expect.stringContaining('did not match') },
    })
  })

  test('hunks are staged and unstaged', async () => {
    write(path, 'a.txt', 'one\n2\n3\n4\n5\n6\n7\n8\nnine\n')
    const hunks = git(path, 'diff', '--unified=1', 'a.txt').split(/^(?=@@)/m)
    const patch = `${hunks[0]}${hunks[2]}\n`
    await call('stage', { patch })
    expect(git(path, 'diff', '--cached', '--unified=0')).toContain('-9\n+nine')
    expect(git(path, 'diff', '--cached', '--unified=0')).not.toContain('+one')
    await call('stage', { patch, unstage: true })
    expect(porcelain()).toBe(' M a.txt')
    expect(read(path, 'a.txt')).toContain('nine')
    await expect(call('stage', { patch: 'none' })).rejects.toMatchObject({ code: 'not-possible' })
  })

  test('one change after the other is staged, also where they are neighbours', async () => {
    write(path, 'a.txt', 'one\n2\nthree\n4\n5\n6\n7\n8\n9\n')
    const patch = git(path, 'diff', '--unified=100', 'a.txt')
    const change = (index: number) => patchOfChange(`${patch}\n`, index)
    await call('stage', { patch: change(0) })
    expect(git(path, 'show', ':a.txt')).toMatch(/^one\n2\n3\n/)
    await call('stage', { patch: change(1) })
    expect(git(path, 'show', ':a.txt')).toMatch(/^one\n2\nthree\n/)
    expect(porcelain()).toBe('M  a.txt')
    // It is staged already.
    await call('stage', { patch: change(0) })
    expect(porcelain()).toBe('M  a.txt')
    // What is staged there is something else.
    write(path, 'a.txt', 'ONE\n2\n3\n4\n5\n6\n7\n8\n9\n')
    git(path, 'add', 'a.txt')
    await expect(call('stage', { patch: change(0) })).rejects.toMatchObject({ code: 'not-possible' })
    expect(git(path, 'ls-files', '--unmerged')).toBe('')
    expect(git(path, 'show', ':a.txt')).toMatch(/^ONE\n/)
  })

  test('a commit has all changes, or those that are staged; amend replaces it; the CLI settings stay out', async () => {
    write(path, 'a.txt', 'A\n')
    write(path, 'new.txt', 'new\n')
    write(path, '.claude/settings.local.json', '{}')
    await call('stage', { paths: ['a.txt'] })
    const first = await result<{ commit: string }>('commit', {
      message: 'only a\n\nwith a body',
      staged: true,
    })
    expect(git(path, 'show', '--format=%B', '--name-only')).toBe('only a\n\nwith a body\n\n\na.txt')
    const second = await result<{ commit: string; output: string }>('commit', { message: 'the rest' })
    expect(git(path, 'show', '--format=%s', '--name-only')).toBe('the rest\n\nnew.txt')
    expect(second.output).toContain('1 file changed')
    expect(porcelain()).toBe('?? .claude/')
    write(path, 'new.txt', 'newer\n')
    const third = await result<{ commit: string }>('commit', { amend: true })
    expect(git(path, 'rev-parse', 'HEAD^')).toBe(first.commit)
    expect(git(path, 'rev-parse', 'HEAD')).toBe(third.commit)
    expect(notices()).toContainEqual(expect.stringMatching(/^Committed [0-9a-f]{10} the rest\n/))
    const rows = stage.host.store.audit({ session: id })
    expect(rows.map(({ what }) => what)).toEqual(['staged', 'committed', 'committed', 'committed'])
    await expect(call('commit', { message: 'nothing' })).rejects.toMatchObject({ code: 'not-possible' })
  })

  test('a repeated command commits once', async () => {
    write(path, 'a.txt', 'A\n')
    const first = await call('commit', { message: 'a', commandId: 'c' })
    expect(await call('commit', { message: 'a', commandId: 'c' })).toEqual(first)
    expect(git(path, 'rev-list', '--count', 'main..HEAD')).toBe('1')
  })

  test('files and hunks are reverted, and what was there is kept', async () => {
    write(path, 'a.txt', 'one\n2\n3\n4\n5\n6\n7\n8\nnine\n')
    write(path, 'b.txt', 'B\n')
    write(path, 'deep/new.txt', 'new\n')
    git(path, 'add', 'deep/new.txt')
    const patch = git(path, 'diff', 'a.txt').split(/^(?=@@)/m)
    const hunk = `${patch[0]}${patch[2]}\n`
    await call('revert', { patch: hunk })
    expect(read(path, 'a.txt')).toBe('one\n2\n3\n4\n5\n6\n7\n8\n9\n')
    const { before } = await result<{ before: string }>('revert', { paths: ['b.txt', 'deep/new.txt'] })
    expect(porcelain()).toBe(' M a.txt')
    expect(existsSync(join(path, 'deep/new.txt'))).toBe(false)
    expect(git(path, 'show', `${before}:b.txt`)).toBe('B')
    expect(git(path, 'show', `${before}:deep/new.txt`)).toBe('new')
    const outside = '--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n'
    await expect(call('revert', { patch: outside })).rejects.toMatchObject({ code: 'not-possible' })
  })
})

describe('hooks and settings that run programs', () => {
  test('keep every action from being done until a person has confirmed them, and again when they change', async () => {
    const mark = join(stage.folder, 'ran')
    hook('pre-commit', `echo "checked by the hook"; touch ${mark}`)
    write(path, 'a.txt', 'A\n')
    const [shown] = await programs()
    expect(shown).toMatchObject({
      kind: 'hooks',
      isConfirmed: false,
      text: expect.stringContaining('checked by'),
    })
    const refused = { code: 'not-possible', details: { hash: shown?.hash } }
    for (const [name, body] of [
      ['commit', { message: 'a' }],
      ['stage', { paths: ['a.txt'] }],
      ['revert', { paths: ['a.txt'] }],
      ['push', {}],
      ['openPullRequest', { title: 'x' }],
    ] as const)
      await expect(call(name, body)).rejects.toMatchObject(refused)
    expect(existsSync(mark)).toBe(false)
    expect(read(path, 'a.txt')).toBe('A\n')
    await confirm()
    const { output } = await result<{ output: string }>('commit', { message: 'a' })
    expect(output).toContain('checked by the hook')
    expect(existsSync(mark)).toBe(true)
    hook('pre-commit', 'echo "not this"; exit 1')
    write(path, 'a.txt', 'AA\n')
    await expect(call('commit', { message: 'a' })).rejects.toThrow(/nobody has confirmed/)
    await confirm()
    await expect(call('commit', { message: 'a' })).rejects.toMatchObject({
      details: { output: expect.stringContaining('not this') },
    })
    expect(git(path, 'rev-list', '--count', 'main..HEAD')).toBe('1')
  })

  test.each([
    ['filter.f.clean', 'cat'],
    ['core.fsmonitor', '/bin/true'],
    ['core.hooksPath', 'hooks'],
    ['gpg.program', '/bin/true'],
    ['remote.origin.url', 'ext::sh -c true'],
    ['remote.origin.url', '/srv/shop.git'],
    ['include.path', 'more'],
    ['credential.helper', '!true'],
    ['something.new', 'of a later git'],
  ])('%s is such a setting', async (name, value) => {
    expect(await programs()).toEqual([])
    git(stage.cwd, 'config', name, value)
    expect(await programs()).toMatchObject([{ kind: 'hooks', text: `${name.toLowerCase()} = ${value}` }])
    await expect(call('commit', { message: 'a' })).rejects.toThrow(/nobody has confirmed/)
  })

  test('a file that lies beside a hook is one with it', async () => {
    hook('pre-commit', '. "$(dirname "$0")/h"')
    write(stage.cwd, '.git/hooks/h', 'true\n')
    await confirm()
    write(stage.cwd, '.git/hooks/h', 'false\n')
    expect(await programs()).toMatchObject([{ isConfirmed: false }])
  })
})

describe('push and pull requests', () => {
  let bare: string
  beforeEach(() => {
    bare = join(stage.folder, 'bare.git')
    git(stage.folder, 'init', '-q', '--bare', bare)
    git(stage.cwd, 'remote', 'add', 'origin', bare)
    commit(path, { 'a.txt': 'A\n' }, 'mine')
  })
  const tool = (name: string, code = 0) => {
    const bin = join(stage.folder, 'bin')
    mkdirSync(bin, { recursive: true })
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${join(bin, name)}.args\ncat > ${join(bin, name)}.stdin\necho https://example.com/pull/7\nexit ${code}\n`
    writeFileSync(join(bin, name), script, { mode: 0o755 })
  }
  /** A host that finds only these programs of the stage, beside git. */
  async function withTools(): Promise<void> {
    const bin = join(stage.folder, 'bin')
    mkdirSync(bin, { recursive: true })
    vi.stubEnv('PATH', [bin, process.env.PATH].join(delimiter))
    stage = await stage.again()
  }
  const recorded = (name: string) => read(join(stage.folder, 'bin'), `${name}.args`).trim().split('\n')

  test('the branch is pushed to a remote of the repository, with the confirmed hook, and by force only when asked', async () => {
    hook('pre-push', 'echo "pre-push of $1"')
    await confirm()
    const { output, branch } = await result<{ output: string; branch: string }>('push', {})
    expect(branch).toBe('fairlead/x')
    expect(output).toContain('pre-push of origin')
    expect(git(bare, 'rev-parse', 'fairlead/x')).toBe(git(path, 'rev-parse', 'HEAD'))
    git(path, 'commit', '-q', '--amend', '-m', 'another')
    // Where a branch follows is a setting that runs nothing.
    await expect(call('push', {})).rejects.toMatchObject({
      details: { output: expect.stringContaining('rejected') },
    })
    await call('push', { force: true })
    expect(git(bare, 'log', '-1', '--format=%s', 'fairlead/x')).toBe('another')
    for (const remote of ['elsewhere', bare.slice(1)])
      await expect(call('push', { remote })).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    [
      'git@github.com:me/shop.git',
      'gh',
      ['pr', 'create', '--head=fairlead/x', '--base=main', '--title=A $(title)', '--body-file=-'],
    ],
    [
      'https://gitlab.example.org/team/shop.git',
      'glab',
      [
        'mr',
        'create',
        '--yes',
        '--source-branch=fairlead/x',
        '--target-branch=main',
        '--title=A $(title)',
        '--description=text',
      ],
    ],
  ])('for %s %s opens it', async (url, name, args) => {
    git(stage.cwd, 'remote', 'set-url', 'origin', url)
    tool(name)
    await withTools()
    const body = { title: 'A $(title)', body: 'text' }
    expect(await result('openPullRequest', body)).toMatchObject({
      url: 'https://example.com/pull/7',
      isOpened: true,
    })
    expect(recorded(name)).toEqual(args)
    tool(name, 1)
    await expect(call('openPullRequest', body)).rejects.toMatchObject({ code: 'not-possible' })
  })

  test.each([
    [
      'git@github.com:me/shop.git',
      'gh',
      {
        ...{ number: 7, url: 'https://github.com/me/shop/pull/7', title: 'A', state: 'OPEN', isDraft: true },
        statusCheckRollup: [
          { __typename: 'CheckRun', name: 'test', status: 'COMPLETED', conclusion: 'FAILURE' },
          { __typename: 'CheckRun', name: 'lint', status: 'IN_PROGRESS', conclusion: '' },
          { context: 'deploy', state: 'SUCCESS', targetUrl: 'https://example.com/d' },
        ],
      },
      {
        ...{ number: 7, url: 'https://github.com/me/shop/pull/7', title: 'A', state: 'draft' },
        checks: [
          { name: 'test', status: 'failed' },
          { name: 'lint', status: 'pending' },
          { name: 'deploy', status: 'passed', url: 'https://example.com/d' },
        ],
      },
    ],
    [
      'https://gitlab.example.org/team/shop.git',
      'glab',
      {
        ...{ iid: 3, web_url: 'https://gitlab.example.org/team/shop/-/merge_requests/3', title: 'B' },
        ...{ state: 'merged', head_pipeline: { status: 'success', web_url: 'javascript:alert(1)' } },
      },
      {
        ...{ number: 3, url: 'https://gitlab.example.org/team/shop/-/merge_requests/3', title: 'B' },
        ...{ state: 'merged', checks: [{ name: 'pipeline', status: 'passed' }] },
      },
    ],
  ])('for %s %s says how it is, without running in the repository', async (url, name, said, request) => {
    git(stage.cwd, 'remote', 'set-url', 'origin', url)
    tool(name)
    await withTools()
    const bin = join(stage.folder, 'bin')
    const seen = join(bin, 'seen')
    const script = (json: string, code: number) =>
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${seen}\npwd >> ${seen}\nenv >> ${seen}\ncat <<'E'\n${json}\nE\nexit ${code}\n`
    writeFileSync(join(bin, name), script(JSON.stringify(said), 0), { mode: 0o755 })
    vi.stubEnv('GITLAB_TOKEN', 'of gitlab.com')
    vi.stubEnv('GH_ENTERPRISE_TOKEN', 'of another server')
    stage = await stage.again()
    const status = () => stage.call('getPullRequest', { params: { id } })
    expect(await status()).toEqual({})
    expect(existsSync(seen), 'of a branch that was never pushed nobody is asked').toBe(false)
    git(stage.cwd, 'update-ref', 'refs/remotes/origin/fairlead/x', 'HEAD')
    expect(await status()).toEqual({ tool: name, request })
    const recorded = read(bin, 'seen')
    expect(recorded).toContain(`view\nfairlead/x\n--repo=https://`)
    expect(recorded).not.toContain(path)
    expect(recorded).not.toMatch(/of gitlab.com|of another server/)
    writeFileSync(join(bin, name), script('no pull requests found', 1), { mode: 0o755 })
    expect(await status()).toEqual({ tool: name })
    writeFileSync(join(bin, name), script('["nonsense"]', 0), { mode: 0o755 })
    expect(await status()).toEqual({ tool: name })
    git(stage.cwd, 'remote', 'set-url', 'origin', bare)
    expect(await status()).toEqual({})
  })

  test('without the tool, it is the page to open one on', async () => {
    const only = join(stage.folder, 'only-git')
    mkdirSync(only)
    symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), join(only, 'git'))
    vi.stubEnv('PATH', only)
    stage = await stage.again()
    git(stage.cwd, 'remote', 'set-url', 'origin', 'ssh://git@github.com/me/shop.git')
    expect(await result('openPullRequest', { title: 'x', base: 'release/1' })).toMatchObject({
      url: 'https://github.com/me/shop/compare/release%2F1...fairlead%2Fx?expand=1',
      isOpened: false,
    })
    git(stage.cwd, 'remote', 'set-url', 'origin', 'https://token@gitlab.com/a/b/c')
    expect(await result<{ url: string }>('openPullRequest', { title: 'x' })).toMatchObject({
      url: expect.stringMatching(/^https:\/\/gitlab\.com\/a\/b\/c\/-\/merge_requests\/new\?.*fairlead%2Fx/),
    })
    git(stage.cwd, 'remote', 'set-url', 'origin', bare)
    await confirm()
    await expect(call('openPullRequest', { title: 'x' })).rejects.toThrow(/no address of a server/)
  })

  test('addresses of remotes', () => {
    for (const url of [
      'git@h.org:a/b.git',
      'https://h.org/a/b',
      'ssh://git@h.org:22/a/b.git',
      'https://x:y@h.org/a/b/',
    ])
      expect(placeIn(url)).toEqual({ host: 'h.org', path: 'a/b' })
  })
})
