import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TranscriptNotFoundError } from './errors.ts'
import { findTranscript, isSessionId, projectsFolder, slugOf, workingFolder } from './location.ts'

const id = '11111111-2222-4333-8444-555555555555'
let configDir: string

beforeEach(async () => {
  configDir = await realpath(await mkdtemp(join(tmpdir(), 'fairlead-transcripts-')))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(configDir, { recursive: true })
})

async function transcript(slug: string, seconds = 0): Promise<string> {
  const file = join(configDir, 'projects', slug, `${id}.jsonl`)
  await mkdir(join(configDir, 'projects', slug), { recursive: true })
  await writeFile(file, '')
  await utimes(file, seconds, seconds)
  return file
}

describe("the CLI's name for a project", () => {
  // As both CLIs named them.
  test.each([
    ['/tmp/lab/p.ro_j é/w', '-tmp-lab-p-ro-j---w'],
    ['/tmp/lab/A_b-c.d+e@f~g,h', '-tmp-lab-A-b-c-d-e-f-g-h'],
    ['/tmp/lab/😀x', '-tmp-lab---x'],
    ['/tmp/lab/nfd-e\u0301', '-tmp-lab-nfd-e-'],
    [`/tmp/lab/${'M'.repeat(191)}`, `-tmp-lab-${'M'.repeat(191)}`],
    [`/tmp/lab/${'N'.repeat(192)}`, `-tmp-lab-${'N'.repeat(191)}-teu8a1`],
    [
      `/tmp/lab/${'long-dir-name/'.repeat(20)}end`,
      `-tmp-lab-${'long-dir-name-'.repeat(20).slice(0, 191)}-g5fewa`,
    ],
  ])('%s', (path, slug) => {
    expect(slugOf(path)).toBe(slug)
  })
  test('is that of the folder itself, not of a link to it; one that is gone keeps its name', async () => {
    await mkdir(join(configDir, 'real'))
    await symlink(join(configDir, 'real'), join(configDir, 'link'))
    expect(await workingFolder(join(configDir, 'link'))).toBe(join(configDir, 'real'))
    expect(await workingFolder(join(configDir, 'gone'))).toBe(join(configDir, 'gone'))
  })
})

describe('the config folder', () => {
  test('is the option, the variable, or in the home folder', () => {
    vi.stubEnv('CLAUDE_CONFIG_DIR', '/from/env')
    expect(projectsFolder('/option')).toBe(join('/option', 'projects'))
    expect(projectsFolder()).toBe(join('/from/env', 'projects'))
    vi.stubEnv('CLAUDE_CONFIG_DIR', '')
    expect(projectsFolder()).toBe(join(homedir(), '.claude', 'projects'))
  })
})

describe('the transcript of a session', () => {
  test('is found in any project; of several the one written to last', async () => {
    await transcript('-a', 10)
    const file = await transcript('-b', 20)
    await transcript('-c', 15)
    expect(await findTranscript(id, { configDir })).toBe(file)
  })
  test('is first looked for in the project of the working folder', async () => {
    const cwd = join(configDir, 'work')
    const file = await transcript(slugOf(cwd), 10)
    await transcript('-b', 20)
    expect(await findTranscript(id, { configDir, cwd })).toBe(file)
  })
  test('is found elsewhere if it is not there', async () => {
    const file = await transcript('-a')
    expect(await findTranscript(id, { configDir, cwd: '/elsewhere' })).toBe(file)
  })
  test('is not found: the error says where it was looked for', async () => {
    const error = await findTranscript(id, { configDir, cwd: '/some/where' }).catch((it) => it)
    expect(error).toBeInstanceOf(TranscriptNotFoundError)
    expect(error).toMatchObject({
      code: 'transcript-not-found',
      sessionId: id,
      looked: [
        join(configDir, 'projects', slugOf(await workingFolder('/some/where')), `${id}.jsonl`),
        join(configDir, 'projects', '*', `${id}.jsonl`),
      ],
    })
    expect(error.message).toContain(error.looked[1])
  })
  test('is no folder', async () => {
    await mkdir(join(configDir, 'projects', '-a', `${id}.jsonl`), { recursive: true })
    await expect(findTranscript(id, { configDir })).rejects.toThrow(TranscriptNotFoundError)
  })
  test.skipIf(process.platform === 'win32')('is no pipe, which would block', async () => {
    await mkdir(join(configDir, 'projects', '-a'), { recursive: true })
    execFileSync('mkfifo', [join(configDir, 'projects', '-a', `${id}.jsonl`)])
    await expect(findTranscript(id, { configDir })).rejects.toThrow(TranscriptNotFoundError)
  })
})

describe('a session id that is no UUID is refused', () => {
  test.each([
    '',
    '..',
    '../../etc/passwd',
    `${id}/../x`,
    `${id}\n`,
    ` ${id}`,
    id.slice(1),
    `${id}\0`,
    '*',
    [id],
    null,
  ])('%j', async (bad) => {
    expect(isSessionId(bad)).toBe(false)
    await expect(findTranscript(bad as string, { configDir })).rejects.toMatchObject({
      code: 'bad-session-id',
    })
  })
})
