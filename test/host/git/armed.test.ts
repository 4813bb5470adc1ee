/** A hostile repository: whatever its settings say, nothing of it runs because the host looked at it. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Git } from '../../../src/host/git/git.ts'
import { type DaemonStage, daemonStage } from '../daemon-stage.ts'
import { type ArmedRepository, armedRepository, TRAPS } from './armed-repository.ts'

let folder: string
let armed: ArmedRepository
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-armed-')))
  armed = armedRepository(folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('plain git springs every trap: they are armed', () => {
  const notSprung = TRAPS.filter(([name, args, input]) => {
    armed.forget()
    armed.plainGit(args, input)
    return !armed.marks().includes(name)
  })
  expect(notSprung).toEqual([])
})

describe('through the host', () => {
  let stage: DaemonStage | undefined
  afterEach(async () => {
    await stage?.close()
    stage = undefined
  })

  test('no route springs a trap, and the answers are right', async () => {
    stage = await daemonStage({ roots: [folder] })
    const { api } = stage
    const { result } = await api.call('createSession', { body: { cwd: armed.cwd, prompt: 'hello' } })
    const { id } = result
    await stage.settled(id)
    writeFileSync(join(armed.cwd, 'new.clean'), 'new\n')
    const changes = await api.call('getChanges', { params: { id } })
    expect(changes).toMatchObject({ isRepository: true, base: armed.base })
    const modified = { status: 'modified', added: 1, removed: 1, isBinary: false }
    expect(changes.files).toEqual([
      ...['a.txt', 'f.clean', 'f.command', 'f.equals', 'f.file', 'f.info', 'f.process', 'f.smudge'].map(
        (path) => ({
          path,
          ...modified,
        }),
      ),
      { path: 'f.textconv', ...modified },
      { path: 'new.clean', status: 'new', added: 1, removed: 0, isBinary: false },
      { path: 'sub', ...modified },
    ])
    expect(changes.diff).toContain('-before\n+after!')
    expect(changes.note).toMatch(/filters that the host does not run \(.*cleaned.*\)/)
    const { files } = await api.call('findFiles', { query: { session: id, q: 'f.' } })
    expect(files).toContain('f.process')
    await api.call('listFolders', { query: { path: folder } })
    await api.call('getFile', { query: { session: id, path: 'a.txt' } } as never)
    await api.call('getProcess', { params: { id } })
    await api.call('forkSession', { params: { id }, body: {} })
    expect(armed.marks()).toEqual([])
  })

  test('variables that the host inherited spring none either', async () => {
    for (const [name, trap] of [
      ['GIT_EXTERNAL_DIFF', 'variable-diff'],
      ['GIT_SSH_COMMAND', 'variable-ssh'],
      ['GIT_PAGER', 'variable-pager'],
      ['GIT_ASKPASS', 'variable-askpass'],
      ['GIT_CONFIG_VALUE_0', 'variable-fsmonitor'],
    ] as const)
      vi.stubEnv(name, armed.trap(trap))
    vi.stubEnv('GIT_CONFIG_COUNT', '1')
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor')
    vi.stubEnv('GIT_DIR', join(folder, 'elsewhere'))
    vi.stubEnv('GIT_TRACE', join(folder, 'trace'))
    const git = new Git()
    expect((await git.place(armed.cwd))?.base).toBe(armed.base)
    expect((await git.changes(armed.cwd, armed.base)).files.length).toBeGreaterThan(5)
    expect(await git.files(armed.cwd)).toContain('a.txt')
    expect(armed.marks()).toEqual([])
  })

  test('settings that are written while git works are not read', async () => {
    const git = new Git()
    let isOver = false
    // Another name each time: whoever switched names off one by one would meet one that it has not seen.
    const race = (async () => {
      const late = armed.trap('late', 'exec cat')
      for (let i = 0; !isOver; i++) {
        const config = `[filter "late${i}"]\n\tclean = ${late}\n`
        writeFileSync(join(armed.cwd, '.git/info/attributes'), `* filter=late${i}\n`)
        writeFileSync(join(folder, 'included.config'), config)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    for (let i = 0; i < 5; i++) await git.changes(armed.cwd, armed.base)
    isOver = true
    await race
    expect(armed.marks()).toEqual([])
  })
})
