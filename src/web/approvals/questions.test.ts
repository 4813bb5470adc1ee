import { expect, test } from 'vitest'
import { answersOf, chosen, isAnswered, noChoice, questionsIn, withOther } from './questions.ts'
import type { Request } from './request.ts'

const options = [
  { label: 'A', preview: 'a.txt' },
  { label: 'B', description: 'the second' },
]
const request = {
  request: {
    input: {
      questions: [
        { question: 'One?', options, header: 'O' },
        { question: 'Many?', options, multiSelect: true },
        'nonsense',
      ],
    },
  },
} as unknown as Request
const questions = questionsIn(request)

test('questions are read as far as they are ones', () => {
  expect(questions).toEqual([
    { question: 'One?', header: 'O', options, multiSelect: false },
    { question: 'Many?', options, multiSelect: true },
  ])
  expect(questionsIn({ request: {} } as unknown as Request)).toEqual([])
})

test('one choice replaces another, several stand beside each other, a text of one’s own is either', () => {
  const one = chosen(chosen(noChoice, 'A', false), 'B', false)
  const many = chosen(chosen(chosen(noChoice, 'A', true), 'B', true), 'A', true)
  expect(answersOf(questions, [one, many])).toEqual({ 'One?': 'B', 'Many?': ['B'] })
  const own = withOther(one, { isOther: true, other: ' C ' }, false)
  const both = withOther(many, { isOther: true, other: 'C' }, true)
  expect(answersOf(questions, [own, both])).toEqual({ 'One?': 'C', 'Many?': ['B', 'C'] })
  expect([noChoice, one, withOther(noChoice, { isOther: true }, false), own].map(isAnswered)).toEqual([
    false,
    true,
    false,
    true,
  ])
})
