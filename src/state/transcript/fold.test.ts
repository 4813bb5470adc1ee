import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { messagesOf } from '../../../test/generate/from-shape.ts'
import { type StdoutMessage, stdoutShapes } from '../../protocol/stdout.ts'
import type { EventBody, SessionEvent } from '../events.ts'
import { toJson } from '../export/json.ts'
import { toMarkdown } from '../export/markdown.ts'
import { toPlainText } from '../export/plain-text.ts'
import { reduce } from '../reduce.ts'
import { itemById, items, lastLine, rows } from '../select.ts'
import { emptyState, type SessionState } from '../session-state.ts'

const ids = fc.constantFrom('a', 'b', 'c')
/** Fields that tie messages to each other, so that what is generated sometimes fits together. */
const ties = fc.record(
  {
    uuid: ids,
    parent_tool_use_id: fc.option(ids),
    tool_use_id: ids,
    supersedes: fc.array(ids),
    isReplay: fc.boolean(),
  },
  { requiredKeys: [] },
)
const blocks = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('text'), text: fc.string() }),
    fc.record({
      type: fc.constant('tool_use'),
      id: ids,
      name: fc.constantFrom('Bash', 'AskUserQuestion', 'ExitPlanMode'),
      input: fc.object(),
    }),
    fc.record({
      type: fc.constant('tool_result'),
      tool_use_id: ids,
      content: fc.jsonValue(),
      is_error: fc.boolean(),
    }),
  ),
  { maxLength: 3 },
)
const conversation = fc.oneof(
  blocks.map((content) => ({ type: 'assistant', message: { id: 'm', content } })),
  blocks.map((content) => ({ type: 'user', message: { content } })),
)
const anyMessage = fc.oneof(...messagesOf(stdoutShapes).map(([, arbitrary]) => arbitrary))
const messages = fc
  .tuple(fc.oneof(conversation, anyMessage), ties)
  .map(
    ([message, tied]) =>
      JSON.parse(
        JSON.stringify({ ...tied, ...message, ...('uuid' in tied && { uuid: tied.uuid }) }),
      ) as object,
  )
const bodies: fc.Arbitrary<EventBody> = fc.oneof(
  {
    weight: 12,
    arbitrary: messages.map((message) => ({ kind: 'received', message: message as StdoutMessage }) as const),
  },
  fc.constant<EventBody>({ kind: 'process-exited', generation: 1, cause: 'exit', exitCode: 1, signal: null }),
  ids.map<EventBody>((uuid) => ({
    kind: 'sent',
    message: { type: 'user', uuid, message: { role: 'user', content: uuid } },
  })),
  ids.map<EventBody>((uuid) => ({ kind: 'prompt-cancelled', uuid })),
)

const fold = (all: readonly EventBody[], from: SessionState = emptyState) =>
  all.reduce(
    (state, body) => reduce(state, { ...body, seq: state.seq + 1, at: state.seq } as SessionEvent),
    from,
  )

describe('the transcript after any messages', () => {
  test('is plain JSON that folds on, is shown and exported, and never throws', () => {
    fc.assert(
      fc.property(fc.array(bodies, { maxLength: 30 }), fc.array(bodies, { maxLength: 5 }), (all, rest) => {
        const state = fold(all)
        const copy = JSON.parse(JSON.stringify(state)) as SessionState
        expect(copy.transcript).toStrictEqual(state.transcript)
        expect(fold(rest, copy).transcript).toEqual(fold(rest, state).transcript)
        for (const drafts of [true, false]) {
          toMarkdown(state, { drafts })
          toPlainText(state, { drafts, maxToolText: 10 })
          JSON.stringify(toJson(state, { drafts, maxToolText: 10 }))
        }
        lastLine(state)
        rows(state)
      }),
      { numRuns: 100 },
    )
  }, 30_000)

  test('each item is found by its id, and no two have the same', () => {
    fc.assert(
      fc.property(fc.array(bodies, { maxLength: 30 }), (all) => {
        const state = fold(all)
        const found = ['', 'a', 'b', 'c'].flatMap((thread) => items(state, { thread }))
        const standing = found.filter(({ kind }) => kind !== 'removed')
        expect(new Set(standing.map(({ id }) => id)).size).toBe(standing.length)
        for (const item of standing) expect(itemById(state, item.id)).toBe(item)
      }),
      { numRuns: 100 },
    )
  }, 30_000)
})
