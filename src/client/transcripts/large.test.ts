import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isPromptKnown, listSessions, readConversation, readTranscript } from './index.ts'

const MB = 1024 * 1024
const id = '11111111-2222-4333-8444-555555555555'
const ENTRIES_PER_MB = 256
let configDir: string

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes that are really in use. */
function inUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
/** Each look is so much later than the one before it: there are many, also where little is done in each turn, and not too many. */
const LATER = 1.3
/**
 * The most that was in use at once while `work` went on, beyond what was before. It looks after turns of the event loop and
 * not after times: a file is read piece by piece, each in a turn of its own, however fast or slow the machine is now.
 */
async function mostInUse(work: () => Promise<void>): Promise<number> {
  const before = inUse()
  let [most, samples, turns, next] = [0, 0, 0, 1]
  let immediate: NodeJS.Immediate | undefined
  const turn = () => {
    immediate = setImmediate(turn)
    turns += 1
    if (turns < next) return
    next = Math.ceil(turns * LATER)
    most = Math.max(most, inUse() - before)
    samples++
  }
  turn()
  await work().finally(() => clearImmediate(immediate))
  expect(samples).toBeGreaterThan(10)
  return most
}
const entry = (uuid: string, parentUuid: string | null, text: string) =>
  `${JSON.stringify({ type: 'user', uuid, parentUuid, message: { content: text }, sessionId: id, cwd: '/w' })}\n`

/** 100 MB in which all but the first and the last entry are abandoned branches. */
beforeAll(async () => {
  configDir = await mkdtemp(join(tmpdir(), 'fairlead-large-'))
  await mkdir(join(configDir, 'projects', '-p'), { recursive: true })
  const file = await open(join(configDir, 'projects', '-p', `${id}.jsonl`), 'w')
  await file.write(entry('first', null, 'begin'))
  for (let mb = 0; mb < 100; mb++) {
    const uuids = Array.from({ length: ENTRIES_PER_MB }, (_, i) => `${mb}-${i}`)
    await file.write(uuids.map((uuid) => entry(uuid, 'first', 'x'.repeat(4096))).join(''))
  }
  await file.write(entry('last', 'first', 'end'))
  await file.close()
})

afterAll(async () => {
  await rm(configDir, { recursive: true })
  expect(existsSync(configDir)).toBe(false)
})

test('a file of 100 MB is read in flat memory', async () => {
  expect((await stat(join(configDir, 'projects', '-p', `${id}.jsonl`))).size).toBeGreaterThan(100 * MB)
  let entries = 0
  const most = await mostInUse(async () => {
    for await (const { kind } of readTranscript(id, { configDir })) if (kind === 'user') entries++
  })
  expect(entries).toBe(100 * ENTRIES_PER_MB + 2)
  expect(most).toBeLessThan(30 * MB)
})

test('of its conversation only the active branch is held', async () => {
  const most = await mostInUse(async () => {
    const conversation = await readConversation(id, { configDir })
    expect(conversation.map((it) => it.record.uuid)).toEqual(['first', 'last'])
  })
  expect(most).toBeLessThan(30 * MB)
})

test('a prompt is found at its end', async () => {
  expect(await isPromptKnown(id, 'last', { configDir })).toBe(true)
  expect(await isPromptKnown(id, 'none', { configDir })).toBe(false)
})

test('it is listed from its ends', async () => {
  const { sessions } = await listSessions({ configDir })
  expect(sessions).toMatchObject([{ id, firstPrompt: 'begin', lastPrompt: 'end' }])
})

test('one with a hole of a terabyte is listed too: nobody could read all of it', async () => {
  const other = await mkdtemp(join(tmpdir(), 'fairlead-hole-'))
  onTestFinished(() => rm(other, { recursive: true }))
  await mkdir(join(other, 'projects', '-p'), { recursive: true })
  const file = await open(join(other, 'projects', '-p', `${id}.jsonl`), 'w')
  await file.write(entry('first', null, 'begin'))
  await file.write(`\n${entry('last', 'first', 'end')}`, MB * MB)
  await file.close()
  const { sessions } = await listSessions({ configDir: other })
  expect(sessions).toMatchObject([{ id, firstPrompt: 'begin', lastPrompt: 'end' }])
})
