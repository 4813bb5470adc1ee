import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listSessions, type SessionInfo } from './index.ts'
import { slugOf } from './location.ts'

let configDir: string
const idOf = (n: number) => `11111111-2222-4333-8444-${String(n).padStart(12, '0')}`

beforeEach(async () => {
  configDir = await realpath(await mkdtemp(join(tmpdir(), 'fairlead-transcripts-')))
})
afterEach(() => rm(configDir, { recursive: true }))

/** Writes the transcript of session `n`, last written to `n` seconds after the epoch. */
async function write(n: number, records: object[], slug = '-p'): Promise<string> {
  const file = join(configDir, 'projects', slug, `${idOf(n)}.jsonl`)
  await mkdir(join(configDir, 'projects', slug), { recursive: true })
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  await utimes(file, n, n)
  return file
}
async function one(...records: object[]): Promise<SessionInfo | undefined> {
  await write(1, records)
  return (await listSessions({ configDir })).sessions[0]
}
const says = (content: string, more = {}) => ({
  type: 'user',
  uuid: content.slice(0, 36),
  parentUuid: null,
  message: { role: 'user', content },
  sessionId: idOf(1),
  timestamp: '2026-01-02T03:04:05.678Z',
  cwd: '/project',
  version: '2.1.197',
  gitBranch: 'main',
  ...more,
})
const filler = (bytes: number) =>
  says('', { type: 'attachment', attachment: { type: 'x', text: 'x'.repeat(bytes) } })

describe('a session', () => {
  test('is described', async () => {
    const session = await one(
      { type: 'queue-operation', timestamp: '2026-01-02T03:04:05.000Z' },
      says('caveat', { isMeta: true }),
      says('<command-name>/clear</command-name>'),
      says('first\n  one'),
      says('second', { version: '2.1.325', cwd: '/project/sub', gitBranch: 'HEAD' }),
    )
    expect(session).toEqual({
      id: idOf(1),
      file: join(configDir, 'projects', '-p', `${idOf(1)}.jsonl`),
      bytes: expect.any(Number),
      cwd: '/project',
      firstPrompt: 'first one',
      lastPrompt: 'second',
      version: '2.1.325',
      createdAt: Date.parse('2026-01-02T03:04:05.000Z'),
      updatedAt: 1000,
    })
  })
  test('has the title that a person gave, else that of the model', async () => {
    const ai = { type: 'ai-title', aiTitle: 'by the model' }
    expect((await one(says('x'), ai))?.title).toBe('by the model')
    const custom = { type: 'custom-title', customTitle: 'by a person' }
    expect((await one(says('x'), custom, { ...custom, customTitle: 'renamed' }, ai))?.title).toBe('renamed')
    expect((await one({ type: 'summary', summary: 'old' }, says('x')))?.title).toBe('old')
  })
  test('that is large is told from its ends', async () => {
    const middle = Array.from({ length: 40 }, () => filler(50_000))
    const session = await one(says('first'), ...middle, says('last'), { type: 'ai-title', aiTitle: 'T' })
    expect(session).toMatchObject({ firstPrompt: 'first', lastPrompt: 'last', title: 'T', gitBranch: 'main' })
  })
  test('whose last prompt is out of reach has the one that the CLI noted', async () => {
    const noted = { type: 'last-prompt', lastPrompt: 'noted' }
    expect((await one(says('first'), says('second'), filler(90_000), noted))?.lastPrompt).toBe('noted')
    expect((await one(says('first'), filler(90_000)))?.lastPrompt).toBe('first')
    expect((await one(says('in the fork'), noted))?.lastPrompt).toBe('in the fork')
  })
  test('whose first prompt is long: the beginning, not cut within a character', async () => {
    const session = await one(says(`${'x'.repeat(299)}😀${'y'.repeat(200_000)}`))
    expect(session).toMatchObject({ firstPrompt: `${'x'.repeat(299)}…`, lastPrompt: `${'x'.repeat(299)}…` })
  })
  test('whose first line is larger than what is read is listed without it', async () => {
    const enqueued = { type: 'queue-operation', timestamp: '2026-01-02T03:04:05.000Z', sessionId: idOf(1) }
    const session = await one(enqueued, says('x'.repeat(1_500_000)), says('later', { cwd: '/later' }))
    expect(session).toMatchObject({ lastPrompt: 'later', cwd: '/later' })
  })
  test('of nothing but a command has that as its prompt', async () => {
    expect((await one(says('<command-name>/init</command-name>')))?.firstPrompt).toBe('/init')
  })
  test('without times has that of its file', async () => {
    expect(await one(says('x', { timestamp: 'never' }))).toMatchObject({ createdAt: 1000, updatedAt: 1000 })
  })
})

describe('the list', () => {
  const ids = async (options: { cwd?: string; limit?: number }) =>
    (await listSessions({ configDir, ...options })).sessions.map((it) => it.id)

  test('newest first, of all projects; no more than wanted', async () => {
    for (const [n, slug] of [
      [2, '-a'],
      [3, '-b'],
      [1, '-a'],
    ] as const) {
      await write(n, [says('x')], slug)
    }
    expect(await ids({})).toEqual([3, 2, 1].map(idOf))
    expect(await ids({ limit: 2 })).toEqual([3, 2].map(idOf))
    expect(await ids({ limit: 0 })).toEqual([])
  })
  test('what is skipped does not count for the limit', async () => {
    await write(3, [{ type: 'mode' }])
    await write(2, [says('x')])
    await write(1, [says('x')])
    expect(await ids({ limit: 1 })).toEqual([idOf(2)])
  })
  test('of one working folder, and not of another with the same slug', async () => {
    const [cwd, other] = [join(configDir, 'a', 'b'), join(configDir, 'a-b')]
    await write(1, [says('mine', { cwd })], slugOf(cwd))
    await write(2, [says('of the other', { cwd: other })], slugOf(other))
    await write(3, [says('forked from elsewhere', { cwd: '/else' })], slugOf(cwd))
    await write(4, [says('elsewhere')], '-else')
    expect(await ids({ cwd })).toEqual([3, 1].map(idOf))
    expect(await ids({ cwd: other })).toEqual([3, 2].map(idOf))
    expect(await ids({ cwd: '/nowhere' })).toEqual([])
  })
  test('nothing where there is no such folder', async () => {
    expect(await listSessions({ configDir: join(configDir, 'none') })).toEqual({ sessions: [], skipped: [] })
  })
  test('broken and foreign files are skipped and told', async () => {
    const good = await write(1, [says('x')])
    const folder = join(configDir, 'projects', '-p')
    const empty = await write(2, [])
    const side = await write(3, [says('x', { isSidechain: true })])
    const foreign = await write(4, [{ hello: 'world' }])
    const named = join(folder, 'agent-1.jsonl')
    const isFolder = join(folder, `${idOf(5)}.jsonl`)
    await writeFile(named, '{}\n')
    await writeFile(join(folder, 'notes.txt'), 'x')
    await writeFile(join(configDir, 'projects', 'a-file'), 'x')
    await mkdir(isFolder)
    await mkdir(join(folder, 'memory'))
    const { sessions, skipped } = await listSessions({ configDir })
    expect(sessions.map((it) => it.file)).toEqual([good])
    expect(new Map(skipped.map(({ file, reason }) => [file, reason]))).toEqual(
      new Map([
        [empty, 'it holds no conversation'],
        [side, 'it holds no conversation'],
        [foreign, 'it holds no conversation'],
        [named, 'its name is no session id'],
        [isFolder, 'it is no regular file'],
      ]),
    )
  })
  test('two thousand sessions', async () => {
    const records = [says('first'), filler(20_000), says('last')]
    for (let n = 0; n < 2000; n++) await write(n, records, `-p${n % 20}`)
    expect((await listSessions({ configDir })).sessions).toHaveLength(2000)
  })
})
