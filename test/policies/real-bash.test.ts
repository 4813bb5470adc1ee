// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
/** Whatever a real bash does with a line besides running the allowed words, no rule allows that line. */

import { describe, expect, test } from 'vitest'
import { policyRuleSchema } from '../../src/api/resources.ts'
import { judgeBy } from '../../src/host/policies/match.ts'
import { readShellLine } from '../../src/shell/line.ts'
import fc from '../generate/fast-check.ts'
import { ALLOWED, HARMLESS, HOSTILE } from './hostile-lines.ts'
import { type Recorded, recordBash } from './recorded-bash.ts'
import { PIECES, STARTS } from './shell-pieces.ts'

const rules = ALLOWED.map((command, at) =>
  policyRuleSchema.parse({ id: `r${at}`, effect: 'allow', tool: 'Bash', command }),
)
const isAllowed = (command: string) =>
  judgeBy(rules, { session: { id: 's', cwd: '/' }, toolName: 'Bash', input: { command } }).effect === 'allow'

function record(lines: readonly string[]): Recorded[] {
  const recorded = recordBash(lines)
  if (!recorded)
    throw new Error('This test needs bubblewrap and user namespaces: npm test installs it on Debian.')
  return recorded
}

/** What was run that is not in the line as it was understood. Conditions may leave commands out. */
function beyond(line: string, { calls, names, files }: Recorded): unknown[] {
  const understood = readShellLine(line).commands.map(({ words }) => words.map(({ value }) => value))
  const asCalled = new Set(understood.map(([first = '', ...rest]) => JSON.stringify([base(first), ...rest])))
  const known = new Set(understood.map(([first = '']) => first))
  return [
    ...calls.filter((call) => !asCalled.has(JSON.stringify(call))),
    ...names.map(unquoted).filter((name) => !known.has(name) && !/^\w+=/.test(name)),
    ...files,
  ]
}

const base = (program: string) => program.slice(program.lastIndexOf('/') + 1)
const unquoted = (name: string) => name.replace(/^'(.*)'$/, '$1')

const anyLine = fc
  .tuple(fc.constantFrom(...STARTS), fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }))
  .map(([start, pieces]) => start + pieces.join(''))
/** Mostly plain, so that enough of them are allowed and run. */
const plainLine = fc
  .array(
    fc.tuple(
      fc.constantFrom('npm test', 'git status', 'echo x', 'ls', 'npm run test:a', './scripts/build'),
      fc.array(fc.constantFrom(...PIECES.filter((it) => /^[^\n;&|]*$/.test(it))), { maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((commands) => commands.map(([first, more]) => [first, ...more].join(' ')).join(' && '))

/** Always the same lines: a new one that breaks the rule is found by running it with another seed. */
const SEED = Number(process.env.FAIRLEAD_SEED ?? 1)
const sample = (lines: fc.Arbitrary<string>, count: number) =>
  fc.sample(lines, { numRuns: count, seed: SEED })

describe('a real bash', () => {
  test('the recorder sees what the hostile lines run besides', () => {
    const kinds = [
      'run something inside',
      'read or write a file',
      'join another command',
      'expand a parameter',
    ]
    const lines = kinds.flatMap((kind) => HOSTILE[kind] ?? [])
    const ranMore = record(lines).filter(
      ({ calls, files }) => calls.some(([name]) => name === 'id') || files.length > 0,
    )
    expect(ranMore.length).toBeGreaterThan(25)
  })

  test('runs for the harmless lines what was understood, and nothing else', () => {
    for (const [at, recorded] of record(HARMLESS).entries())
      expect([HARMLESS[at], beyond(HARMLESS[at] ?? '', recorded)]).toEqual([HARMLESS[at], []])
  })

  test('runs for no allowed line anything but the allowed words', () => {
    const lines = [...sample(anyLine, 10_000), ...sample(plainLine, 2_000)].filter(isAllowed)
    const allowed = [...new Set(lines)].slice(0, 300)
    expect(allowed.length).toBeGreaterThan(150)
    const wrong = record(allowed).flatMap((it, at) => {
      const more = beyond(allowed[at] ?? '', it)
      return more.length > 0 ? [{ line: allowed[at], more }] : []
    })
    expect(wrong).toEqual([])
  })
})
