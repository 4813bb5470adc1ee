import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}/README.md`, 'utf8')

test('the library example of the README is about ten lines', () => {
  const [example = '', ...others] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(
    (match) => match[1] as string,
  )
  expect(others).toEqual([])
  expect(
    example
      .trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(12)
  // test/e2e/readme.e2e.test.ts runs it with the real CLI.
  expect(example).toContain("from 'fairlead'")
})
test('the README names only npm scripts that exist', () => {
  const scripts = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')).scripts as Record<string, string>
  const named = [...readme.matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)].map((match) => match[1] as string)
  expect(named).toContain('test:quick')
  for (const name of named) expect(Object.keys(scripts)).toContain(name)
})
test('every file that the README links to exists', () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] as string)
  expect(links).toContain('SPEC.md')
  for (const link of links) expect(readFileSync(`${root}/${link}`, 'utf8')).not.toBe('')
})
