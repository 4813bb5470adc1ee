/** A disk that fills up: the CLIs are stopped before anything is lost, and go on when there is room. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { spaceOf } from '../../src/host/disk/space.ts'
import { lastValue } from '../../src/state/list.ts'
import { liveness } from '../../src/state/liveness/liveness.ts'
import { items } from '../../src/state/select.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { guard } from '../process/leftovers.ts'
import { type SmallDisk, smallDisk, whyNoSmallDisk } from './small-disk.ts'
import { agentIn, type HostStage, hostStage, stageIn } from './stage.ts'
import { isOver, isReady } from './waiting.ts'

let stage: HostStage
let disk: SmallDisk | undefined
afterEach(async () => {
  await stage.close().finally(() => disk?.remove())
  disk = undefined
})

let freeBytes: number
const injected = {
  minFreeBytes: 100,
  space: async () => ({ freeBytes, totalBytes: 1000 }),
}
const isPaused = ({ process }: SessionState) => process.pausedAt !== undefined
const goesOn = (state: SessionState) => !isPaused(state)
const stateOf = (pid = 0) => /\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
const notices = (state: SessionState) =>
  items(state).flatMap((item) => (item.kind === 'notice' && item.topic === 'host' ? [item.text] : []))

test.skipIf(process.platform !== 'linux')(
  'a session waits for disk space, under the next host too, and goes on when there is room',
  async () => {
    freeBytes = 100
    stage = await hostStage({ disk: injected })
    const id = await stage.create()
    await stage.until(id, isReady)
    const pid = stage.host.session(id).pid
    freeBytes = 99
    await stage.until(id, isPaused)
    expect(stateOf(pid)).toBe('T')
    expect(stage.host.summaries()[0]?.liveness.words).toBe('Waiting for disk space')
    expect(stage.host.problems).toEqual([expect.stringMatching(/^The disk has only 0 MB free: .* Make room/)])
    await expect(stage.call('interrupt', { params: { id }, body: {} as never })).rejects.toMatchObject({
      code: 'not-possible',
      message: expect.stringContaining('waits for disk space'),
    })
    // What is sent waits in the input of the process.
    await stage.send(id, { text: 'hello' })
    // A new session waits, with its prompt.
    const other = await stage.create('hello')
    expect(stage.host.session(other).isRunning).toBe(false)
    // It is stored a moment after the session.
    const waiting = await stage.until(other, (it) => notices(it).length > 0)
    expect(notices(waiting)[0]).toMatch(/^The disk has only .*new ones wait/)

    stage = await stage.again()
    expect(stateOf(pid)).toBe('T')
    const { state } = stage.host.session(id)
    expect(liveness(state, Date.now())).toMatchObject({ status: 'stalled', wait: { kind: 'disk' } })
    // Not enough yet.
    freeBytes = 149
    await stage.host.disk?.look()
    expect(stateOf(pid)).toBe('T')
    freeBytes = 150
    await stage.until(id, (it) => isOver(it) && goesOn(it))
    await stage.until(other, isOver)
    expect(stage.host.problems).toEqual([])
    expect(notices((await stage.settled(id)) ?? state)).toEqual([
      expect.stringMatching(/sessions are paused until/),
      'There is room on the disk again: the process goes on.',
    ])
  },
)

test.skipIf(process.platform !== 'linux')(
  'a host that finds a stopped process and room lets it go on, also if nobody was told of the stop',
  async () => {
    freeBytes = 1000
    stage = await hostStage({ disk: injected })
    const id = await stage.create()
    await stage.until(id, isReady)
    const { pid } = stage.host.session(id)
    if (pid === undefined) throw new Error('it has no process')
    process.kill(pid, 'SIGSTOP')
    // On a busy machine it is stopped only when it would have run next.
    await expect.poll(() => stateOf(pid)).toBe('T')
    stage = await stage.again()
    await stage.send(id, { text: 'hello' })
    await stage.until(id, isOver)
  },
)

test.skipIf(process.platform !== 'linux')('a session that is paused can be closed', async () => {
  freeBytes = 100
  stage = await hostStage({ disk: injected })
  const id = await stage.create()
  await stage.until(id, isReady)
  freeBytes = 0
  await stage.until(id, isPaused)
  await stage.closeSession(id)
  expect(stage.host.session(id).state.process.ended).toMatchObject({ cause: 'close', exitCode: 0 })
})

test.skipIf(whyNoSmallDisk)(
  'a process whose files the full disk does not take is refused for want of room, and the same command works later',
  async () => {
    freeBytes = 1000
    disk = smallDisk(1)
    const folder = join(disk.path, 'sessions')
    stage = await hostStage({ disk: injected, folder })
    const { admission } = stage.host
    const enter = admission.enter.bind(admission)
    const ballast = join(disk.path, 'ballast')
    const full = vi.spyOn(admission, 'enter').mockImplementation(async (signal) => {
      await enter(signal)
      fill(ballast)
      freeBytes = 0
    })
    const create = () => stage.create('hello', { commandId: 'once' })
    await expect(create()).rejects.toMatchObject({ code: 'storage', message: expect.stringMatching(/disk/) })
    expect(stage.host.sessions()).toEqual([])
    full.mockRestore()
    rmSync(ballast)
    freeBytes = 1000
    await stage.host.disk?.look()
    expect((await stage.settled(await create())).turns.past.size).toBe(1)
  },
)

/** Until not a byte is left. */
function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(file)
  }
}

test.skipIf(whyNoSmallDisk)('nothing is lost on a disk that is really full', async () => {
  const part = 'x'.repeat(100_000)
  const parts = 30
  disk = smallDisk(14)
  // The mount itself cannot be removed with what is in it.
  const path = join(disk.path, 'root')
  mkdirSync(path)
  guard(path)
  const scenario = join(path, 'scenario.json')
  const steps = Array.from({ length: parts }, () => [
    { text: part, chunk: part.length, open: true },
    { delay: 20 },
  ])
  writeFileSync(
    scenario,
    JSON.stringify({ scripts: [{ prompt: 'much', replies: [[...steps.flat(), { text: '!' }]] }] }),
  )
  stage = await stageIn(path, {
    agent: agentIn(path, { FAIRLEAD_SIM_SCENARIO: scenario, FAIRLEAD_SIM_SPEED: '1' }),
    disk: { space: () => spaceOf(path), minFreeBytes: 9 * 1024 * 1024 },
  })
  const id = await stage.create('much')
  await stage.until(id, isPaused)
  expect(disk.freeBytes).toBeGreaterThan(0)
  expect(stage.host.journal.problem).toBeUndefined()
  disk.remount('size=200m')
  const state = await stage.until(id, isOver)
  expect(lastValue(state.turns.past)?.result?.text).toHaveLength(parts * part.length + 1)
  const events = stage.host.store.events(id, 0, 10_000)
  expect(events.filter(({ kind }) => kind === 'noise' || kind === 'unknown')).toEqual([])
})
