import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { citations, citedIn, compare, parseRules, testFiles } from './rules.ts'

/** Rules that no test shows yet. This number only ever goes down: lower it when you remove a mark. */
const LATER = 0

const root = fileURLToPath(new URL('../..', import.meta.url))
const { rules, problems } = parseRules(readFileSync(`${root}/SPEC.md`, 'utf8'))
const files = testFiles(root, ['src', 'test'])
const { uncited, shownAlready, unknown } = compare(rules, citations(root, files))

function expectNone(found: readonly string[], what: string): void {
  expect(found.length, `${found.length} ${what}:\n  ${found.join('\n  ')}\n`).toBe(0)
}

describe('SPEC.md', () => {
  test('every rule is well formed', () => {
    expectNone(problems, 'problems in SPEC.md')
  })

  test('every rule that is not marked later is cited by a test', () => {
    expectNone(uncited, 'rules that no test cites (put the id into the title of the test that shows it)')
  })

  test('no rule marked later is cited by a test', () => {
    expectNone(shownAlready, 'rules are shown by a test: remove the mark `later` from them and lower LATER')
  })

  test('every cited rule exists', () => {
    expectNone(unknown, 'cited rules are not in SPEC.md')
  })

  test('the list of later rules only gets shorter', () => {
    expect(rules.filter((rule) => rule.later).length, 'rules marked `later` (LATER only goes down)').toBe(
      LATER,
    )
  })
})

describe('the check of SPEC.md', () => {
  const good = '## FRAME: lines\n\n- **R-FRAME-1** It is (so). (S1 F13; framing, real 197 325)'
  const second = (line: string) => parseRules(`${good}\n${line}`).problems

  test('reads a rule', () => {
    expect(parseRules(good)).toEqual({
      problems: [],
      rules: [
        {
          id: 'R-FRAME-1',
          sentence: 'It is (so).',
          sources: ['S1', 'F13'],
          where: ['framing', 'real 197 325'],
          later: false,
        },
      ],
    })
    expect(
      second('- **R-FRAME-2** It. Contradicts S1 S2: they say no; the CLI says yes. (S1 S2; host) `later`'),
    ).toEqual([])
  })

  test.each([
    ['no sources and place', '- **R-FRAME-2** It is so.', 'this is not'],
    ['no place', '- **R-FRAME-2** It is so. (S1)', 'this is not'],
    ['no sources', '- **R-FRAME-2** It is so. (; framing)', 'this is not'],
    ['no sentence', '- **R-FRAME-2** (S1; framing)', 'this is not'],
    ['a sentence without full stop', '- **R-FRAME-2** It is so (S1; framing)', 'this is not'],
    ['an id that is none', '- **R-Frame-2** It is so. (S1; framing)', 'this is not'],
    ['a list entry that is no rule', '- R-FRAME-2 It is so. (S1; framing)', 'this is not'],
    ['something after the mark', '- **R-FRAME-2** It is so. (S1; client) `later` or so', 'this is not'],
    ['an id twice', '- **R-FRAME-1** It is so. (S1; framing)', 'R-FRAME-1 is there twice'],
    ['a gap', '- **R-FRAME-3** It is so. (S1; framing)', 'R-FRAME-3 comes where R-FRAME-2 was due'],
    ['the id of another area', '- **R-TYPE-2** It is so. (S1; types)', 'R-TYPE-2 stands in the area FRAME'],
    ['an unknown source', '- **R-FRAME-2** It is so. (S5; framing)', 'unknown source "S5"'],
    ['a section that is not measured', '- **R-FRAME-2** It is so. (F17; framing)', 'unknown source "F17"'],
    ['an unknown place', '- **R-FRAME-2** It is so. (S1; real 198)', 'unknown place "real 198"'],
    ['a mark that is not due', '- **R-FRAME-2** It is so. (S1; framing) `later`', 'is marked later, but'],
    [
      'a contradiction of nobody',
      '- **R-FRAME-2** It is so. Contradicts it. (S1; framing)',
      'does not say which source',
    ],
    [
      'half a contradiction',
      '- **R-FRAME-2** It. Contradicts S1: it says no. (S1; framing)',
      'does not give both sides',
    ],
    [
      'a contradicted source that is not named',
      '- **R-FRAME-2** It. Contradicts S2: it says no; the CLI says yes. (S1; framing)',
      'contradicts S2, which is no source of it',
    ],
    ['an area twice', '## FRAME: again', 'the area FRAME is there twice'],
  ])('refuses %s', (_what, line, problem) => {
    expect(second(line)).toEqual([expect.stringContaining(problem)])
    expect(second(line)[0]).toMatch(/^line 4: /)
  })

  test('refuses a rule outside an area, and a file without rules', () => {
    expect(parseRules('## Reading\n- **R-FRAME-1** It is so. (S1; framing)').problems).toEqual([
      'line 2: R-FRAME-1 stands in the area (none)',
    ])
    expect(parseRules('# Rules\n').problems).toEqual(['there are no rules'])
  })

  test('finds citations in string literals and nowhere else', () => {
    const source = [
      "test('R-A-1 and R-A-2: it\\'s so', () => {})",
      'describe("R-A-3", () => {})',
      'const titles = [`R-A-4`]',
      "// test('R-B-1')",
      "/* test('R-B-2') */",
      "const pattern = /'R-B-3'/ // don't",
      "test.skip('R-B-4', () => {})",
      "it.todo('R-B-5')",
      "test.skipIf(windows)('R-A-5', () => {})",
      'const b = R-B-6',
      "const id = 'XR-B-7'",
    ]
    expect([...citedIn(source.join('\n'))]).toEqual(['R-A-1', 'R-A-2', 'R-A-3', 'R-A-4', 'R-A-5'])
  })

  test('sees what is not cited, what is cited although later, and what does not exist', () => {
    const later = '- **R-FRAME-2** It will be. (S1; client) `later`\n- **R-FRAME-3** It was. (S1; framing)'
    const cited = new Map([
      ['R-FRAME-2', ['a.test.ts']],
      ['R-FRAME-3', ['a.test.ts']],
      ['R-FRAME-9', ['a.test.ts', 'b.test.ts']],
    ])
    expect(compare(parseRules(`${good}\n${later}`).rules, cited)).toEqual({
      uncited: ['R-FRAME-1 It is (so).'],
      shownAlready: ['R-FRAME-2'],
      unknown: ['R-FRAME-9 in a.test.ts, b.test.ts'],
    })
  })

  test('looks into every test file but its own', () => {
    expect(testFiles(root, ['test/spec'])).toEqual([])
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([])
  })
})
