import { expect, test } from 'vitest'
import { goldens } from '../../test/state/golden-sessions.ts'
import { recordingOf } from './events.ts'
import { timeline } from './timeline.ts'

function golden(agent: string, name: string) {
  const found = goldens.find((it) => it.agent === agent && it.name === name)
  if (!found) throw new Error(`no golden ${agent} ${name}`)
  return recordingOf(found.events)
}

test('each entry in words, with what the session does where that changes', () => {
  const rows = [...timeline(golden('2.1.325', 'ask'), { joinParts: true })]
  const text = rows.map(({ kind, words, state }) => `${kind}: ${words}${state ? ` = ${state.words}` : ''}`)
  expect(text).toEqual(
    expect.arrayContaining([
      'fact: process-started generation 1, pid 1001 = starting',
      'in: control_request/initialize (request_1)',
      expect.stringMatching(/^out: control_response\/success .*\(request_1\) = ready$/),
      'in: user ask = thinking: Waiting for the model',
      'out: user ask (echo)',
      'out: system/session_state_changed idle',
      'in-end: end of input',
      'fact: process-exited close, exit code 0 = disconnected: Ended',
    ]),
  )
  expect(text).toContainEqual(
    expect.stringMatching(/^out: control_request\/can_use_tool AskUserQuestion .*\(request_3\)/),
  )
  expect(text.some((it) => it.includes('= awaiting-approval'))).toBe(true)
  expect(text.some((it) => /out: \d+ parts, input json of block 0/.test(it))).toBe(true)
})

test('parts are joined only if wanted, and no entry is lost', () => {
  const recording = golden('2.1.325', 'full')
  expect([...timeline(recording)]).toHaveLength(recording.entries.length)
  const joined = [...timeline(recording, { joinParts: true })]
  expect(joined.length).toBeLessThan(recording.entries.length)
  expect(joined.reduce((sum, { count }) => sum + count, 0)).toBe(recording.entries.length)
})

test('from and to leave rows out, and the state is still that of the whole', () => {
  const recording = golden('2.1.325', 'ask')
  const all = [...timeline(recording)]
  const part = [...timeline(recording, { from: 5000, to: 20_000 })]
  expect(part).toEqual(all.filter(({ at }) => at >= 5000 && at <= 20_000))
})

test('every recorded session has words for all of it', () => {
  for (const { events } of goldens)
    for (const { words, line = '' } of timeline(recordingOf(events))) {
      expect(words.trim()).not.toBe('')
      // Output of a tool may have the word itself.
      if (!line.includes('undefined')) expect(words).not.toContain('undefined')
      expect(words).not.toContain('[object')
    }
})
