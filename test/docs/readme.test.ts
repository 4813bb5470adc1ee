import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}/README.md`, 'utf8')

/** Runs the block as a newcomer would: in a module of its own that imports the built package by name. */
function run(code: string): string {
  const args = ['--input-type=module', '--eval', code]
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
}

test('the library example of the README runs, in about ten lines', () => {
  const blocks = [...readme.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1] as string)
  expect(blocks).toHaveLength(1)
  const example = blocks[0] as string
  expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(12)
  expect(run(example)).toBe('Done.\n')
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
