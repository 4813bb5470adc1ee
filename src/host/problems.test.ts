import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../api/routes.ts'
import { problemsOf } from './problems.ts'

function problems(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return problemsOf(schema, error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const unknown = (path: string, hint: string) => [`${path}: there is no such name here: ${hint}`]

test.each<[keyof typeof routes, object, string, string]>([
  ['createSession', { cwd: '/', modle: 'opus' }, 'modle', 'did you mean `model`?'],
  ['createSession', { cwd: '/', options: { modle: 'opus' } }, 'options.modle', 'did you mean `model`?'],
  [
    'createSession',
    { cwd: '/', permission_mode: 'plan' },
    'permission_mode',
    'did you mean `permissionMode`?',
  ],
  ['createSession', { cwd: '/', maxTurns: 1 }, 'maxTurns', 'did you mean `options.maxTurns`?'],
  [
    'createSession',
    { cwd: '/', options: { xylophone: 1 } },
    'options.xylophone',
    'GET /api/openapi.json lists those there are',
  ],
  ['sendMessage', { text: 'x', wen: 'now' }, 'wen', 'did you mean `when`?'],
  [
    'sendMessage',
    { images: [{ mediaType: 'image/png', data: '', alt: '' }] },
    'images.0.alt',
    'there are mediaType, data',
  ],
  ['forkSession', { att: 'x' }, 'att', 'did you mean `at`?'],
  ['resumeSession', { text: 'x' }, 'text', 'there are commandId, prompt'],
  ['putPolicies', { rules: [{ id: 'a', effect: 'deny', pth: '/x' }] }, 'rules.0.pth', 'did you mean `path`?'],
  [
    'dryRunPolicies',
    { rules: [{ id: 'a', effect: 'deny', pth: '/x' }] },
    'rules.0.pth',
    'did you mean `path`?',
  ],
  ['putAgents', { agents: [{ name: 'a', command: 'sim', arg: [] }] }, 'agents.0.arg', 'did you mean `args`?'],
  ['putBudgets', { dayUSD: 1 }, 'dayUSD', 'did you mean `dayUsd`?'],
])('%s: of %j, %s is refused: %s', (name, body, path, hint) => {
  const { body: schema } = routes[name] as { body: z.ZodType }
  expect(problems(schema, body)).toEqual(unknown(path, hint))
})

test('where no name is known, it is to be left out', () => {
  expect(problems(z.strictObject({}), { a: 1 })).toEqual(unknown('a', 'leave it out'))
})

test('other problems are told as they are, beside it', () => {
  expect(problems(z.strictObject({ port: z.number('a number') }), { port: 'x', prot: 1 })).toEqual([
    'port: a number',
    ...unknown('prot', 'did you mean `port`?'),
  ])
})

test('of very many, and of very long names, the answer is short', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`name-${index}`, 1]))
  expect(problems(z.strictObject({ a: z.any() }), many)).toHaveLength(20)
  const [long = ''] = problems(z.strictObject({ a: z.any() }), { ['x'.repeat(1_000_000)]: 1 })
  expect(long.length).toBeLessThan(200)
})
