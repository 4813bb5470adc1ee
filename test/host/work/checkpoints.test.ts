/** Checkpoints: the state after each turn, compared by an independent reading of git; restoring; whose change it was. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agentIn, type HostStage, hostStage } from '../stage.ts'
import { commit, git, read, repository, write } from './repository.ts'

let stage: HostStage
beforeEach(async () => {
  stage = await hostStage()
})
afterEach(() => stage.close())

const list = async (id: string) => (await stage.call('listCheckpoints', { params: { id } })).checkpoints
const diff = (id: string, query: object) => stage.call('diffCheckpoints', { params: { id }, query } as never)
const restore = (id: string, turn: number) =>
  stage.call('restoreCheckpoint', { params: { id }, body: { turn } })
async function turn(id: string): Promise<void> {
  await stage.send(id, { text: 'hello' })
  await stage.settled(id)
  await stage.host.work.checkpoints.settled(stage.host.session(id))
}
const raw = (cwd: string, ref: string) => execFileSync('git', ['cat-file', 'blob', ref], { cwd })

describe('in a worktree', () => {
  let id: string
  let path: string
  beforeEach(async () => {
    repository(stage.cwd, {
      'a.txt': 'one\n',
      'b.txt': 'b\n',
      '.gitignore': 'ignored\n',
      'deep/d.txt': 'd\n',
    })
    id = await stage.create(undefined, { worktree: { name: 'x' } })
    await stage.settled(id)
    path = stage.host.session(id).row.cwd
  })

  test('each turn has one, and what changed in a turn is what git says of the two trees', async () => {
    write(path, 'a.txt', 'two\n')
    write(path, 'new.txt', 'new\n')
    await turn(id)
    rmSync(join(path, 'b.txt'))
    write(path, 'new.txt', 'newer\n')
    write(path, 'ignored', 'x\n')
    await turn(id)
    const all = await list(id)
    expect(all.map((it) => it.turn)).toEqual([0, 1, 2])
    for (const { turn, commit } of all)
      expect(git(stage.cwd, 'rev-parse', `refs/fairlead/${id}/${turn}`)).toBe(commit)
    const first = await diff(id, { to: 1 })
    expect(first).toMatchObject({
      from: 0,
      to: 1,
      files: [
        { path: 'a.txt', status: 'modified', added: 1, removed: 1, by: 'own' },
        { path: 'new.txt', status: 'added', added: 1, removed: 0, by: 'own' },
      ],
    })
    const second = await diff(id, { to: 2 })
    expect(second.files.map((it) => [it.path, it.status])).toEqual([
      ['b.txt', 'deleted'],
      ['new.txt', 'modified'],
    ])
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [0, 2],
      [2, 0],
    ] as const)
      expect((await diff(id, { from, to })).diff.trimEnd()).toBe(
        git(stage.cwd, 'diff', all[from]?.commit ?? '', all[to]?.commit ?? ''),
      )
    write(path, 'a.txt', 'now\n')
    expect((await diff(id, { from: 1, to: 'now' })).files.map((it) => it.path)).toEqual([
      'a.txt',
      'b.txt',
      'new.txt',
    ])
    const back = await diff(id, { from: 'now', to: 1 })
    expect(back).toMatchObject({ from: 'now', to: 1 })
    expect(back.files.map((it) => it.path)).toEqual(['a.txt', 'b.txt', 'new.txt'])
    await expect(diff(id, { to: 7 })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('bytes are kept as they are, without filters and line ends; index, stash and branch are not touched', async () => {
    const mark = join(stage.folder, 'ran')
    git(stage.cwd, 'config', 'filter.f.clean', `touch ${mark}; cat`)
    git(stage.cwd, 'config', 'core.autocrlf', 'true')
    write(path, '.gitattributes', '*.txt text=auto filter=f ident\n*.u16 text working-tree-encoding=UTF-16\n')
    const bytes = Buffer.from('$Id$\r\nmixed\nends\r\n\0')
    writeFileSync(join(path, 'bytes.txt'), bytes)
    writeFileSync(join(path, 'wide.u16'), Buffer.from([0xff, 0xfe, 0x41, 0x00]))
    write(path, 'a.txt', 'a\r\nb\n')
    git(path, '-c', 'filter.f.clean=cat', 'add', 'a.txt')
    write(path, 'a.txt', 'later\r\n')
    const index = readFileSync(git(path, 'rev-parse', '--git-path', 'index'))
    const head = git(path, 'rev-parse', 'HEAD')
    await turn(id)
    const ref = `refs/fairlead/${id}/1`
    expect(raw(path, `${ref}:bytes.txt`)).toEqual(bytes)
    expect(raw(path, `${ref}:a.txt`).toString()).toBe('later\r\n')
    expect(raw(path, `${ref}:wide.u16`)).toEqual(Buffer.from([0xff, 0xfe, 0x41, 0x00]))
    // The index is the second parent.
    expect(raw(path, `${ref}^2:a.txt`).toString()).toBe('a\nb\n')
    expect(readFileSync(git(path, 'rev-parse', '--git-path', 'index'))).toEqual(index)
    expect(git(path, 'rev-parse', 'HEAD')).toBe(head)
    expect(git(path, 'stash', 'list')).toBe('')
    expect(existsSync(mark)).toBe(false)
  })

  test('restoring gives the bytes of that turn, and the state before can be had back', async () => {
    writeFileSync(join(path, 'a.txt'), 'one\r\n')
    write(path, 'added.txt', 'added\n')
    await turn(id)
    write(path, 'a.txt', 'broken\n')
    rmSync(join(path, 'added.txt'))
    write(path, 'more/m.txt', 'm\n')
    write(path, 'ignored', 'stays\n')
    await turn(id)
    const { result } = await restore(id, 1)
    expect(read(path, 'a.txt')).toBe('one\r\n')
    expect(read(path, 'added.txt')).toBe('added\n')
    expect(existsSync(join(path, 'more'))).toBe(false)
    expect(read(path, 'ignored')).toBe('stays\n')
    expect(git(path, 'show', `${result.before}:a.txt`)).toBe('broken')
    await restore(id, 0)
    expect(git(path, 'status', '--porcelain')).toBe('')
    await restore(id, 2)
    expect(read(path, 'more/m.txt')).toBe('m\n')
    expect((await diff(id, { from: 2, to: 'now' })).files).toEqual([])
  })

  test('what a killed git has left keeps no later one from being taken', async () => {
    const cache = join(stage.host.session(id).folder, 'checkpoint-index')
    writeFileSync(`${cache}.lock`, '')
    await turn(id)
    writeFileSync(cache, 'no index')
    await turn(id)
    await turn(id)
    expect((await list(id)).map((it) => it.turn)).toEqual([0, 1, 3])
  })

  test('they go with the session, and survive the next host', async () => {
    await turn(id)
    stage = await stage.again()
    expect((await list(id)).map((it) => it.turn)).toEqual([0, 1])
    await stage.call('deleteSession', { params: { id } })
    expect(git(stage.cwd, 'for-each-ref', 'refs/fairlead')).toBe('')
  })
})

describe('in a shared folder', () => {
  const tool = (prompt: string, name: string, input: object) => ({
    prompt,
    replies: [[{ tool: name, input, run: true }], [{ text: 'done' }]],
  })
  const scenario = {
    scripts: [
      tool('edit', 'Write', { file_path: 'own.txt', content: 'own\n' }),
      tool('command', 'Bash', { command: 'echo x > by-command.txt' }),
    ],
  }
  async function shared(): Promise<string> {
    const file = join(stage.folder, 'scenario.json')
    writeFileSync(file, JSON.stringify(scenario))
    stage = await stage.again({ agent: agentIn(stage.folder, { FAIRLEAD_SIM_SCENARIO: file }) })
    repository(stage.cwd)
    await stage.call('putProject', { body: { path: stage.cwd, settings: { checkpoints: true } } })
    const id = await stage.create(undefined, {
      permissionMode: 'acceptEdits',
      options: { allowedTools: ['Bash'] },
    })
    await stage.settled(id)
    return id
  }
  const say = async (id: string, text: string) => {
    await stage.send(id, { text })
    await stage.settled(id)
  }

  test("files of its edit tools are the session's own, those changed during its commands possibly, all others foreign", async () => {
    const id = await shared()
    write(stage.cwd, 'foreign.txt', 'of another session\n')
    await say(id, 'edit')
    expect((await diff(id, { to: 1 })).files.map((it) => [it.path, it.by])).toEqual([
      ['foreign.txt', 'foreign'],
      ['own.txt', 'own'],
    ])
    await say(id, 'command')
    expect((await diff(id, { to: 2 })).files.map((it) => [it.path, it.by])).toEqual([
      ['by-command.txt', 'possibly'],
    ])
    await expect(restore(id, 0)).rejects.toThrow(/others work in a shared folder/)
  })

  test('none is taken unless the project asks for it', async () => {
    repository(stage.cwd)
    const id = await stage.create('hello')
    await stage.settled(id)
    expect(await list(id)).toEqual([])
    expect(git(stage.cwd, 'for-each-ref', 'refs/fairlead')).toBe('')
    commit(stage.cwd, { 'c.txt': 'c\n' })
  })
})
