import { expect, test } from 'vitest'
import { playScenario } from '../../../../test/simulator/playing.ts'

/** Larger than what later versions send to the model. */
const LONG = 'many words '.repeat(300_000)
const scenario = {
  scripts: [],
  otherwise: [{ text: 'Hello.' }],
  side: [{ prompt: 'CRITICAL', reply: [{ text: 'They talked.' }] }],
}

test('R-ERROR-17: a prompt that is too long is refused, and the next one goes on without it', async () => {
  const it = playScenario(scenario, { args: ['--replay-user-messages'] })
  const uuid = crypto.randomUUID()
  expect(await it.turn(LONG, { uuid })).toMatchObject({
    is_error: true,
    result: 'Prompt is too long',
    terminal_reason: 'blocking_limit',
  })
  await it.until(({ type }) => type === 'command_lifecycle')
  expect(it.names).toEqual([
    ...['prompt queued', 'prompt started', 'init', 'status', 'user echo', 'assistant text', 'result'],
    'prompt cancelled',
  ])
  const next = it.seen.length
  expect(await it.turn('hello')).toMatchObject({ is_error: false, result: 'Hello.' })
  const after = it.seen.slice(next)
  const [boundary] = after.flatMap((message) =>
    message.type === 'system' && message.subtype === 'compact_boundary' ? [message] : [],
  )
  expect(boundary?.compact_metadata).toMatchObject({ trigger: 'auto', preserved_messages: {} })
  const summary = after.find((message) => message.type === 'user' && message.isSynthetic === true)
  expect(JSON.stringify(summary)).toContain('They talked.')
  const statuses = it.all('system').flatMap((message) => (message.subtype === 'status' ? [message] : []))
  expect(statuses).toMatchObject([
    { status: 'compacting' },
    { status: null, compact_result: 'failed', compact_error: 'too_few_groups' },
    { status: 'compacting' },
    { status: null, compact_result: 'success' },
  ])
})

test('R-ERROR-17: 2.1.197 takes it', async () => {
  const it = playScenario(scenario, { version: '2.1.197' })
  expect(await it.turn(LONG)).toMatchObject({ is_error: false, result: 'Hello.' })
})
