/** What a session does when the CLI cannot: no login, a rate limit, one crash after the other. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { SessionJanitor } from '../../src/host/session-janitor.ts'
import type { HostSession } from '../../src/host/sessions/host-session.ts'
import { valueAt } from '../../src/state/list.ts'
import { liveness } from '../../src/state/liveness/liveness.ts'
import { items } from '../../src/state/select.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { agentIn, type HostStage, hostStage } from './stage.ts'
import { isOver, isReady } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  await stage.close()
})

const notices = (state: SessionState) =>
  items(state).flatMap((item) => (item.kind === 'notice' && item.topic === 'host' ? [item.text] : []))
/** Scripts for the simulator of the stage's agent, which reads them when it starts. */
function script(scripts: object[]): void {
  writeFileSync(join(stage.folder, 'scenario.json'), JSON.stringify({ scripts }))
}

test('a CLI that is not logged in: the session says what to do about it, once', async () => {
  // There is no key, and nobody at this address is asked.
  stage = await hostStage({ env: { FAIRLEAD_SIM_USE_API: '1', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } })
  const id = await stage.create('hello')
  const told = (state: SessionState) => notices(state).filter((text) => text.includes('/login'))
  const state = await stage.until(id, (it) => isOver(it) && told(it).length > 0)
  expect(told(state)[0]).toMatch(/Run `claude` in a terminal .* type \/login/)
  expect(liveness(state, Date.now()).status).toBe('error')
  expect(stage.host.summaries()[0]).toMatchObject({
    group: 'needs-you',
    lastLine: expect.stringContaining('claude'),
  })
  await stage.send(id, { text: 'hello' })
  const again = await stage.settled(id)
  expect(again.turns.past.size).toBe(2)
  expect(told(again)).toHaveLength(1)
})

test('a session that a rate limit stopped goes on by itself when it is over, once, if that is wanted', async () => {
  let passed = 0
  const now = () => Date.now() + passed
  const resetsAt = Math.floor(Date.now() / 1000) + 3600
  stage = await hostStage()
  const scenario = join(stage.folder, 'scenario.json')
  stage = await stage.again({
    agent: agentIn(stage.folder, { FAIRLEAD_SIM_SCENARIO: scenario }),
    now,
  })
  script([
    {
      prompt: 'work',
      replies: [
        [
          { rateLimit: { status: 'rejected', resetsAt, rateLimitType: 'five_hour' } },
          { error: { status: 429, message: 'limit', retryAfter: 3600 } },
        ],
      ],
    },
    { prompt: 'continue', replies: [[{ text: 'I went on.' }]] },
    { prompt: 'fail', replies: [[{ error: { status: 400, message: 'no' } }]] },
  ])
  const id = await stage.create('work')
  const stopped = await stage.until(id, isOver)
  expect(valueAt(stopped.turns.past, 0)?.result?.status).toBe('error')
  expect(stage.host.summaries()[0]?.liveness.words).toContain('Rate limit until')
  let looks = 0
  const janitors = [true, false].map(
    (continueAfterLimit) =>
      new SessionJanitor(stage.host, {
        continueAfterLimit,
        everyMs: 5,
        now: () => {
          looks += 1
          return now()
        },
      }),
  )
  try {
    await expect.poll(() => looks).toBeGreaterThan(3)
    expect(stage.host.session(id).state.prompts.open).toEqual([])
    passed = 3700_000
    await stage.until(id, (it) => it.turns.past.size === 2 && isOver(it))
    const state = await stage.settled(id)
    expect(state.turns.past.size).toBe(2)
    expect(valueAt(state.turns.past, 1)?.result).toMatchObject({ status: 'success', text: 'I went on.' })
    // One that fails for another reason, when the limit is long over, does not go on.
    await stage.send(id, { text: 'fail' })
    expect((await stage.settled(id)).turns.past.size).toBe(3)
    for (const janitor of janitors) janitor.sweep()
    expect(stage.host.session(id).isBusy).toBe(false)
    await stage.host.session(id).say('info', 'stored behind whatever was sent')
    expect(stage.host.session(id).state.prompts.open).toEqual([])
  } finally {
    for (const janitor of janitors) janitor.stop()
  }
})

test('after one crash too many, the session rests and says so; a person resumes it, and it is watched over anew', async () => {
  const restarts = { delaysMs: [0], healthyMs: 1e9 }
  stage = await hostStage({ restarts })
  const crashing = agentIn(stage.folder, { FAIRLEAD_SIM_FAULTS: 'exit@start=3' })
  const healthy = agentIn(stage.folder)
  let agent = healthy
  stage = await stage.again({ restarts, agent: () => agent() })
  const id = await stage.create('hello')
  await stage.until(id, isOver)
  agent = crashing
  const pid = (session: HostSession) => session.pid as number
  process.kill(pid(stage.host.session(id)), 'SIGKILL')
  const gaveUp = (state: SessionState) => notices(state).filter((text) => text.includes('again and again'))
  await stage.until(id, (state) => gaveUp(state).length === 1)
  expect(stage.host.session(id)).toMatchObject({ isRunning: false, row: { wanted: 'rest' } })
  expect(stage.host.summaries()[0]).toMatchObject({ group: 'needs-you' })
  agent = healthy
  await stage.resume(id)
  // The next crash is the first again.
  const { generation } = stage.host.session(id).row
  await stage.until(id, isReady)
  process.kill(pid(stage.host.session(id)), 'SIGKILL')
  await stage.until(id, (it) => it.process.generation === generation + 1)
  await stage.resume(id, { prompt: 'hello' })
  const state = await stage.settled(id)
  expect(state.turns.past.size).toBe(2)
  expect(valueAt(state.turns.past, 1)?.result?.status).toBe('success')
})

test('a prompt that a crash took, when no more was tried, is run when a person resumes the session', async () => {
  const restarts = { delaysMs: [], healthyMs: 1e9 }
  stage = await hostStage({ restarts })
  let agent = agentIn(stage.folder, { FAIRLEAD_SIM_FAULTS: 'exit@start=3' })
  const healthy = agentIn(stage.folder)
  stage = await stage.again({ restarts, agent: () => agent() })
  const id = await stage.create('hello')
  const gaveUp = (state: SessionState) => notices(state).some((text) => text.includes('again and again'))
  const { prompts } = await stage.until(id, gaveUp)
  expect(prompts.lost).toHaveLength(1)
  agent = healthy
  await stage.resume(id)
  const state = await stage.settled(id)
  expect(state.turns.past.size).toBe(1)
  expect(valueAt(state.turns.past, 0)?.result?.status).toBe('success')
})

test('a prompt that went with a process that a person closed is not sent after a later crash', async () => {
  const restarts = { delaysMs: [0], healthyMs: 1e9 }
  stage = await hostStage({ restarts })
  const scenario = join(stage.folder, 'scenario.json')
  stage = await stage.again({
    restarts,
    agent: agentIn(stage.folder, { FAIRLEAD_SIM_SCENARIO: scenario }),
  })
  script([{ prompt: 'stall', replies: [[{ fault: 'stall' }]] }])
  const id = await stage.create('stall')
  await stage.until(id, ({ turns }) => turns.current !== null)
  await stage.send(id, { id: 'old', text: 'hello' })
  await stage.closeSession(id)
  const lost = ({ prompts }: SessionState) => prompts.lost.map(({ uuid, generation }) => [uuid, generation])
  expect(lost(await stage.settled(id))).toContainEqual(['old', 1])
  await stage.resume(id)
  await stage.until(id, isReady)
  process.kill(stage.host.session(id).pid as number, 'SIGKILL')
  await stage.until(id, (state) => state.process.generation === 3 && isReady(state))
  await stage.until(id, (state) => notices(state).some((text) => text.includes('was restarted')))
  const state = await stage.settled(id)
  expect(lost(state)).toContainEqual(['old', 1])
  expect(state.turns.past.size).toBe(1)
  expect(notices(state).filter((text) => text.includes('interrupted this prompt'))).toEqual([])
})
