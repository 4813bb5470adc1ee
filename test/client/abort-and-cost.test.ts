/** On the simulator: what a session has cost, and `query` with a signal. */
import { expect, test } from 'vitest'
import { openSession } from '../../src/client/open-session.ts'
import { query } from '../../src/client/query.ts'
import { simulator } from '../../src/simulator/simulator.ts'
import { openTestSession } from '../../src/testing/open.ts'

test('a session knows what it has cost and used', async () => {
  await using session = await openTestSession({
    scenario: { scripts: [{ prompt: 'hello', replies: [[{ text: 'Hi.' }]] }] },
  })
  expect(session.costUsd).toBe(0)
  const { message } = await session.send('hello').result
  expect(session.costUsd).toBeGreaterThan(0)
  expect(session.costUsd).toBe(message?.total_cost_usd)
  expect(Object.values(session.usage ?? {})).not.toEqual([])
})

test('a signal that is aborted ends the loop of `query` with its reason', async () => {
  const sim = simulator({
    scenario: {
      scripts: [{ prompt: 'wait', replies: [[{ tool: 'Bash', input: { command: 'npm test' } }]] }],
    },
  })
  const controller = new AbortController()
  const reason = new Error('enough')
  const read = async () => {
    const options = { ...sim, signal: controller.signal, onApproval: () => controller.abort(reason) }
    for await (const _ of query({ prompt: 'wait', options }));
  }
  try {
    await expect(read()).rejects.toBe(reason)
  } finally {
    await sim.close()
  }
})

test('a signal that was aborted before starts nothing', async () => {
  const options = { binary: '/nowhere/claude', signal: AbortSignal.abort(new Error('too late')) }
  await expect(query({ prompt: 'hello', options }).next()).rejects.toThrow('too late')
})

test('`openSession` rejects with the reason of a signal that is aborted meanwhile', async () => {
  await using sim = simulator()
  const controller = new AbortController()
  const reason = new Error('enough')
  const opened = openSession({ ...sim, signal: controller.signal })
  controller.abort(reason)
  await expect(opened).rejects.toBe(reason)
})
