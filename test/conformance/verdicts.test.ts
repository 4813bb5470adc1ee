import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { aText, inWords, looksLike } from '../../src/conformance/match.ts'
import { formatRecord, parseRecord } from '../../src/conformance/record-file.ts'
import { allRecorded, differences, recordsFor, toRecord } from '../../src/conformance/recorded.ts'
import { GROUPS } from '../../src/conformance/rules/index.ts'
import { chosen, judged } from '../../src/conformance/run.ts'
import { mustBe, saw } from '../../src/conformance/verdict.ts'
import { parseRules } from '../spec/rules.ts'
import { outcome } from './outcome.ts'

describe('the table', () => {
  const { rules } = parseRules(readFileSync(new URL('../../SPEC.md', import.meta.url), 'utf8'))
  const ids = GROUPS.flatMap((group) => group.rules.map(({ id }) => id))

  test('has only rules of SPEC.md, and each once', () => {
    const known = new Set(rules.map(({ id }) => id))
    expect(ids.filter((id) => !known.has(id))).toEqual([])
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    expect(ids.length).toBeGreaterThan(100)
  })

  test('is recorded as a whole for each known version', () => {
    const recorded = allRecorded()
    expect(recorded.map(({ version }) => version)).toEqual([
      ...['2.1.37', '2.1.100', '2.1.160', '2.1.197', '2.1.250', '2.1.300', '2.1.325'],
    ])
    for (const { rules: known } of recorded) expect(Object.keys(known).sort()).toEqual([...ids].sort())
  })

  test('gives the rules that are named, or the areas', () => {
    const names = (...only: string[]) =>
      chosen(GROUPS, only).flatMap((group) => group.rules.map(({ id }) => id))
    expect(names('R-INIT-1')).toEqual(['R-INIT-1'])
    expect(names('R-QUEUE').every((id) => id.startsWith('R-QUEUE-'))).toBe(true)
    expect(names('R-QUEUE').length).toBeGreaterThan(5)
  })

  test('gives slow rules only by their own name, or where they are wanted', () => {
    const has = (slow: boolean, ...only: string[]) =>
      chosen(GROUPS, only, slow).some((group) => group.rules.some(({ id }) => id === 'R-MCP-17'))
    expect([has(false), has(false, 'R-MCP'), has(false, 'R-INIT', 'R-MCP-17')]).toEqual([false, false, true])
    expect([has(true), has(true, 'R-MCP'), has(true, 'R-INIT')]).toEqual([true, true, false])
  })
})

describe('a rule under which versions differ', () => {
  const rule = { versions: { '2.1.10': 'old', '2.1.300': 'new' } }
  test.each([
    ['2.1.10', 'old', 'holds'],
    ['2.1.10', 'new', 'differs'],
    ['2.1.300', 'new', 'holds'],
    ['2.1.300', 'old', 'differs'],
    ['2.1.299', 'old', 'holds'],
    ['2.1.299', 'new', 'holds'],
    ['2.1.299', 'neither', 'differs'],
    ['3.0.0', 'old', 'holds'],
  ])('in %s, %s is seen: it %s', (version, what, verdict) => {
    expect(judged(rule, version, saw(what)).verdict).toBe(verdict)
  })
})

describe('what is recorded', () => {
  const recorded = toRecord('2.1.1', [outcome('A-1'), outcome('A-2', { saw: 'this' })])
  test('is what a version is held to; an unknown one to all, the nearest first', () => {
    const [far, near] = [
      { version: '2.0.99', rules: {} },
      { version: '2.1.4', rules: {} },
    ]
    const all = [far, recorded, near]
    expect(recordsFor('2.1.1', all)).toEqual([recorded])
    expect(recordsFor('2.1.3', all)).toEqual([near, recorded, far])
  })
  test('and what is as in none of the records is named', () => {
    const now = [
      outcome('A-1', { verdict: 'differs' }),
      outcome('A-2', { saw: 'that' }),
      outcome('A-3'),
      outcome('A-4', { verdict: 'differs' }),
      outcome('A-5', { verdict: 'skipped' }),
    ]
    const found = [
      { id: 'A-1', recorded: { verdict: 'holds' }, now: { verdict: 'differs' } },
      { id: 'A-2', recorded: { verdict: 'holds', saw: 'this' }, now: { verdict: 'holds', saw: 'that' } },
      { id: 'A-4', now: { verdict: 'differs' } },
    ]
    expect(differences(now, [recorded])).toEqual(found)
    const other = toRecord('2.1.2', [outcome('A-2', { saw: 'that' })])
    expect(differences(now, [recorded, other])).toEqual([found[0], found[2]])
    expect(differences([outcome('A-1')], [recorded])).toEqual([])
  })
  test('is a file with a short line for each rule', () => {
    const text = formatRecord(toRecord('2.1.1', [outcome('A-1'), outcome('A-2', { saw: 'a: b' })]))
    expect(text).toContain('    "A-1": "holds",\n    "A-2": "holds: a: b"\n')
    expect(formatRecord(parseRecord(text))).toBe(text)
    expect(() => parseRecord(text.replace('"holds"', '"well"'))).toThrow(
      'the record of A-1 begins with none of',
    )
  })
})

describe('what a message must look like', () => {
  test.each([
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [[1, 2], [1], false],
    ['text', /^t/, true],
    ['', aText, false],
    [null, {}, false],
  ])('%j', (value, wanted, is) => {
    expect(looksLike(value, wanted)).toBe(is)
  })
  test('is told in words, with what was there instead', () => {
    expect(inWords({ type: 'result', text: /x/, name: aText })).toBe(
      '{ type: "result", text: /x/, name: aText }',
    )
    expect(() => mustBe({ a: 1, b: 2 }, { a: 2 }, 'it')).toThrow('it: wanted { a: 2 }, got {"a":1}')
  })
})
