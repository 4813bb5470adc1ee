// docs/api is what the emitted declarations make of it, so that a change of the public API shows in review.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ambiguousNames, type Entry, reportOf, undocumentedNames } from './api/report.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const entries = Object.entries(manifest.exports).flatMap(([path, target]): Entry[] =>
  typeof target === 'string'
    ? []
    : [{ name: posix.join('fairlead', path), file: posix.normalize(target.types) }],
)
/** The declarations are those of the build that `npm test` and `npm run api:report` make first. */
const reported = reportOf(entries, (file) => readFileSync(join(root, file), 'utf8'))
const fileOf = (name: string) => `${name.replace('fairlead/', '')}.md`

test.each(reported)('docs/api is up to date: $entry.name', async ({ entry, page }) => {
  const path = join(root, 'docs/api', fileOf(entry.name))
  await expect(page, 'docs/api is not up to date: run `npm run api:report`').toMatchFileSnapshot(path)
})

test('docs/api has a page for each entry of the package, and no other', () => {
  expect(readdirSync(join(root, 'docs/api')).sort()).toEqual(entries.map(({ name }) => fileOf(name)).sort())
})

/** Names that still have two meanings: remove them here as they go. */
const AMBIGUOUS: readonly string[] = []

test('a name means the same in every entry that exports it', () => {
  expect(ambiguousNames(reported)).toEqual(AMBIGUOUS)
})

test('every public name has a TSDoc comment', () => {
  expect(undocumentedNames(reported)).toEqual([])
})
