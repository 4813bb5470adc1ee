/** What comes between: a start that fails, a session that is closed or removed while it starts, a host that ends in the middle. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Driver } from '../../src/driver/driver.ts'
import { Database } from '../../src/host/journal/sqlite/database.ts'
import { StoreError } from '../../src/host/journal/store.ts'
import { WINDOW } from '../../src/host/sessions/recovery.ts'
import { reduce } from '../../src/state/reduce.ts'
import { emptyState } from '../../src/state/session-state.ts'
import { windowed } from '../../src/state/transcript/window.ts'
import { type HostStage, hostStage } from './stage.ts'
import { isIdle, isReady } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  await stage.close()
})

const kinds = (id: string) => stage.host.store.events(id, 0, 10_000).map(({ kind }) => kind)
const ONE = { limits: { mostProcesses: 1, leastFreeBytes: 0 } }

describe('a session that cannot be started', () => {
  const missing = { name: 'a', args: [], env: {}, binary: '/none/claude' }

  test('is not there, and neither is a receipt: the same command can be given again', async () => {
    stage = await hostStage({ agent: () => missing })
    await expect(stage.create('hello', { commandId: 'c', id: 'x' })).rejects.toThrow(/none\/claude/)
    expect(stage.host.sessions()).toEqual([])
    expect(stage.host.store.sessions()).toEqual([])
    expect(stage.host.store.receipt('c')).toBeUndefined()
  })

  test('and had to wait for a place, is there and says why', async () => {
    stage = await hostStage({ ...ONE, agent: () => missing })
    await stage.host.admission.enter()
    const id = await stage.create('hello')
    stage.host.admission.entered()
    await stage.until(id, () => stage.host.store.search('No process could be started', 1).length === 1)
    expect(stage.host.session(id).state.prompts.open).toMatchObject([{ status: 'held' }])
  })
})

describe('a session that waits for a place', () => {
  test('can be closed, or removed, and is not started then', async () => {
    stage = await hostStage(ONE)
    const first = await stage.create()
    const [second, third] = [await stage.create('hello'), await stage.create('hello')]
    await stage.closeSession(second)
    await stage.host.remove(third)
    expect(stage.host.admission.waiting).toBe(0)
    await stage.closeSession(first)
    expect(stage.host.session(second).row).toMatchObject({ wanted: 'rest', generation: 0 })
    expect(stage.host.find(third)).toBeUndefined()
    expect(stage.host.journal.problem).toBeUndefined()
  })

  test('is started by the next host', async () => {
    stage = await hostStage(ONE)
    await stage.create()
    const id = await stage.create('hello')
    stage = await stage.again({ limits: { leastFreeBytes: 0 } })
    await stage.until(id, isIdle)
  })
})

test('what fails with one event keeps neither the state nor its clients from the next ones', async () => {
  stage = await hostStage()
  const id = await stage.create()
  await stage.until(id, isReady)
  const received = vi.spyOn(Driver.prototype, 'received').mockImplementationOnce(() => {
    throw new Error('it failed')
  })
  const seen: number[] = []
  stage.host.listen({ events: (_, events) => seen.push(...events.map(({ seq }) => seq)) })
  const { seq: before } = stage.host.session(id).state
  await stage.send(id, { text: 'hello' })
  const { seq } = await stage.settled(id)
  received.mockRestore()
  const events = stage.host.store.events(id, 0, 10_000)
  expect(seen).toEqual(events.map((event) => event.seq).filter((it) => it > before))
  const { state } = stage.host.session(id)
  expect(state.seq).toBe(seq)
  expect(state).toEqual(events.reduce(reduce, windowed(emptyState, WINDOW)))
})

test('a session that the store could not remove, as on a full disk, stays and can be removed later', async () => {
  stage = await hostStage()
  const id = await stage.create()
  const remove = () => stage.call('deleteSession', { params: { id }, query: { commandId: 'c' } as never })
  vi.spyOn(stage.host.store, 'removeSession').mockImplementationOnce(() => {
    throw new StoreError('full', 'the disk is full')
  })
  await expect(remove()).rejects.toThrow('the disk is full')
  expect(stage.host.session(id).isRunning).toBe(false)
  await remove()
  expect(stage.host.find(id)).toBeUndefined()
  expect(stage.host.store.sessions()).toEqual([])
})

test('a session that is closed or removed while its process starts has none afterwards', async () => {
  stage = await hostStage()
  const [one, two] = [await stage.create(), await stage.create()]
  for (const id of [one, two]) await stage.closeSession(id)
  const sending = [one, two].map((id) => stage.send(id, { text: 'hello' }).catch(() => {}))
  await Promise.all([stage.closeSession(one), stage.host.remove(two), ...sending])
  await stage.closeSession(one)
  expect(stage.host.session(one).isRunning).toBe(false)
  expect(stage.host.session(one).row.wanted).toBe('rest')
  expect(stage.host.find(two)).toBeUndefined()
  // Nothing that came late for it holds up the journal.
  await stage.host.session(one).say('info', 'x')
  expect(stage.host.journal.problem).toBeUndefined()
})

test('a message that comes while the session is being parked runs in a new process', async () => {
  stage = await hostStage()
  const id = await stage.create('hello')
  await stage.until(id, isIdle)
  const parking = stage.host.session(id).park()
  await stage.send(id, { text: 'hello' })
  await parking
  const state = await stage.settled(id)
  expect(state.turns.past.size).toBe(2)
  expect(state.process.generation).toBe(2)
})

test('a session whose output was paused, because too much waits to be stored, goes on when it is stored', async () => {
  stage = await hostStage()
  Object.defineProperty(stage.host.journal, 'isBehind', { get: () => true })
  const id = await stage.create()
  await stage.until(id, isReady)
  await stage.send(id, { text: 'hello' })
  await stage.until(id, isIdle)
})

describe('a host that was killed', () => {
  /** As if the earlier host had been killed before it stored more than this. */
  function rewrite(...statements: string[]) {
    const database = new Database(join(stage.folder, 'journal.db'))
    for (const statement of statements) database.exec(statement)
    database.close()
  }

  test('before it told the CLI about itself: the next one does, or no policy would hold', async () => {
    stage = await hostStage()
    const id = await stage.create()
    await stage.settled(id)
    await stage.host.stop()
    rewrite(
      'delete from events',
      'delete from outbox',
      'delete from snapshots',
      'update sessions set offset = 0',
    )
    stage = await stage.again()
    const state = await stage.until(id, isReady)
    expect(state.process.generation).toBe(1)
    await stage.send(id, { text: 'hello' })
    await stage.until(id, isIdle)
  })

  test('while it ended a process: the next one ends it', async () => {
    stage = await hostStage()
    const id = await stage.create('hello')
    await stage.settled(id)
    await stage.host.stop()
    rewrite(`update sessions set wanted = 'rest'`)
    stage = await stage.again()
    const state = await stage.until(id, (_, session) => !session.isRunning)
    expect(state.process.status).toBe('ended')
    expect(stage.host.session(id).row.wanted).toBe('rest')
  })

  test('after the end of a process was stored: it is told once, and the process is started again', async () => {
    stage = await hostStage({ restarts: { delaysMs: [1e8], healthyMs: 1e9 } })
    const id = await stage.create('hello')
    await stage.until(id, isIdle)
    process.kill(stage.host.session(id).pid as number, 'SIGKILL')
    await stage.until(id, (state) => state.process.status === 'ended')
    stage = await stage.again({ restarts: { delaysMs: [0], healthyMs: 1e9 } })
    expect((await stage.settled(id)).process.generation).toBe(2)
    expect(kinds(id).filter((kind) => kind === 'process-exited')).toHaveLength(1)
  })

  test('R-SPAWN-7 R-SESSION-19 with an approval open: the CLI has a FIFO and a file, and takes the answer from the next', async () => {
    stage = await hostStage()
    const id = await stage.create('fix the bug')
    const approval = await stage.asked(id)
    const folder = join(stage.folder, 'sessions', id)
    expect(lstatSync(join(folder, '1.stdin')).isFIFO()).toBe(true)
    expect(lstatSync(join(folder, '1.stdout')).isFile()).toBe(true)
    stage = await stage.again()
    await stage.answer(id, approval, { decision: 'deny', interrupt: true })
    await stage.until(id, isIdle)
  })
})

test('R-SEC-5 the path of the CLI’s socket is neither stored nor told', async () => {
  stage = await hostStage()
  const id = await stage.create('hello')
  const state = await stage.settled(id)
  const events = stage.host.store.events(id, 0, 10_000)
  expect(events.some((it) => it.kind === 'received' && it.message.type === 'system')).toBe(true)
  expect(JSON.stringify([events, state])).not.toContain('messaging_socket_path')
})
