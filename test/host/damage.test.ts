/** Files of a session that somebody removes or cuts while it runs: it is told, nothing is left running, and the session goes on. */
import { appendFileSync, rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { durableFiles } from '../../src/process/durable/files.ts'
import { items } from '../../src/state/select.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { isAlive } from '../process/children.ts'
import { type HostStage, hostStage } from './stage.ts'
import { isReady } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  await stage.close()
})

const notices = (state: SessionState) =>
  items(state).flatMap((item) => (item.kind === 'notice' && item.topic === 'host' ? [item.text] : []))
const exits = (id: string) =>
  stage.host.store.events(id, 0, 10_000).filter((event) => event.kind === 'process-exited')
const isSecond = (state: SessionState) => state.process.generation === 2 && isReady(state)

test('the folder of a running session is removed', async () => {
  stage = await hostStage({ restarts: { delaysMs: [1], healthyMs: 120_000 } })
  const id = await stage.create()
  await stage.until(id, isReady)
  const { pid = 0, folder } = stage.host.session(id)
  rmSync(folder, { recursive: true })
  const state = await stage.until(id, isSecond)
  expect(notices(state)[0]).toBe('The process is ended: its output file was removed while it ran.')
  expect(exits(id)).toMatchObject([{ cause: 'kill', error: 'its output file was removed while it ran' }])
  expect(isAlive(pid)).toBe(false)
})

test.skipIf(process.platform !== 'linux')('it is removed while no host runs', async () => {
  stage = await hostStage()
  const id = await stage.create()
  await stage.until(id, isReady)
  const { pid = 0, folder } = stage.host.session(id)
  await stage.host.session(id).detach()
  rmSync(folder, { recursive: true })
  stage = await stage.again()
  await stage.until(id, isSecond)
  expect(exits(id)).toMatchObject([{ cause: 'kill', error: 'its files were removed while it ran' }])
  expect(isAlive(pid)).toBe(false)
})

test('a line that is not whole is told, once', async () => {
  stage = await hostStage()
  const id = await stage.create()
  await stage.until(id, isReady)
  const { stdout } = durableFiles(stage.host.session(id).folder, 1)
  const told = (state: SessionState) => notices(state).filter((text) => text.includes('was lost'))
  appendFileSync(stdout, '{"type":"assistant","mess{"type":"result"}\n{"type":\n')
  expect(told(await stage.until(id, (state) => told(state).length > 0))).toHaveLength(1)
})
