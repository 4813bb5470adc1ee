import { expect, test } from 'vitest'
import { formFields, readForm } from './schema-form.ts'

const schema = {
  type: 'object',
  required: ['name', 'size'],
  properties: {
    name: { type: 'string', title: 'Your name', minLength: 2 },
    mail: { type: 'string', format: 'email' },
    count: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    hot: { type: 'boolean', default: true },
    size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
    milk: { type: 'string', oneOf: [{ const: 'oat', title: 'Oat' }, { const: 'cow' }] },
    extras: { type: 'array', items: { enum: ['sugar', 'cream'] }, maxItems: 1 },
    more: { type: 'object' },
  },
}
const fields = formFields(schema, ['size', 'name'])

test('fields in the order that was asked for, each with its kind', () => {
  expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'size choice',
    'name text',
    'mail text',
    'count integer',
    'hot boolean',
    'milk choice',
    'extras choices',
    'more json',
  ])
  expect(fields[0]?.options).toEqual([
    { value: 's', label: 'Small' },
    { value: 'l', label: 'Large' },
  ])
  expect(fields.map(({ start }) => start)).toEqual(['', '', '', '2', true, '', [], ''])
  expect(formFields(undefined)).toEqual([])
})

test('what is left empty is not sent, unless it is needed', () => {
  expect(readForm(fields, {})).toEqual({
    content: { count: 2, hot: true },
    problems: { size: 'This is needed.', name: 'This is needed.' },
  })
})

test('values are sent as what they are', () => {
  const values = {
    name: 'Ada',
    mail: 'a@b',
    count: '5',
    hot: false,
    size: 'l',
    extras: ['cream'],
    more: '{"a":1}',
  }
  expect(readForm(fields, values)).toEqual({
    content: { ...values, count: 5, more: { a: 1 } },
    problems: {},
  })
})

test.each([
  ['name', 'A', 'At least 2 characters.'],
  ['mail', 'nobody', 'This is not an e-mail address.'],
  ['count', '6', 'At most 5.'],
  ['count', '0', 'At least 1.'],
  ['count', '1.5', 'This must be a whole number.'],
  ['count', 'x', 'This is not a number.'],
  ['extras', ['sugar', 'cream'], 'At most 1.'],
])('%s may not be %s', (name, value, problem) => {
  const { problems } = readForm(fields, { name: 'Ada', size: 's', [name]: value })
  expect(problems).toEqual({ [name]: problem })
})
