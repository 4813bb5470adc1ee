/** Every test that SECURITY.md names exists. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('SECURITY.md', 'utf8')
/** `file` "title", or `file` alone. */
const named = [...page.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`(?: "([^"]+)")?/g)].map(
  ([, file = '', title]) => ({ file, title }),
)

test('there are some', () => {
  expect(named.length).toBeGreaterThan(40)
})

test.each(named)('$file $title', ({ file, title }) => {
  const source = readFileSync(file, 'utf8')
  if (title !== undefined) expect(source).toContain(title)
})
