// What only one command needs is not loaded by the others: the help loads the files of all commands.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const cli = new URL('../../src/cli/', import.meta.url)
const read = (file: URL) => readFileSync(file, 'utf8')

/** The files that are loaded with this one. Types are not, and neither is what `import()` loads later. */
function loadedWith(file: URL, found = new Set<string>()): Set<string> {
  if (found.has(file.href)) return found
  found.add(file.href)
  const statement = /^(?:import|export)\b(?! type\b)[^'"]*?\bfrom '([^']+)'|^import '([^']+)'/gm
  for (const [, from, bare] of read(file).matchAll(statement)) {
    const specifier = from ?? bare ?? ''
    if (specifier.startsWith('.')) loadedWith(new URL(specifier, file), found)
    else found.add(specifier)
  }
  return found
}

const commands = [...read(new URL('commands.ts', cli)).matchAll(/import\('(\.\/[^']+)'\)/g)].map(
  ([, path = '']) => path,
)

test('the libraries for markdown and diffs are loaded with the full screen only', () => {
  expect(commands.length).toBeGreaterThan(20)
  for (const path of ['main.ts', ...commands]) {
    const loaded = loadedWith(new URL(path, cli))
    expect(loaded.has('marked') || loaded.has('diff'), path).toBe(false)
  }
  const screen = loadedWith(new URL('attach/app.ts', cli))
  expect([screen.has('marked'), screen.has('diff')]).toEqual([true, true])
})
