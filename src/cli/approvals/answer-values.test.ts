import { describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../api/resources.ts'
import { styleFor } from '../terminal/style.ts'
import { answerUsage, decisionFor } from './answer-values.ts'
import { approvalLine, approvalLines } from './describe.ts'

const view = (kind: ApprovalView['kind'], request: Record<string, unknown>): ApprovalView => ({
  id: 'a1',
  session: 's1',
  sessionTitle: 'title',
  cwd: '/',
  kind,
  request,
  since: 0,
})
const form = view('elicitation', {
  mcp_server_name: 'shop',
  message: 'Who are you?',
  requested_schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'in full' },
      age: { type: 'integer' },
      patch: { type: 'boolean' },
      size: {
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'm', title: 'Medium' },
        ],
      },
      extras: { type: 'array', items: { enum: ['milk', 'sugar'] } },
      count: { type: 'number', maximum: 3, default: 1 },
    },
  },
})
const questions = view('question', {
  input: {
    questions: [
      { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] },
      { question: 'What all?', options: [{ label: 'X' }, { label: 'Y' }], multiSelect: true },
    ],
  },
})

describe('a form', () => {
  test('fields become what the form wants', () => {
    const given = ['name=Ann = Bo', 'age=42', 'patch=no', 'size=medium', 'extras=sugar, milk', 'count=2.5']
    expect(decisionFor(form, given)).toEqual({
      decision: 'allow',
      answers: {
        name: 'Ann = Bo',
        age: 42,
        patch: false,
        size: 'm',
        extras: ['milk', 'sugar'],
        count: 2.5,
      },
    })
  })

  test('what is not named has its default; what is empty is left out', () => {
    expect(decisionFor(form, ['name=Ann'])).toEqual({ decision: 'allow', answers: { name: 'Ann', count: 1 } })
    expect(decisionFor(form, ['name=Ann', 'count='])).toEqual({ decision: 'allow', answers: { name: 'Ann' } })
  })

  test('it can be declined, cancelled, or accepted as it is', () => {
    expect(decisionFor(form, ['decline'])).toEqual({ decision: 'deny' })
    expect(decisionFor(form, ['cancel'])).toEqual({ decision: 'cancel' })
    expect(decisionFor(form, ['accept'])).toEqual({ decision: 'allow' })
  })

  test.each([
    [['age=42'], 'Still needed: name'],
    [['nmae=Ann'], "no field 'nmae'; did you mean name?"],
    [['declien'], 'did you mean decline?'],
    [['name=Ann', 'age=old'], 'age: This is not a number. It takes a whole number.'],
    [['name=Ann', 'count=9'], 'count: At most 3. It takes a number, at most 3.'],
    [['name=Ann', 'extras=milk,salt'], 'extras: This is not one of milk, sugar.'],
    [['name=Ann', 'size=xl'], 'size: This is not one of Small (s), Medium (m).'],
  ])('%j is refused', (given, why) => {
    expect(() => decisionFor(form, given)).toThrow(why)
  })

  test('it is shown with its fields', () => {
    const style = styleFor({ isTTY: false } as never, {})
    expect(approvalLines(form, style)).toEqual([
      'shop asks: Who are you?',
      '    name: text (needed)  in full',
      '    age: a whole number',
      '    patch: yes or no',
      '    size: one of Small (s), Medium (m)',
      '    extras: any of milk, sugar',
      '    count: a number, at most 3',
    ])
  })
})

describe('questions', () => {
  test.each([
    [['2', '1,2'], { 'Which?': 'B', 'What all?': ['X', 'Y'] }],
    [['b', 'y'], { 'Which?': 'B', 'What all?': ['Y'] }],
    [['neither of them', ''], { 'Which?': 'neither of them' }],
    [['', '1, or none'], { 'What all?': ['X', 'or none'] }],
  ])('%j', (given, answers) => {
    expect(decisionFor(questions, given)).toEqual({ decision: 'allow', answers })
  })

  test.each([
    [['1'], '2 questions and 1 answers'],
    [['1', '2', '3'], "'3' is one answer too many"],
    [['3', '1'], "'Which?' has 2 options, no number 3"],
  ])('%j is refused', (given, why) => {
    expect(() => decisionFor(questions, given)).toThrow(why)
  })

  test('what is missing is told', () => {
    expect(answerUsage(questions)).toContain('2 answers, in order')
    expect(approvalLine(questions)).toBe('question: Which? What all?')
  })
})

describe('a kind that only a newer host knows', () => {
  const unknown = view('payment' as ApprovalView['kind'], { amount: 5 })
  const style = styleFor({ isTTY: false } as never, {})

  test('is shown as it came, and is not answered by guessing', () => {
    expect(approvalLines(unknown, style)).toEqual([
      'Approval of the unknown kind payment',
      '    {',
      '      "amount": 5',
      '    }',
    ])
    expect(() => decisionFor(unknown, ['yes'])).toThrow("cannot answer approvals of the kind 'payment'")
    expect(() => answerUsage(unknown)).toThrow('use the console')
  })
})
