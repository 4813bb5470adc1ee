/** What belongs together is stored together, so that a host that is killed leaves all of it or nothing. */
import { afterEach, expect, test } from 'vitest'
import type { Change, Store } from '../../src/host/journal/store.ts'
import type { SessionEvent } from '../../src/state/events.ts'
import { type HostStage, hostStage } from './stage.ts'
import { isIdle } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  await stage.close()
})

/** Each commit from now on. */
function commitsOf(store: Store): (readonly Change[])[] {
  const commits: (readonly Change[])[] = []
  const commit = store.commit.bind(store)
  store.commit = (changes) => {
    commits.push(changes)
    commit(changes)
  }
  return commits
}

const eventsOf = (id: string) => stage.host.store.events(id, 0, 1000)
const isOfCrash = (event: SessionEvent) =>
  (event.kind === 'notice' && event.code === 'resumed') ||
  (event.kind === 'process-exited' && event.cause !== 'close')

test('a new session, or a fork, with its prompt and the receipt', async () => {
  stage = await hostStage()
  const commits = commitsOf(stage.host.store)
  const id = await stage.create('hello', { commandId: 'create' })
  await stage.until(id, isIdle)
  const fork = await stage.fork(id, { commandId: 'fork', prompt: 'hello' })
  for (const [session, commandId] of [
    [id, 'create'],
    [fork, 'fork'],
  ]) {
    const first = commits.flat().find((change) => change.session === session)
    expect(first).toMatchObject({ added: { id: session }, receipt: { commandId } })
    expect(first?.events).toContainEqual(expect.objectContaining({ kind: 'prompt-queued' }))
  }
})

test('a prompt that waits for a place, and the wish for a process, which the next host grants once', async () => {
  stage = await hostStage({ limits: { leastFreeBytes: 0, mostProcesses: 1 } })
  const id = await stage.create('hello')
  await stage.until(id, isIdle)
  await stage.closeSession(id)
  await stage.create()
  const commits = commitsOf(stage.host.store)
  await stage.send(id, { text: 'again', commandId: 'send' })
  const own = commits.flat().find((change) => change.session === id)
  expect(own).toMatchObject({ row: { wanted: 'run' }, receipt: { commandId: 'send' } })
  expect(own?.events).toMatchObject([{ kind: 'prompt-queued' }])
  const other = await stage.create('hello')
  expect(stage.host.session(other).row.generation).toBe(0)
  stage = await stage.again({ limits: { leastFreeBytes: 0, mostProcesses: 3 } })
  await stage.until(id, (state) => state.turns.past.size === 2 && isIdle(state))
  await stage.until(other, isIdle)
  expect(stage.host.session(id).row.extra).not.toHaveProperty('isWaiting')
  // They have only waited: nothing has crashed.
  const crashes = [id, other].flatMap((it) => eventsOf(it).filter(isOfCrash))
  expect(crashes).toEqual([])
})
