import { describe, expect, test } from 'vitest'
import fc from '../../test/generate/fast-check.ts'
import {
  cliVersionOf,
  type Entry,
  FORMAT,
  formatRecording,
  parseRecording,
  RecordingError,
} from './format.ts'

const header = { format: FORMAT, version: 1, startedAt: '2026-01-01T00:00:00.000Z' } as const
const first = JSON.stringify(header)

const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('in', 'out', 'err'),
    line: fc.string({ unit: 'grapheme' }),
  }),
  fc.record({ at: fc.nat(), kind: fc.constant('in-end') }),
  fc.record({ at: fc.nat(), kind: fc.constant('signal'), signal: fc.constantFrom('SIGINT', 'SIGTERM') }),
  fc.record({ at: fc.nat(), kind: fc.constant('fact'), fact: fc.record({ kind: fc.string() }) }),
) as fc.Arbitrary<Entry>

test('what was written is read', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      expect(parseRecording(formatRecording({ header, entries }))).toEqual({ header, entries, problems: [] })
    }),
  )
})

test('cut off anywhere after its header, it is readable up to there', () => {
  const entries: Entry[] = [1, 2, 3].map((at) => ({ at, kind: 'out', line: `{"n":${at}}` }))
  const text = formatRecording({ header, entries })
  for (let end = first.length; end <= text.length; end++) {
    const read = parseRecording(text.slice(0, end))
    const whole = text.slice(0, end).split('\n').length - 2
    expect(read.entries.slice(0, Math.max(0, whole))).toEqual(entries.slice(0, Math.max(0, whole)))
    for (const { message } of read.problems) expect(message).toContain('cut off')
  }
})

describe('what is wrong with a file is told with the number of the line', () => {
  test.each([
    ['', 'line 1'],
    ['{"type":"system"}', 'line 1'],
    ['not JSON', 'line 1'],
    [JSON.stringify({ ...header, version: 2 }), 'version 2'],
    [JSON.stringify({ ...header, startedAt: 'soon' }), 'startedAt'],
    [JSON.stringify({ ...header, argv: 'x' }), 'argv'],
    [JSON.stringify({ ...header, cwd: 7 }), 'cwd'],
  ])('%s is no recording: %s', (text, problem) => {
    expect(() => parseRecording(text)).toThrow(RecordingError)
    expect(() => parseRecording(text)).toThrow(problem)
  })

  test.each([
    ['nonsense', 'no JSON object'],
    ['[1]', 'no JSON object'],
    ['{"kind":"out","line":"x"}', '"at"'],
    ['{"at":1,"kind":"out"}', '"line"'],
    ['{"at":1,"kind":"signal"}', '"signal"'],
    ['{"at":1,"kind":"fact","fact":{}}', '"fact"'],
    ['{"at":1,"kind":"sideways"}', 'sideways'],
  ])('%s is skipped', (line, problem) => {
    const good = '{"at":2,"kind":"in-end"}'
    const { entries, problems } = parseRecording(`${first}\n${line}\n\n${good}\n`)
    expect(entries).toEqual([{ at: 2, kind: 'in-end' }])
    expect(problems).toEqual([{ lineNumber: 2, message: expect.stringContaining(problem) }])
  })
})

test('the version of the CLI is in the header, in a fact, or in its init message', () => {
  const init: Entry = {
    at: 0,
    kind: 'out',
    line: '{"type":"system","subtype":"init","claude_code_version":"2.1.3"}',
  }
  const fact: Entry = { at: 0, kind: 'fact', fact: { kind: 'process-started', version: '2.1.2' } }
  expect(cliVersionOf({ header, entries: [] })).toBeUndefined()
  expect(cliVersionOf({ header, entries: [init] })).toBe('2.1.3')
  expect(cliVersionOf({ header, entries: [fact, init] })).toBe('2.1.2')
  expect(cliVersionOf({ header: { ...header, cliVersion: '2.1.1' }, entries: [fact] })).toBe('2.1.1')
})
