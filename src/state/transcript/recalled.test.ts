import { expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import type { EventBody, Recalled } from '../events.ts'
import { liveness } from '../liveness/liveness.ts'
import { reduce } from '../reduce.ts'
import { callById, items } from '../select.ts'
import { emptyState } from '../session-state.ts'

const SAID_AT = 1_000
const told = (message: unknown): EventBody => ({
  kind: 'recalled',
  message: message as Recalled['message'],
  saidAt: SAID_AT,
})
const fold = (bodies: readonly EventBody[]) =>
  bodies.map((body, i) => ({ ...body, seq: i + 1, at: 5_000 })).reduce(reduce, emptyState)

const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }
const before = [
  told({ ...say.user('fix it'), uuid: 'u1' }),
  told({ ...say.reply('m1', [{ type: 'text', text: 'I look.' }, call]), uuid: 'u2' }),
]
const result = told({
  ...say.user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'a.js' }]),
  uuid: 'u3',
})

test('what was said before is shown with its own time, and has no other effect', () => {
  const state = fold([...before, result])
  expect(items(state).map(({ kind, at, uuid }) => [kind, at, uuid])).toEqual([
    ['user', SAID_AT, 'u1'],
    ['text', SAID_AT, 'u2'],
    ['tool', SAID_AT, 'u2'],
  ])
  expect(callById(state, 'toolu_1')).toMatchObject({ status: 'done', result: { content: 'a.js' } })
  expect(state.turns).toEqual(emptyState.turns)
  expect(state.prompts).toEqual(emptyState.prompts)
  expect(state.usage).toEqual(emptyState.usage)
  expect(liveness(state, 6_000).status).toBe(liveness(emptyState, 6_000).status)
})

test('a call whose result is not there is lost when a process takes the conversation up', () => {
  expect(callById(fold(before), 'toolu_1')?.status).toBe('running')
  const state = fold([...before, { kind: 'process-started', generation: 1 }])
  expect(callById(state, 'toolu_1')?.status).toBe('lost')
})

test.each(['Request interrupted by user', 'Request interrupted by user for tool use'])(
  'the marker "%s" is a notice, as it was when it came',
  (text) => {
    const state = fold([...before, told({ ...say.user([{ type: 'text', text: `[${text}]` }]), uuid: 'u4' })])
    expect(items(state).at(-1)).toMatchObject({ kind: 'notice', topic: 'interrupt', text, at: SAID_AT })
  },
)

test('a prompt that quotes the marker is a prompt', () => {
  const state = fold([told({ ...say.user('[Request interrupted by user] is what I saw'), uuid: 'u1' })])
  expect(items(state)).toMatchObject([
    { kind: 'user', content: '[Request interrupted by user] is what I saw' },
  ])
})
