import { describe, expect, test } from 'vitest'
import { answersOf, isAnswered, NO_CHOICE, questionsOf, readAnswer } from './questions.ts'

const options = [
  { label: 'A', preview: 'a.txt' },
  { label: 'B', description: 'the second' },
]
const one = { question: 'One?', header: 'O', options }
const many = { question: 'Many?', options, multiSelect: true }

describe('questionsOf', () => {
  test('reads header, options, previews, and whether several may be chosen', () => {
    const single = { ...one, multiSelect: false }
    expect(questionsOf({ input: { questions: [{ ...single, more: 1 }, many] } })).toEqual([single, many])
  })

  test.each([
    [{}],
    [{ input: null }],
    [{ input: { questions: 'One?' } }],
    [{ input: { questions: [null, 7, 'One?', [], {}] } }],
    [{ input: { questions: [{ question: 5, options }] } }],
  ])('%j asks nothing', (request) => {
    expect(questionsOf(request)).toEqual([])
  })

  test('leaves out fields of other types and options without a label', () => {
    const wrong = {
      question: 'Q',
      header: 1,
      options: [{}, { label: 2 }, { label: 'A', preview: {} }],
      multiSelect: 1,
    }
    expect(questionsOf({ input: { questions: [wrong, { question: 'R', options: 'A' }] } })).toEqual([
      { question: 'Q', options: [{ label: 'A' }] },
      { question: 'R', options: [] },
    ])
  })
})

test('answersOf has one text, or a list where several are allowed; a question without an answer is left out', () => {
  const both = [one, many]
  expect(
    answersOf(both, [
      { labels: ['B'], own: '' },
      { labels: ['A'], own: ' C ' },
    ]),
  ).toEqual({
    'One?': 'B',
    'Many?': ['A', 'C'],
  })
  expect(answersOf(both, [{ labels: [], own: 'mine' }])).toEqual({ 'One?': 'mine' })
  expect(answersOf(both, [NO_CHOICE, { labels: [], own: '  ' }])).toEqual({})
  const hostile = answersOf([{ question: '__proto__', options: [] }], [{ labels: [], own: 'x' }])
  expect(Object.entries(hostile)).toEqual([['__proto__', 'x']])
  expect([NO_CHOICE, { labels: ['A'], own: '' }, { labels: [], own: 'x' }].map(isAnswered)).toEqual([
    false,
    true,
    true,
  ])
})

describe('readAnswer', () => {
  test.each([
    [one, '2', ['B'], ''],
    [one, ' b ', ['B'], ''],
    [one, 'A, B', [], 'A, B'],
    [one, 'neither', [], 'neither'],
    [one, '', [], ''],
    [many, '1, 2', ['A', 'B'], ''],
    [many, 'b,1,1', ['B', 'A'], ''],
    [many, '1, blue, green', ['A'], 'blue, green'],
    [many, 'red, white', [], 'red, white'],
    [{ question: 'Free?', options: [] }, '7', [], '7'],
    [{ question: 'N?', options: [{ label: '2' }, { label: '1' }] }, '1', ['1'], ''],
    [{ question: 'C?', options: [{ label: 'a, b' }], multiSelect: true }, 'a, b', ['a, b'], ''],
  ])('%j with %j', (question, typed, labels, own) => {
    expect(readAnswer(question, typed)).toEqual({ choice: { labels, own } })
  })

  test.each([
    [one, '3', "'One?' has 2 options, no number 3"],
    [many, '1,9', "'Many?' has 2 options, no number 9"],
    [one, '0', "'One?' has 2 options, no number 0"],
  ])('%j refuses %j', (question, typed, problem) => {
    expect(readAnswer(question, typed)).toEqual({ problem })
  })
})
