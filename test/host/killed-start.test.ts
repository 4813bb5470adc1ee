/** A host was killed while it started a process: the session says so, and gets another. */
import { afterEach, expect, test } from 'vitest'
import { type HostStage, hostStage } from './stage.ts'
import { isIdle } from './waiting.ts'

let stage: HostStage | undefined
afterEach(async () => {
  await stage?.close()
  stage = undefined
})

test('a process whose number was stored and that was never started is told as that, and another is started', async () => {
  const first = await hostStage()
  stage = first
  const id = await first.create('hello')
  await first.until(id, isIdle)
  await first.closeSession(id)
  const { generation } = first.host.session(id).row
  // As a host does right before it starts a process.
  const next = generation + 1
  first.host.store.commit([{ session: id, row: { generation: next, offset: 0, wanted: 'run' } }])
  stage = await first.again({ restarts: { delaysMs: [0], healthyMs: 1 } })
  await stage.until(id, ({ process }) => process.generation > next && process.initializedAt !== undefined)
  const exits = stage.host.store
    .events(id, 0, 1000)
    .flatMap((event) => (event.kind === 'process-exited' && event.generation === next ? [event] : []))
  expect(exits).toMatchObject([{ cause: 'spawn', error: expect.stringContaining('before it could start') }])
})
