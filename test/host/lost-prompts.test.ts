/** Prompts that a CLI had and had not begun when it was killed: each is sent to the next one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { lookUp } from '../../src/state/lookup.ts'
import { type HostStage, hostStage } from './stage.ts'
import { isIdle } from './waiting.ts'

let stage: HostStage
afterEach(() => stage.close())

const AT_ONCE = { delaysMs: [0], healthyMs: 1e9 }

/** A session whose CLI has so many prompts waiting behind a turn in which nothing more happens. */
async function waiting(count: number, restarts = AT_ONCE): Promise<{ id: string; uuids: string[] }> {
  stage = await hostStage({ restarts })
  const scenario = join(stage.folder, 'scenario.json')
  const scripts = [{ prompt: 'stall', replies: [[{ fault: 'stall' }]] }]
  writeFileSync(scenario, JSON.stringify({ scripts }))
  const id = await stage.create('stall', { options: { env: { FAIRLEAD_SIM_SCENARIO: scenario } } })
  await stage.until(id, ({ turns }) => turns.current !== null)
  const uuids = Array.from({ length: count }, (_, at) => `waits-${at}`)
  for (const uuid of uuids) await stage.send(id, { id: uuid, text: `prompt ${uuid}` })
  return { id, uuids }
}

test('however many there are', async () => {
  const { id, uuids } = await waiting(50)
  process.kill(stage.host.session(id).pid as number, 'SIGKILL')
  await stage.until(id, (state) => state.process.generation === 2 && isIdle(state))
  const { prompts } = await stage.settled(id)
  expect(uuids.filter((uuid) => lookUp(prompts.done, uuid) === undefined)).toEqual([])
})
