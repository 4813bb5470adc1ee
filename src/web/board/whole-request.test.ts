import { expect, test } from 'vitest'
import type { ApprovalView } from '../../state/approvals/view.ts'
import { isCommandWhole, simpleQuestion, wholeEdit } from './whole-request.ts'

const asking = (input: object, more: object = {}) =>
  ({ cwd: '/work', request: { subtype: 'can_use_tool', input, ...more } }) as unknown as ApprovalView

test.each<[string, object, object, boolean]>([
  ['a short command', { command: 'npm test', description: 'Run tests' }, {}, true],
  ['a long command', { command: `echo ${'x'.repeat(300)}` }, {}, false],
  ['many lines', { command: 'a\nb\nc\nd\ne\nf' }, {}, false],
  [
    'a field that the card does not show',
    { command: 'npm test', dangerouslyDisableSandbox: true },
    {},
    false,
  ],
  ['no by default', { command: 'npm test' }, { default_to_no: true }, false],
  ['no command', { command: 7 }, {}, false],
])('%s', (_, input, more, isWhole) => {
  expect(isCommandWhole(asking(input, more))).toBe(isWhole)
})

test('a small edit is shown whole', () => {
  const edit = { file_path: '/work/src/a.ts', old_string: 'a', new_string: 'b' }
  expect(wholeEdit(asking(edit))).toEqual({ path: 'src/a.ts', before: 'a', after: 'b' })
  expect(wholeEdit(asking({ ...edit, replace_all: false }))).toBeDefined()
  expect(wholeEdit(asking({ ...edit, replace_all: true }))).toBeUndefined()
  expect(wholeEdit(asking({ ...edit, more: 1 }))).toBeUndefined()
  expect(wholeEdit(asking({ ...edit, new_string: 'b\n'.repeat(20) }))).toBeUndefined()
  expect(wholeEdit(asking({ ...edit, new_string: 'b'.repeat(500) }))).toBeUndefined()
  expect(wholeEdit(asking({ file_path: '/work/a' }))).toBeUndefined()
})

test('one question with a few plain options is answered in place', () => {
  const question = {
    question: 'Which?',
    header: 'x',
    multiSelect: false,
    options: [{ label: 'A', description: '' }],
  }
  expect(simpleQuestion(asking({ questions: [question] }))?.question).toBe('Which?')
  expect(simpleQuestion(asking({ questions: [question, question] }))).toBeUndefined()
  expect(simpleQuestion(asking({ questions: [{ ...question, multiSelect: true }] }))).toBeUndefined()
  expect(simpleQuestion(asking({ questions: [] }))).toBeUndefined()
})
