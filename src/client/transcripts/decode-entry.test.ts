import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { decodeEntry } from './decode-entry.ts'

const link = { uuid: 'u', parentUuid: 'p', isSidechain: false, timestamp: 't', sessionId: 's', cwd: '/w' }
const decoded = (record: unknown) => decodeEntry(JSON.stringify(record), 7)

describe('entries', () => {
  test('a prompt', () => {
    const record = { ...link, type: 'user', message: { role: 'user', content: 'hi' }, more: 1 }
    expect(decoded(record)).toEqual({
      kind: 'user',
      line: 7,
      record,
      ...link,
      isMeta: false,
      message: { role: 'user', content: 'hi' },
      isCompactSummary: false,
      toolUseResult: undefined,
    })
  })
  test("a tool's result carries the tool's own object", () => {
    const content = [{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }]
    const record = { ...link, type: 'user', message: { content }, toolUseResult: { stdout: 'ok' } }
    expect(decoded(record)).toMatchObject({ message: { content }, toolUseResult: { stdout: 'ok' } })
  })
  test('a block of the assistant, and the first entry, which has no parent', () => {
    const message = { id: 'm', content: [{ type: 'text', text: 'hello' }] }
    const record = { ...link, type: 'assistant', message, parentUuid: null, isSidechain: true }
    expect(decoded(record)).toMatchObject({ kind: 'assistant', message, parentUuid: null, isSidechain: true })
  })
  test('a system entry and an attachment', () => {
    const boundary = {
      ...link,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Compacted',
      isMeta: true,
    }
    expect(decoded(boundary)).toMatchObject({
      kind: 'system',
      subtype: 'compact_boundary',
      content: 'Compacted',
      isMeta: true,
    })
    const attachment = { type: 'queued_command', prompt: 'also' }
    expect(decoded({ ...link, type: 'attachment', attachment })).toMatchObject({
      kind: 'attachment',
      attachment,
    })
  })
  test.each([
    [{ type: 'custom-title', customTitle: 'A' }, 'custom'],
    [{ type: 'ai-title', aiTitle: 'A' }, 'ai'],
    [{ type: 'summary', summary: 'A', leafUuid: 'u' }, 'summary'],
  ])('%o is a title', (record, source) => {
    expect(decoded(record)).toEqual({ kind: 'title', line: 7, record, title: 'A', source })
  })
})

describe('what is no such entry is kept', () => {
  test.each([
    [{ type: 'queue-operation', operation: 'enqueue' }, 'type "queue-operation" is not listed'],
    [{ type: 'constructor' }, 'type "constructor" is not listed'],
    [{ type: { toString: 1 } }, 'type is not a string'],
    [{ type: 'custom-title', customTitle: 1 }, 'type "custom-title" is not listed'],
    [{ type: 'user', message: { content: 'no uuid' } }, 'uuid is missing'],
    [{ ...link, type: 'user', message: { content: 3 } }, /message\.content/],
    [
      { ...link, type: 'assistant', message: { content: 'text' } },
      'message.content is a string, not an array',
    ],
    [{ ...link, type: 'attachment', attachment: null }, 'attachment is null, not an object'],
  ])('%j as unknown', (record, reason) => {
    expect(decoded(record)).toEqual({
      kind: 'unknown',
      line: 7,
      record,
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    })
  })
  test('a line that was cut, and what was appended to it', () => {
    const text = '{"type":"user","uuid":"4{"type":"mode"}'
    expect(decodeEntry(text, 1)).toEqual({ kind: 'broken', line: 1, text, reason: expect.any(String) })
  })
  test.each(['hello', '[1]', '12', '"{"', 'null'])('%s as noise', (text) => {
    expect(decodeEntry(text, 1)).toEqual({ kind: 'noise', line: 1, text })
  })
  test('a line over the limit', () => {
    const entry = decodeEntry({ bytes: 99, head: '{"a' }, 1)
    expect(entry).toEqual({ kind: 'oversized', line: 1, text: '{"a', bytes: 99 })
  })
})

test('no text and no object makes it throw', () => {
  const type = fc.constantFrom(
    'user',
    'assistant',
    'system',
    'attachment',
    'summary',
    '__proto__',
    'toString',
  )
  const fields = fc.constantFrom('uuid', 'parentUuid', 'message', 'attachment', 'subtype', 'type', 'summary')
  const records = fc
    .tuple(type, fc.dictionary(fields, fc.jsonValue({ maxDepth: 3 })))
    .map(([name, record]) => JSON.stringify({ type: name, ...record }))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), records), (text) => {
      expect(decodeEntry(text, 1).line).toBe(1)
    }),
  )
})
