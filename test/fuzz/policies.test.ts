import { expect } from 'vitest'
import { policyRuleSchema } from '../../src/api/resources.ts'
import { judgeBy } from '../../src/host/policies/match.ts'
import { formsOf } from '../../src/shell/forms.ts'
import { readShellLine } from '../../src/shell/line.ts'
import fc from '../generate/fast-check.ts'
import { mutatedText } from '../generate/mutate.ts'
import { ALLOWED, HARMLESS, HOSTILE } from '../policies/hostile-lines.ts'
import { PIECES, STARTS } from '../policies/shell-pieces.ts'
import { fuzz } from './fuzz.ts'

const rules = ALLOWED.map((command, at) =>
  policyRuleSchema.parse({ id: `r${at}`, effect: 'allow', tool: 'Bash', command }),
)
const evaluate = (command: string) =>
  judgeBy(rules, { session: { id: 's', cwd: '/' }, toolName: 'Bash', input: { command } }).effect

const lines = fc.oneof(
  mutatedText(fc.constantFrom(...HARMLESS)),
  mutatedText(fc.constantFrom(...Object.values(HOSTILE).flat())),
  fc
    .tuple(fc.constantFrom(...STARTS), fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }))
    .map(([start, pieces]) => start + pieces.join('')),
)
/** Where a line is allowed, each of these adds a command to it. */
const ADDED = [
  ' ; evil',
  ' && evil',
  ' || evil',
  ' | evil',
  ' & evil',
  ' |& evil',
  ' $(evil)',
  ' `evil`',
  ' <(evil)',
]

fuzz(
  'policies: no line makes them throw, and an allowed one with a command added is not allowed',
  lines,
  (line) => {
    formsOf(readShellLine(line))
    if (evaluate(line) !== 'allow') return
    expect(evaluate(`${line}\nevil`)).toBe('none')
    expect(evaluate(`evil\n${line}`)).toBe('none')
    expect(evaluate(`evil; ${line}`)).toBe('none')
    // Behind a comment, and behind a backslash, there is no command.
    if (/[#\\]/.test(line)) return
    for (const added of ADDED) expect([added, evaluate(line + added)]).toEqual([added, 'none'])
  },
  { runs: 120 },
)
