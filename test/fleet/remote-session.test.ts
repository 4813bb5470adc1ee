// A session of another node, as it is followed here: what is missed is asked for, whenever it happens.
import { afterEach, expect, test } from 'vitest'
import { MemoryServer } from '../../src/fleet/memory/memory-engine.ts'
import type { Engine, EventBatch } from '../../src/fleet/ports.ts'
import { RemoteSession } from '../../src/fleet/remote-session.ts'
import { eventJson, numbered } from '../../src/host/journal/event-json.ts'
import { emptyState } from '../../src/state/session-state.ts'

const SESSION = 'one'
const lineOf = (seq: number) =>
  eventJson(numbered({ kind: 'notice', level: 'info', text: `notice ${seq}`, code: 'test' }, seq, 1))
const linesOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => lineOf(first + i))
const batch = (first: number, last: number): EventBatch => ({
  ...{ session: SESSION, epoch: 1, first, last },
  lines: linesOf(first, last).join('\n'),
})

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Follows a session whose owner answers with `askEvents`. */
async function follow(askEvents: (after: number) => Promise<readonly string[]>) {
  const engine: Engine = new MemoryServer().connect()
  const session = new RemoteSession(SESSION, {
    stream: engine.events,
    askState: async () => ({ seq: 0, state: emptyState }),
    askEvents,
    isRunning: () => true,
    epoch: () => 1,
    onEvents: () => {},
    onError: () => {},
  })
  ends.push(
    () => engine.close(),
    () => session.close(),
  )
  await session.open()
  return { engine, session }
}

test('a batch that leaves a gap while missed events are asked for is asked for as well', async () => {
  let last = 2
  const asked: number[] = []
  const { engine, session } = await follow(async (after) => {
    asked.push(after)
    const answer = linesOf(after + 1, last)
    // Event 3 gets lost on its way, and 4 comes while the answer is being made.
    if (last === 2) {
      last = 4
      await engine.events.publish(batch(4, 4))
    }
    return answer
  })
  await engine.events.publish(batch(2, 2))
  await expect.poll(() => session.state.seq).toBe(4)
  expect(asked.slice(0, 2)).toEqual([0, 2])
})

test('more missed events than one answer holds are all asked for', async () => {
  const { engine, session } = await follow(async (after) => linesOf(after + 1, Math.min(after + 10, 25)))
  await engine.events.publish(batch(25, 25))
  await expect.poll(() => session.state.seq).toBe(25)
})
