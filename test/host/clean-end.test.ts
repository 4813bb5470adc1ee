/** A CLI that ends with exit code 0, by a signal or by itself, while prompts wait that it never had. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lastValue } from '../../src/state/list.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { type HostStage, hostStage } from './stage.ts'
import { isIdle } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  vi.restoreAllMocks()
  await stage.close()
})

const AT_ONCE = { delaysMs: [0], healthyMs: 1e9 }
const NEVER = { delaysMs: [1e8], healthyMs: 1e9 }
const hasEnded = ({ process }: SessionState) => process.status === 'ended'
const ranAnew = (state: SessionState) => state.process.generation === 2 && isIdle(state)
const statuses = ({ prompts }: SessionState) => prompts.open.map(({ uuid, status }) => `${uuid} ${status}`)

/** As SIGINT does, which the host sends where an interrupt has no answer. */
const endCli = (id: string) => process.kill(stage.host.session(id).pid as number, 'SIGINT')

/** Something is done in the moment in which the end of a process is received and not yet stored. */
function atEnd(act: () => Promise<unknown>): Promise<unknown> {
  const { journal } = stage.host
  const append = journal.append.bind(journal)
  return new Promise((resolve, reject) => {
    vi.spyOn(journal, 'append').mockImplementation((session, bodies, ...rest) => {
      const stored = append(session, bodies, ...rest)
      if (bodies[0]?.kind === 'process-exited') act().then(resolve, reject)
      return stored
    })
  })
}

const kinds = (id: string) =>
  stage.host.store
    .events(id, 0, 1000)
    .map((event) => (event.kind === 'sent' && event.message.type === 'user' ? 'prompt' : event.kind))

/** A session in whose only turn so far nothing more happens. */
async function stalled(restarts = AT_ONCE): Promise<string> {
  stage = await hostStage({ restarts })
  const scenario = join(stage.folder, 'scenario.json')
  const scripts = [{ prompt: 'stall', replies: [[{ fault: 'stall' }]] }]
  writeFileSync(scenario, JSON.stringify({ scripts }))
  stage = await stage.again({ restarts })
  const id = await stage.create('stall', { options: { env: { FAIRLEAD_SIM_SCENARIO: scenario } } })
  await stage.until(id, ({ turns }) => turns.current !== null)
  return id
}

describe('a prompt that the host holds', () => {
  test('is one that can be sent later: what the CLI would end or hang on is refused at once', async () => {
    const id = await stalled()
    const broken = { content: [{ type: 'text' }] }
    const refused = { code: 'bad-request' }
    await expect(stage.send(id, { id: 'no', ...broken, when: 'after-turn' })).rejects.toMatchObject(refused)
    await stage.send(id, { id: 'later', text: 'hello', when: 'after-turn' })
    const { host } = stage
    await expect(host.session(id).changeQueued('later', broken)).rejects.toMatchObject(refused)
    expect(statuses(host.session(id).state)).toEqual([expect.any(String), 'later held'])
  })

  test('goes to another process; what the first one had is not run again', async () => {
    const id = await stalled()
    await stage.send(id, { id: 'later', text: 'hello', when: 'after-turn' })
    expect(statuses(stage.host.session(id).state)).toContain('later held')
    endCli(id)
    await stage.until(id, ranAnew)
    const { turns } = await stage.settled(id)
    expect(turns.past.size).toBe(2)
    expect(lastValue(turns.past)).toMatchObject({ prompts: ['later'], result: { status: 'success' } })
  })

  test('goes to another process if it came while the end was being stored', async () => {
    const id = await stalled()
    const sent = atEnd(() => stage.send(id, { id: 'later', text: 'hello', when: 'after-turn' }))
    endCli(id)
    await sent
    await stage.until(id, ranAnew)
    expect(lastValue((await stage.settled(id)).turns.past)).toMatchObject({ prompts: ['later'] })
  })

  test('is held on where a person has closed the session, and sent when it is resumed', async () => {
    const id = await stalled(NEVER)
    await stage.send(id, { id: 'later', text: 'hello', when: 'after-turn' })
    endCli(id)
    await stage.until(id, hasEnded)
    await stage.closeSession(id)
    stage = await stage.again({ restarts: AT_ONCE })
    expect(statuses(await stage.settled(id))).toEqual(['later held'])
    expect(stage.host.session(id).isRunning).toBe(false)
    await stage.resume(id)
    await stage.until(id, ranAnew)
  })
})

describe('a prompt that is stored behind the end of its process', () => {
  async function late(restarts = AT_ONCE): Promise<string> {
    stage = await hostStage({ restarts })
    const id = await stage.create()
    await stage.settled(id)
    const sent = atEnd(() => stage.send(id, { id: 'late', text: 'hello' }))
    endCli(id)
    await sent
    return id
  }

  test('is sent again, to another process, and runs once', async () => {
    const id = await late()
    await stage.until(id, ranAnew)
    const { turns } = await stage.settled(id)
    expect(turns.past.size).toBe(1)
    expect(lastValue(turns.past)).toMatchObject({ prompts: ['late'], generation: 2 })
    const order = kinds(id)
    expect(order.indexOf('process-exited')).toBeLessThan(order.indexOf('prompt'))
    expect(order.filter((kind) => kind === 'prompt')).toHaveLength(2)
  })

  test('is sent by the next host, if this one ends before it can', async () => {
    const id = await late(NEVER)
    await stage.until(id, hasEnded)
    stage = await stage.again({ restarts: AT_ONCE })
    await stage.until(id, ranAnew)
    expect(lastValue((await stage.settled(id)).turns.past)).toMatchObject({ prompts: ['late'] })
  })
})

test('without a prompt that waits, the session rests', async () => {
  stage = await hostStage({ restarts: AT_ONCE })
  const id = await stage.create('hello')
  await stage.until(id, isIdle)
  endCli(id)
  await stage.until(id, hasEnded)
  const { process } = await stage.settled(id)
  expect(process).toMatchObject({ generation: 1, ended: { cause: 'exit', exitCode: 0 } })
  expect(stage.host.session(id).row.wanted).toBe('rest')
})
