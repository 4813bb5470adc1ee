// What is in no journal unless something went wrong, or somebody wrote it there.

import { describe, expect, test } from 'vitest'
import type { EventBody, SessionEvent } from '../../src/state/events.ts'
import { toJson } from '../../src/state/export/json.ts'
import { toMarkdown } from '../../src/state/export/markdown.ts'
import { toPlainText } from '../../src/state/export/plain-text.ts'
import { liveness } from '../../src/state/liveness/liveness.ts'
import { describe as inWords } from '../../src/state/liveness/words.ts'
import { reduce, UNFOLDABLE } from '../../src/state/reduce.ts'
import { rows } from '../../src/state/select.ts'
import { emptyState, type SessionState } from '../../src/state/session-state.ts'
import { anyEvents, numbered } from '../generate/events.ts'
import fc from '../generate/fast-check.ts'
import { hostile } from '../generate/hostile.ts'
import { goldens } from './golden-sessions.ts'
import { Timeline } from './timeline.ts'

/** The reasons of the items that stand for what has no place of its own. */
function reasons(state: SessionState): string[] {
  return rows(state).flatMap(({ item }) => (item?.kind === 'raw' ? [item.reason ?? ''] : []))
}

/** Every kind, as a program would write it that knows nothing of the types. */
const KINDS: readonly EventBody['kind'][] = [
  'received',
  'unknown',
  'noise',
  'recalled',
  'sent',
  'process-started',
  'process-exited',
  'prompt-queued',
  'prompt-changed',
  'prompt-cancelled',
  'approval-answered',
  'notice',
  'titled',
]

describe('R-DECODE-23 an event that is not as its type says', () => {
  test.each(KINDS)(
    '%s without anything, and with the wrong things, is shown and changes nothing else',
    (kind) => {
      const line = new Timeline().ready().prompt('p')
      const before = line.state
      const odd = {
        message: 5,
        value: 5,
        text: 5,
        uuid: 5,
        id: 5,
        generation: 'x',
        level: 5,
        title: 5,
        content: 5,
      }
      for (const [i, fields] of [{}, odd, { message: { type: 'user' } }, { message: null }].entries()) {
        const event = { kind, ...fields, seq: before.seq + 1 + i, at: 0 } as unknown as SessionEvent
        line.state = reduce(line.state, event)
      }
      expect(reasons(line.state)).toHaveLength(4)
      expect(reasons(line.state).join()).not.toContain(UNFOLDABLE)
      const { transcript: _, seq: __, at: ___, ...rest } = line.state
      expect(rest).toEqual(expect.objectContaining({ prompts: before.prompts, turns: before.turns }))
      expect(rest.control).toEqual(before.control)
    },
  )

  test('an answer to a call still counts, though a broken one to it was sent before', () => {
    const line = new Timeline().start().ask('hello', 'initialize')
    line.event({
      kind: 'sent',
      message: { type: 'control_response', response: { request_id: 'hello' } },
    } as never)
    expect(line.answered('hello', {}).state.process.initializedAt).toBe(0)
  })

  test('one without a number, or that is none at all, is as good as none', () => {
    for (const event of [null, 5, 'x', [], {}, { seq: 'x', at: 1 }, { seq: 1 }, { seq: null, at: null }])
      expect(reduce(emptyState, event as unknown as SessionEvent)).toBe(emptyState)
  })

  test('one of a kind that is yet to come says nothing', () => {
    const after = reduce(emptyState, { kind: 'news', seq: 1, at: 1 } as unknown as SessionEvent)
    expect(after).toEqual({ ...emptyState, seq: 1, at: 1 })
  })
})

describe('R-DECODE-23 whatever is damaged', { timeout: 60_000 }, () => {
  const recorded = fc.constantFrom(...goldens.map(({ events }) => events))
  test.each([
    ['recorded sessions', recorded],
    ['any events', anyEvents.filter((bodies) => bodies.length > 0).map(numbered)],
  ])('%s are folded and shown, and no fold throws', (_what, sound) => {
    fc.assert(
      fc.property(hostile(sound), (events) => {
        let state = emptyState
        for (const event of events) {
          state = reduce(state, event)
          expect(inWords(liveness(state, state.at), state.at)).not.toBe('')
        }
        expect(reasons(state).filter((reason) => reason.startsWith(UNFOLDABLE))).toEqual([])
        expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state)
        for (const show of [toPlainText, toMarkdown, toJson]) show(state)
      }),
      { numRuns: 40 },
    )
  })
})
