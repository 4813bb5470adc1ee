import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { aText, inWords, looksLike } from '../../src/conformance/match.ts'
import { allRecorded, differences, recordFor, toRecord } from '../../src/conformance/recorded.ts'
import { asHtml, asJson, asMarkdown, asText, type Report } from '../../src/conformance/report.ts'
import { GROUPS } from '../../src/conformance/rules/index.ts'
import { chosen, judged, type Outcome } from '../../src/conformance/run.ts'
import { mustBe, saw } from '../../src/conformance/verdict.ts'
import { parseRules } from '../spec/rules.ts'

const outcome = (id: string, more: Partial<Outcome> = {}): Outcome => ({
  id,
  title: 'a title',
  verdict: 'holds',
  ms: 1,
  evidence: ['1 > {"type":"user"}'],
  ...more,
})

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
    expect(recorded.map(({ version }) => version)).toEqual(['2.1.37', '2.1.197', '2.1.325'])
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
    ['2.1.299', 'old', 'holds'],
    ['2.1.299', 'new', 'differs'],
    ['2.1.300', 'new', 'holds'],
    ['3.0.0', 'new', 'holds'],
    ['3.0.0', 'old', 'differs'],
    ['1.0.0', 'old', 'holds'],
  ])('in %s, %s is seen: it %s', (version, what, verdict) => {
    expect(judged(rule, version, saw(what)).verdict).toBe(verdict)
  })
})

describe('what is recorded', () => {
  const recorded = toRecord('2.1.1', [outcome('A-1'), outcome('A-2', { saw: 'this' })])
  test('is what a version is held to; an unknown one to the newest', () => {
    const newer = { version: '2.1.2', rules: {} }
    expect(recordFor('2.1.1', [recorded, newer])).toBe(recorded)
    expect(recordFor('2.1.3', [recorded, newer])).toBe(newer)
  })
  test('and what differs from it is named', () => {
    const now = [
      outcome('A-1', { verdict: 'differs' }),
      outcome('A-2', { saw: 'that' }),
      outcome('A-3'),
      outcome('A-4', { verdict: 'differs' }),
    ]
    expect(differences(now, recorded)).toEqual([
      { id: 'A-1', recorded: { verdict: 'holds' }, now: { verdict: 'differs' } },
      { id: 'A-2', recorded: { verdict: 'holds', saw: 'this' }, now: { verdict: 'holds', saw: 'that' } },
      { id: 'A-4', now: { verdict: 'differs' } },
    ])
    expect(differences([outcome('A-1')], recorded)).toEqual([])
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

describe('a report', () => {
  const report: Report = {
    agent: '2.1.9 (Claude Code)',
    version: '2.1.9',
    comparedWith: '2.1.8',
    known: false,
    seconds: 3,
    outcomes: [outcome('A-1', { verdict: 'differs', why: 'a | b <c>' }), outcome('A-2')],
    unexpected: [{ id: 'A-1', recorded: { verdict: 'holds' }, now: { verdict: 'differs' } }],
    others: [
      {
        version: '2.1.1',
        differences: [{ id: 'A-2', recorded: { verdict: 'unsupported' }, now: { verdict: 'holds' } }],
      },
      { version: '2.1.0', differences: [] },
    ],
  }
  test('is a table with a mark at what is unexpected', () => {
    const text = asText(report)
    expect(text).toContain('! A-1')
    expect(text).toContain('  A-2            holds')
    expect(text).toContain('1 unexpected: not as in 2.1.8, the newest recorded version:')
    expect(text).toContain('  A-1: differs; recorded: holds')
    expect(text).not.toContain('"type":"user"')
    expect(asText(report, true)).toContain('1 > {"type":"user"}')
  })
  test('says in how much other versions were not the same', () => {
    expect(asText(report)).toContain('Not as in 2.1.1: 1 rule (a report or --json lists it).')
    expect(asText(report)).toContain('The same as 2.1.0 gave.')
    const difference = 'A-2: holds; recorded: not supported'
    expect(asMarkdown(report)).toContain(`## Not as in 2.1.1\n\n- ${difference}`)
    expect(asMarkdown(report)).toContain('## Not as in 2.1.0\n\nNothing.')
    expect(asHtml(report)).toContain(`<h2>Not as in 2.1.1</h2>\n<ul><li>${difference}</li></ul>`)
    expect(JSON.parse(asJson(report)).others).toEqual(report.others)
  })
  test('is Markdown whose cells stay whole', () => {
    expect(asMarkdown(report)).toContain('| A-1 | differs | a title | a \\| b <c> |')
    expect(asMarkdown(report, true)).toContain('### A-1')
  })
  test('is a page that shows text as text', () => {
    expect(asHtml(report)).toContain('<td>a | b &lt;c&gt;</td>')
    expect(asHtml(report, true)).toContain('&quot;type&quot;:&quot;user&quot;')
  })
  test('is JSON, with the evidence on request', () => {
    expect(JSON.parse(asJson(report)).outcomes[0]).not.toHaveProperty('evidence')
    expect(JSON.parse(asJson(report, true)).outcomes[0].evidence).toHaveLength(1)
  })
})
