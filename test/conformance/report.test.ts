import { describe, expect, test } from 'vitest'
import { featureOf, featureVerdicts } from '../../src/conformance/features.ts'
import { GROUPS } from '../../src/conformance/index.ts'
import { allRecorded, differences, recordsFor, toRecord } from '../../src/conformance/recorded.ts'
import { asHtml, asJson, asMarkdown, asTable, asText, type Report } from '../../src/conformance/report.ts'
import type { Outcome } from '../../src/conformance/run.ts'
import { outcome } from './outcome.ts'

describe('a feature', () => {
  const old = toRecord('2.1.100', [
    outcome('R-QUEUE-1', { saw: 'old' }),
    outcome('R-QUEUE-2', { saw: 'old' }),
  ])
  const recent = toRecord('2.1.300', [
    outcome('R-QUEUE-1', { saw: 'new' }),
    outcome('R-QUEUE-2', { saw: 'new' }),
  ])
  const verdicts = (...outcomes: Outcome[]) => featureVerdicts(outcomes, recordsFor('2.1.290', [old, recent]))

  test('is as the nearest version that behaves the same in all rules', () => {
    expect(verdicts(outcome('R-QUEUE-1', { saw: 'old' }), outcome('R-QUEUE-2', { saw: 'old' }))).toEqual([
      { feature: 'queue', like: [{ version: '2.1.100', rules: ['R-QUEUE-1', 'R-QUEUE-2'] }], fresh: [] },
    ])
    const both = toRecord('2.1.289', [outcome('R-QUEUE-1', { saw: 'new' })])
    expect(
      featureVerdicts([outcome('R-QUEUE-1', { saw: 'new' })], recordsFor('2.1.290', [old, recent, both])),
    ).toEqual([{ feature: 'queue', like: [{ version: '2.1.289', rules: ['R-QUEUE-1'] }], fresh: [] }])
  })

  test('may be a mixture, with what is new', () => {
    const now = verdicts(
      outcome('R-QUEUE-1', { saw: 'new' }),
      outcome('R-QUEUE-2', { saw: 'old' }),
      outcome('R-REPLAY-1', { verdict: 'differs' }),
      outcome('R-REPLAY-2', { verdict: 'skipped' }),
    )
    expect(now).toEqual([
      {
        feature: 'queue',
        like: [
          { version: '2.1.300', rules: ['R-QUEUE-1'] },
          { version: '2.1.100', rules: ['R-QUEUE-2'] },
        ],
        fresh: ['R-REPLAY-1'],
      },
    ])
  })

  test('has every rule of the kit', () => {
    const ids = GROUPS.flatMap(({ rules }) => rules.map(({ id }) => id))
    expect(ids.filter((id) => featureOf(id) === 'other')).toEqual([])
  })
})

/** A run of a version that nobody knows: as 2.1.197 in one half, as 2.1.325 in the other, new in every tenth rule, some unsteady. */
function ofUnknownVersion(): Report {
  const all = allRecorded()
  const [old, recent] = ['2.1.197', '2.1.325'].map(
    (name) => all.find(({ version }) => version === name)?.rules,
  )
  const outcomes = GROUPS.flatMap(({ rules }) => rules.map(({ id }) => id)).map((id, at) =>
    outcome(id, at % 10 === 0 ? { saw: 'never seen', why: 'w'.repeat(500) } : (at % 2 ? old : recent)?.[id]),
  )
  const records = recordsFor('2.1.999', all)
  return {
    agent: '2.1.999 (Claude Code)',
    version: '2.1.999',
    known: false,
    comparedWith: records.map(({ version }) => version),
    seconds: 60,
    outcomes,
    unexpected: differences(outcomes, records),
    unsteady: outcomes
      .slice(0, 20)
      .map((it) => ({ id: it.id, tries: [outcome(it.id, { why: 'w'.repeat(500) }), it] })),
    features: featureVerdicts(outcomes, records),
    others: [],
  }
}

test('the verdict on an unknown version is short', () => {
  const lines = asText(ofUnknownVersion()).trimEnd().split('\n')
  expect(lines.length).toBeLessThan(30)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200)
  expect(lines[1]).toMatch(
    /^No results of 2\.1\.999 are recorded\. \d+ rules new beside .* 2\.1\.37, .*2\.1\.325\.$/,
  )
  expect(lines.join('\n')).toMatch(/^ {2}approvals: +as 2\.1\.\d+/m)
  expect(lines.join('\n')).toMatch(/^new: \d+ rules$/m)
  expect(lines.join('\n')).toMatch(/^unsteady: 20 rules/m)
  expect(
    lines.filter((line) => /^ {2}and \d+ more: --verbose or a report lists them$/.test(line)),
  ).toHaveLength(2)
})

describe('a report', () => {
  const difference = { id: 'A-1', recorded: { verdict: 'holds' }, now: { verdict: 'differs' } } as const
  const report: Report = {
    agent: '2.1.9 (Claude Code)',
    version: '2.1.9',
    known: false,
    comparedWith: ['2.1.8', '2.1.1'],
    seconds: 3,
    outcomes: [outcome('A-1', { verdict: 'differs', why: 'a | b <c>' }), outcome('A-2')],
    unexpected: [difference],
    unsteady: [],
    features: [{ feature: 'other', like: [{ version: '2.1.8', rules: ['A-2'] }], fresh: ['A-1'] }],
    others: [
      {
        version: '2.1.1',
        differences: [{ id: 'A-2', recorded: { verdict: 'unsupported' }, now: { verdict: 'holds' } }],
      },
      { version: '2.1.0', differences: [] },
    ],
  }

  test('ends in a verdict per feature, and what is new', () => {
    expect(asText(report)).toBe(
      [
        '2.1.9 (Claude Code): 2 rules: 1 holds, 1 differs, in 3 s',
        'No results of 2.1.9 are recorded. 1 rule new beside the recorded versions 2.1.1, 2.1.8.',
        '  other:      as 2.1.8; new: A-1',
        'new: 1 rule',
        '  A-1: differs; recorded: holds: a | b <c>',
        '',
      ].join('\n'),
    )
  })
  test('of a known version says what is not as recorded', () => {
    const known = { ...report, known: true, comparedWith: ['2.1.9'] }
    expect(asText(known)).toContain('1 unexpected: not as in the recorded results of 2.1.9.')
    expect(asText(known)).toContain('  other:      as recorded; unexpected: A-1\n')
    expect(asText({ ...known, unexpected: [] })).toContain('Nothing unexpected')
  })
  describe('of a rule that was as recorded only when it was asked again', () => {
    const tries = [
      outcome('A-2', { verdict: 'differs', why: 'waited for <b>' }),
      outcome('A-2', { saw: 'late' }),
    ]
    const told = { ...report, unsteady: [{ id: 'A-2', tries }] }
    const line = 'A-2: differs (waited for <b>), then holds (late)'

    test.each([
      ['text', asText(told)],
      ['table', asTable(told)],
    ])('names it with both outcomes: %s', (_, text) => {
      const lines = text.trimEnd().split('\n')
      expect(lines.slice(-2)).toEqual([
        'unsteady: 1 rule, not as recorded at first, but when asked again',
        `  ${line}`,
      ])
    })
    test('names it in Markdown and on a page', () => {
      expect(asMarkdown(told)).toContain(
        `\nUnsteady: 1 rule, not as recorded at first, but when asked again.\n- ${line}\n`,
      )
      expect(asHtml(told)).toContain('<li>A-2: differs (waited for &lt;b&gt;), then holds (late)</li>')
    })
    test('has it in JSON, with the evidence on request', () => {
      const [plain] = JSON.parse(asJson(told)).unsteady
      expect(plain).toMatchObject({ id: 'A-2', tries: [{ verdict: 'differs' }, { verdict: 'holds' }] })
      expect(plain.tries[0]).not.toHaveProperty('evidence')
      expect(JSON.parse(asJson(told, true)).unsteady[0].tries[0].evidence).toHaveLength(1)
    })
  })
  test('is a table with a mark at what is unexpected', () => {
    const text = asTable(report)
    expect(text).toContain('! A-1')
    expect(text).toContain('  A-2            holds')
    expect(text).toContain('  A-1: differs; recorded: holds')
    expect(text).not.toContain('"type":"user"')
    expect(asTable(report, true)).toContain('1 > {"type":"user"}')
  })
  test('says in how much other versions were not the same', () => {
    expect(asTable(report)).toContain('Not as in 2.1.1: 1 rule (a report or --json lists it).')
    expect(asTable(report)).toContain('The same as 2.1.0 gave.')
    const other = 'A-2: holds; recorded: not supported'
    expect(asMarkdown(report)).toContain(`## Not as in 2.1.1\n\n- ${other}`)
    expect(asMarkdown(report)).toContain('## Not as in 2.1.0\n\nNothing.')
    expect(asHtml(report)).toContain(`<h2>Not as in 2.1.1</h2>\n<ul><li>${other}</li></ul>`)
    expect(JSON.parse(asJson(report)).others).toEqual(report.others)
  })
  test('is Markdown whose cells stay whole', () => {
    expect(asMarkdown(report)).toContain('| A-1 | differs | a title | a \\| b <c> |')
    expect(asMarkdown(report)).toContain('| other | as 2.1.8; new: A-1 |')
    expect(asMarkdown(report, true)).toContain('### A-1')
  })
  test('is a page that shows text as text', () => {
    expect(asHtml(report)).toContain('<td>a | b &lt;c&gt;</td>')
    expect(asHtml(report)).toContain('<td>as 2.1.8; new: A-1</td>')
    expect(asHtml(report, true)).toContain('&quot;type&quot;:&quot;user&quot;')
  })
  test('is JSON, with the evidence on request', () => {
    expect(JSON.parse(asJson(report)).outcomes[0]).not.toHaveProperty('evidence')
    expect(JSON.parse(asJson(report, true)).outcomes[0].evidence).toHaveLength(1)
  })
})
