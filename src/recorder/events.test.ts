import { describe, expect, test } from 'vitest'
import { fold, goldens } from '../../test/state/golden-sessions.ts'
import { eventsOf, recordingOf } from './events.ts'
import { FORMAT, formatRecording, parseRecording, type Recording } from './format.ts'
import { finalState } from './timeline.ts'

const recording = (entries: Recording['entries'], header: Partial<Recording['header']> = {}): Recording => ({
  header: { format: FORMAT, version: 1, startedAt: '2026-01-01T00:00:00.000Z', ...header },
  entries,
  problems: [],
})

describe('a journal as a recording', () => {
  test.each(goldens.map((golden) => [`${golden.agent} ${golden.name}`, golden] as const))(
    '%s: written, read again and folded it is the same state',
    (_, { events }) => {
      const read = parseRecording(formatRecording(recordingOf(events)))
      expect(read.problems).toEqual([])
      const again = eventsOf(read)
      expect(again.map(({ at }) => at)).toEqual(events.map(({ at }) => at))
      expect(finalState(read)).toEqual(fold(events))
    },
  )

  test('the header tells of the process, and what the caller knows besides', () => {
    const { header } = recordingOf(goldens[0]?.events ?? [], { cwd: '/elsewhere' })
    expect(header).toMatchObject({ cliVersion: expect.stringContaining('2.1'), cwd: '/elsewhere' })
    expect(Date.parse(header.startedAt)).toBe(goldens[0]?.events[0]?.at)
  })

  test('no events make a recording without entries', () => {
    expect(recordingOf([]).entries).toEqual([])
  })
})

describe('a recording as events', () => {
  const exit = { kind: 'process-exited', generation: 1, cause: 'exit', exitCode: 0, signal: null }

  test('times are those of the wall clock, and never go back', () => {
    const out = { kind: 'out', line: 'noise' } as const
    const events = eventsOf(
      recording([
        { at: 5, ...out },
        { at: 3, ...out },
        { at: 8, ...out },
      ]),
    )
    const start = Date.parse('2026-01-01T00:00:00.000Z')
    expect(events.map(({ seq, at }) => [seq, at - start])).toEqual([
      [1, 5],
      [2, 5],
      [3, 8],
    ])
  })

  test('an exit with 0 after the end of the input is a close; stderr is told with the end', () => {
    const [, , end] = eventsOf(
      recording([
        { at: 0, kind: 'fact', fact: { kind: 'process-started', generation: 1 } },
        { at: 1, kind: 'out', line: '{"type":"keep_alive"}' },
        { at: 2, kind: 'err', line: 'warning' },
        { at: 3, kind: 'in-end' },
        { at: 4, kind: 'fact', fact: exit },
      ]),
    )
    expect(end).toMatchObject({ kind: 'process-exited', cause: 'close', stderr: 'warning\n' })
  })

  test('facts that lack what they need are left out', () => {
    const facts = [{ kind: 'process-started' }, { kind: 'titled', title: 7 }, { kind: 'toString' }]
    expect(eventsOf(recording(facts.map((fact) => ({ at: 0, kind: 'fact' as const, fact }))))).toEqual([])
  })
})
