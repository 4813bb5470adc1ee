import { expect, test } from 'vitest'
import { playScenario } from '../../../../test/simulator/playing.ts'
import type { Talk } from '../../../../test/simulator/talk.ts'

const TEXT = 'one two three four five six seven eight nine ten'
const scenario = {
  scripts: [{ prompt: 'stream', replies: [[{ thinking: 'a b c d e f' }, { text: TEXT, chunk: 2 }]] }],
}
const args = ['--include-partial-messages']

function deltas(it: Talk): unknown[] {
  return it
    .all('stream_event')
    .flatMap(({ event }) => (event.type === 'content_block_delta' ? [event.delta] : []))
}
const texts = (it: Talk) =>
  deltas(it).flatMap((delta) => ((delta as { text?: string }).text === undefined ? [] : [delta]))

/** Runs a turn whose stream somebody watches, or nobody. */
async function played(has_subscribers: boolean, env: NodeJS.ProcessEnv): Promise<Talk> {
  const it = playScenario(scenario, { args, env })
  await it.call({ subtype: 'set_has_subscribers', has_subscribers })
  await it.turn('stream')
  return it
}
const HOLDING = { CLAUDE_CODE_STREAM_EVENT_NO_SUBSCRIBER_HOLD_MS: '60000' }

test('R-CONTROL-68: what nobody looks at is told in larger pieces, in the same order', async () => {
  expect(texts(await played(true, HOLDING)).length).toBeGreaterThan(10)
  const it = await played(false, HOLDING)
  expect(texts(it)).toEqual([{ type: 'text_delta', text: TEXT }])
  expect(it.names.indexOf('content_block_delta')).toBeLessThan(it.names.indexOf('assistant thinking'))
})

test('R-CONTROL-68: without the variable all come', async () => {
  expect(texts(await played(false, {})).length).toBeGreaterThan(10)
})
