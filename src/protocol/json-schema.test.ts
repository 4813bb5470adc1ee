import { expect, test } from 'vitest'
import { jsonSchemaProblem } from './json-schema.ts'

const circle: { [key: string]: unknown } = { type: 'object' }
circle.not = circle

test.each<[unknown, string]>([
  ['object', 'schema is the text "object", not a JSON schema.'],
  [['object'], 'schema is a list, not a JSON schema.'],
  [null, 'schema is null, not a JSON schema.'],
  [{ type: 'strng' }, "schema.type: there is no 'strng'; did you mean 'string'?"],
  [
    { type: 'date' },
    "schema.type: there is no type 'date'; there are string, number, integer, boolean, object, array, null.",
  ],
  [{ type: ['string', 'nul'] }, "schema.type: there is no 'nul'; did you mean 'null'?"],
  [{ type: { object: true } }, 'schema.type is an object, not the name of a type.'],
  [{ propertis: {} }, "schema.propertis: there is no 'propertis'; did you mean 'properties'?"],
  [{ properties: ['a'] }, 'schema.properties is a list, not an object of schemas by name.'],
  [{ properties: { a: 'string' } }, 'schema.properties.a is the text "string", not a JSON schema.'],
  [
    { properties: { a: { items: { type: 'nubmer' } } } },
    "schema.properties.a.items.type: there is no 'nubmer'; did you mean 'number'?",
  ],
  [{ items: [{}, { type: 'x' }] }, expect.stringContaining("schema.items[1].type: there is no type 'x'")],
  [{ anyOf: { type: 'string' } }, 'schema.anyOf is an object, not a list of schemas.'],
  [{ anyOf: [] }, 'schema.anyOf is an empty list.'],
  [{ required: 'a' }, 'schema.required is the text "a", not a list of names.'],
  [{ required: [1] }, 'schema.required is a list, not a list of names.'],
  [{ enum: 'a' }, 'schema.enum is the text "a", not a list.'],
  [{ pattern: 5 }, 'schema.pattern is 5, not a text.'],
  [circle, 'schema.not contains itself: write a `$ref` instead.'],
])('%j is refused', (schema, problem) => {
  expect(jsonSchemaProblem(schema, 'schema')).toEqual(problem)
})

const shared = { type: 'string' }

test.each<[unknown]>([
  [{}],
  [{ description: 'anything' }],
  [{ type: 'object', properties: { type: { const: 'x' }, propertis: true }, required: ['type'] }],
  [{ type: 'object', additionalProperties: false, patternProperties: { '^x': {} } }],
  [{ type: ['string', 'null'], format: 'date', title: undefined }],
  [{ anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: { enum: ['x', 1, null] } } }],
  [{ 'x-order': 1, markdownDescription: 'of an editor' }],
  [{ properties: { a: shared, b: shared } }],
])('%j passes', (schema) => {
  expect(jsonSchemaProblem(schema, 'schema')).toBeUndefined()
})
