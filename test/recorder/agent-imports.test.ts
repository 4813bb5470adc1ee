import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from '../boundaries/imports.ts'

const folder = new URL('../../src/recorder/agent/', import.meta.url)

test('the player imports the protocol and the format only: it must not share the mistakes of a client', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const others = files
    .flatMap((name) => importsOf(readFileSync(new URL(name, folder), 'utf8')))
    .filter((it) => !/^(\.\/|node:|\.\.\/\.\.\/protocol\/|\.\.\/(format|end-as)\.ts$)/.test(it))
  expect(files.length).toBeGreaterThan(3)
  expect(others).toEqual([])
})
