import { describe, expect, test } from 'vitest'
import { formOf } from './form.ts'
import { describeField, type FormValues, readForm } from './read-form.ts'

const schema = {
  type: 'object',
  required: ['name', 'size'],
  properties: {
    name: { type: 'string', title: 'Your name', description: 'In full', minLength: 2, maxLength: 9 },
    mail: { type: 'string', format: 'email' },
    count: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    price: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 10 },
    hot: { type: 'boolean', default: true },
    size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
    milk: { type: 'string', oneOf: [{ const: 'oat', title: 'Oat' }, { const: 'cow' }], default: 'cow' },
    extras: { type: 'array', items: { enum: ['sugar', 'cream'] }, minItems: 1, maxItems: 1 },
    days: {
      type: 'array',
      items: {
        anyOf: [
          { const: 'mo', title: 'Monday' },
          { const: 'tu', title: 'Tuesday, late' },
        ],
      },
      default: ['tu', 'we'],
    },
    level: { type: 'integer', enum: [1, 2, 3], default: 2 },
    more: { type: 'object' },
  },
}
const form = formOf({
  mcp_server_name: 'shop',
  message: 'Who?',
  requested_schema: schema,
  property_order: ['size', 'name', 4],
})
const field = (name: string) => form.fields.find((it) => it.name === name)

describe('formOf', () => {
  test('has the fields in the order that was asked for, each with its kind and its default', () => {
    expect(form).toMatchObject({ server: 'shop', message: 'Who?', isVisit: false })
    expect(form.fields.map(({ name, kind, start }) => [name, kind, start])).toEqual([
      ['size', 'choice', ''],
      ['name', 'text', ''],
      ['mail', 'text', ''],
      ['count', 'integer', '2'],
      ['price', 'number', ''],
      ['hot', 'boolean', true],
      ['milk', 'choice', 'cow'],
      ['extras', 'choices', []],
      ['days', 'choices', ['tu']],
      ['level', 'choice', '2'],
      ['more', 'json', ''],
    ])
    expect(field('name')).toMatchObject({ label: 'Your name', help: 'In full', isRequired: true })
    expect(field('size')).toMatchObject({
      options: [
        { value: 's', label: 'Small', content: 's' },
        { value: 'l', label: 'Large', content: 'l' },
      ],
    })
  })

  test('an address without fields is a visit', () => {
    expect(formOf({ url: 'https://example.com' })).toMatchObject({ isVisit: true, fields: [] })
    expect(formOf({ mode: 'url', url: 'https://example.com' })).toMatchObject({ isVisit: true })
    expect(formOf({ mode: 'form', message: 'Sure?' })).toMatchObject({ isVisit: false, fields: [] })
  })

  test.each([
    [{}],
    [{ requested_schema: null }],
    [{ requested_schema: 'object' }],
    [{ requested_schema: { properties: [1, 2] }, property_order: 'a' }],
    [null],
  ])('%j has no fields', (request) => {
    expect(formOf(request as Record<string, unknown>).fields).toEqual([])
  })

  test.each([
    [undefined, 'json'],
    ['text', 'json'],
    [{ type: 'null' }, 'json'],
    [{ type: ['string', 'number'] }, 'json'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ type: 'array' }, 'json'],
    [{ type: 'array', items: 'a' }, 'json'],
    [{ type: 'array', items: { type: 'string' } }, 'json'],
    [{ enum: [] }, 'json'],
    [{ enum: [{}, null] }, 'json'],
    [{ type: 'string', enum: 'a' }, 'text'],
    [{ type: 'string', oneOf: [{ title: 'A' }], anyOf: 3 }, 'text'],
    [{ type: 'string', minLength: 'two', format: 5, default: 7 }, 'text'],
    [{ type: 'number', minimum: '1', default: 'x' }, 'number'],
  ])('the schema %j is a field of the kind %s', (property, kind) => {
    const [only] = formOf({ requested_schema: { required: 3, properties: { it: property } } }).fields
    expect(only).toMatchObject({ name: 'it', label: 'it', kind, isRequired: false, start: '' })
  })

  test('two options never look the same, and none is there twice', () => {
    const same = { oneOf: [{ const: 'a', title: 'X' }, { const: 'b', title: 'X' }, { const: 'a' }] }
    const [only] = formOf({ requested_schema: { properties: { same } } }).fields
    expect(only).toMatchObject({
      options: [
        { value: 'a', label: 'X' },
        { value: 'b', label: 'b' },
      ],
    })
  })
})

const content = (values: FormValues) => readForm(form, values)
const needed = { name: 'Ada', size: 's' }
const defaults = { count: 2, hot: true, milk: 'cow', days: ['tu'], level: 2 }

describe('readForm', () => {
  test('leaves out what is empty, takes the defaults, and says what is needed', () => {
    const { content: read, problems } = content({})
    expect(read).toEqual(defaults)
    expect([...problems]).toEqual([
      ['size', 'This is needed.'],
      ['name', 'This is needed.'],
    ])
    expect(content({ ...needed, count: '', days: [], milk: '', level: ' ' }).content).toEqual({
      ...needed,
      hot: true,
    })
  })

  test('reads typed values of every kind', () => {
    const values = {
      ...needed,
      mail: 'a@b',
      count: '5',
      hot: false,
      extras: ['cream'],
      days: ['tu', 'mo'],
      more: '{"a":1}',
    }
    const { content: read, problems } = content({ ...values, level: '3', price: '0.5' })
    expect([...problems]).toEqual([])
    expect(read).toEqual({
      ...values,
      count: 5,
      price: 0.5,
      milk: 'cow',
      days: ['mo', 'tu'],
      level: 3,
      more: { a: 1 },
    })
  })

  test.each([
    ['hot', 'No', false],
    ['hot', 'y', true],
    ['size', 'large', 'l'],
    ['size', 'L', 'l'],
    ['milk', 'Oat', 'oat'],
    ['days', 'Monday', ['mo']],
    ['days', 'mo, tu', ['mo', 'tu']],
    ['days', 'tuesday, late', ['tu']],
    ['extras', 'sugar,', ['sugar']],
    ['level', '1', 1],
    ['count', ' 3 ', 3],
  ])('takes %s as it is typed: %j', (name, typed, read) => {
    expect(content({ ...needed, [name]: typed })).toMatchObject({
      content: { [name]: read },
      problems: new Map(),
    })
  })

  test.each([
    ['name', 'A', 'At least 2 characters.'],
    ['name', 'A very long name', 'At most 9 characters.'],
    ['mail', 'nobody', 'This is not an e-mail address.'],
    ['count', '6', 'At most 5.'],
    ['count', '0', 'At least 1.'],
    ['count', '1.5', 'This must be a whole number.'],
    ['count', 'x', 'This is not a number.'],
    ['count', 'Infinity', 'This is not a number.'],
    ['price', '0', 'More than 0.'],
    ['price', '10', 'Less than 10.'],
    ['hot', 'perhaps', 'Yes or no.'],
    ['size', 'xl', 'This is not one of Small (s), Large (l).'],
    ['extras', ['sugar', 'cream'], 'At most 1.'],
    ['extras', 'salt', 'This is not one of sugar, cream.'],
    ['level', '4', 'This is not one of 1, 2, 3.'],
  ])('%s may not be %j', (name, value, problem) => {
    const { problems } = content({ ...needed, [name]: value })
    expect([...problems]).toEqual([[name, problem]])
  })

  test('what is not JSON is refused where JSON is wanted', () => {
    expect(content({ ...needed, more: '{' }).problems.get('more')).toContain('This is not JSON')
  })

  test('names of fields may be those of any object', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as object
    const hostile = formOf({ requested_schema: { properties } })
    expect(readForm(hostile, {})).toEqual({ content: {}, problems: new Map() })
    const values = Object.fromEntries([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
    expect(Object.entries(readForm(hostile, values).content)).toEqual(Object.entries(values))
  })
})

test.each([
  ['name', 'text, 2 to 9 characters'],
  ['mail', 'an e-mail address'],
  ['count', 'a whole number, 1 to 5'],
  ['price', 'a number'],
  ['hot', 'yes or no'],
  ['size', 'one of Small (s), Large (l)'],
  ['extras', 'any of sugar, cream, 1 to 1'],
  ['more', 'JSON'],
])('%s wants %s', (name, words) => {
  const found = field(name)
  expect(found && describeField(found)).toBe(words)
})
