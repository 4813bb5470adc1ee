import { describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../api/resources.ts'
import { styleFor } from '../style.ts'
import { answerBody, answerUsage } from './answer-values.ts'
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
      news: { type: 'boolean' },
      size: { enum: ['s', 'm'] },
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
    expect(answerBody(form, ['name=Ann = Bo', 'age=42', 'news=no', 'size=m'], undefined)).toEqual({
      decision: 'answer',
      answers: { name: 'Ann = Bo', age: 42, news: false, size: 'm' },
    })
  })

  test('it can be declined, cancelled, or accepted as it is', () => {
    expect(answerBody(form, ['decline'], undefined)).toEqual({ decision: 'deny' })
    expect(answerBody(form, ['cancel'], undefined)).toEqual({ decision: 'cancel' })
    expect(answerBody(form, ['accept'], undefined)).toEqual({ decision: 'answer' })
  })

  test.each([
    [['age=42'], 'Still needed: name'],
    [['nmae=Ann'], "no field 'nmae'; did you mean name?"],
    [['declien'], 'did you mean decline?'],
    [['name=Ann', 'age=old'], "age: a integer, not 'old'"],
    [['name=Ann', 'size=xl'], 'size: one of s, m'],
  ])('%j is refused', (given, why) => {
    expect(() => answerBody(form, given, undefined)).toThrow(why)
  })

  test('it is shown with its fields', () => {
    const style = styleFor({ isTTY: false } as never, {})
    expect(approvalLines(form, style)).toEqual([
      'shop asks: Who are you?',
      '    name=string (needed)  in full',
      '    age=integer',
      '    news=boolean',
      '    size=s | m',
    ])
  })
})

describe('questions', () => {
  test.each([
    [['2', '1,2'], { 'Which?': 'B', 'What all?': ['X', 'Y'] }],
    [['b', 'y'], { 'Which?': 'B', 'What all?': ['Y'] }],
    [['neither of them', ''], { 'Which?': 'neither of them' }],
  ])('%j', (given, answers) => {
    expect(answerBody(questions, given, undefined)).toEqual({ decision: 'answer', answers })
  })

  test.each([
    [['1'], '2 questions and 1 answers'],
    [['1', '2', '3'], "'3' is one answer too many"],
    [['3', '1'], "'Which?' has 2 options, no number 3"],
  ])('%j is refused', (given, why) => {
    expect(() => answerBody(questions, given, undefined)).toThrow(why)
  })

  test('what is missing is told', () => {
    expect(answerUsage(questions)).toContain('2 answers, in order')
    expect(approvalLine(questions)).toBe('question: Which? What all?')
  })
})
