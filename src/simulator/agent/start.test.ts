import { expect, test } from 'vitest'
import { playScenario } from '../../../test/simulator/playing.ts'
import { STREAM, Talk } from '../../../test/simulator/talk.ts'

const scenario = { scripts: [], otherwise: [{ text: 'Hello.' }] }
const isState = ({ type, subtype }: { type: string; subtype?: string }) =>
  type === 'system' && subtype === 'session_state_changed'

test('R-ENV-8: a proxy that is no address keeps later versions from starting', async () => {
  const env = { HTTPS_PROXY: 'no url at all' }
  const silent = new Talk({ args: STREAM, env })
  expect([await silent.end(), silent.seen]).toEqual([1, []])
  expect(silent.stderr).toContain('Invalid proxy URL in HTTPS_PROXY: "no url at all"')
  const told = new Talk({ args: STREAM, env: { ...env, CLAUDE_CODE_STARTUP_FAILURE_RESULTS: '1' } })
  expect(await told.end()).toBe(1)
  expect(told.seen).toMatchObject([
    { type: 'result', subtype: 'error_during_execution', startup_failure_reason: 'proxy_invalid' },
  ])
  const old = new Talk({ args: STREAM, env: { ...env, FAIRLEAD_SIM_VERSION: '2.1.197' } })
  expect(await old.end()).toBe(0)
})

test.each([
  { env: { CLAUDE_CODE_SDK_READS_SESSION_STATE: '1' }, tag: true },
  { env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' }, tag: undefined },
  {
    env: { CLAUDE_CODE_SDK_READS_SESSION_STATE: '1', CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' },
    tag: undefined,
  },
])('R-ENV-6: who is told the state: $env', async ({ env, tag }) => {
  const it = playScenario(scenario, { env })
  it.prompt('hello')
  const state = (await it.until(isState as never)) as unknown as { state: string; sdk_host_only?: boolean }
  expect([state.state, state.sdk_host_only]).toEqual(['running', tag])
})

test('R-TYPE-64: with --session-mirror the transcript is told too', async () => {
  const it = playScenario(scenario, { args: ['--session-mirror'] })
  const { session_id } = await it.turn('hello')
  await it.until(({ type }) => type === 'transcript_mirror')
  const [first] = it.all('transcript_mirror') as unknown as {
    filePath: string
    entries: { type: string }[]
  }[]
  expect(first?.filePath).toContain(`${session_id}.jsonl`)
  expect(first?.entries.map(({ type }) => type)).toContain('user')
})
