import { expect, test } from 'vitest'
import { OptionsError } from './errors.ts'
import { checkOptionNames } from './option-names.ts'

const KNOWN = { permissionMode: true, model: true, cwd: true }
const problemsOf = (options: object, known: object = KNOWN): readonly string[] => {
  try {
    checkOptionNames(options, known)
    return []
  } catch (error) {
    if (error instanceof OptionsError) return error.problems
    throw error
  }
}

test.each<[object, readonly string[]]>([
  [{ model: 'opus', cwd: '/x' }, []],
  [{ modle: undefined, other: undefined }, []],
  [{ permisionMode: 'plan' }, ["unknown option 'permisionMode'; did you mean 'permissionMode'?"]],
  [{ permission_mode: 'plan' }, ["unknown option 'permission_mode'; did you mean 'permissionMode'?"]],
  [{ retries: 3 }, ["unknown option 'retries'; there are permissionMode, model, cwd: leave it out."]],
  [{ toString: 1 }, ["unknown option 'toString'; there are permissionMode, model, cwd: leave it out."]],
])('%j', (options, problems) => {
  expect(problemsOf(options)).toEqual(problems)
})

test('each has a sentence, and many known names are not listed', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`option${i}${'x'.repeat(i)}`, true]))
  expect(problemsOf({ retries: 3, colour: 'red' }, many)).toEqual([
    "unknown option 'retries': leave it out.",
    "unknown option 'colour': leave it out.",
  ])
})
