import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importsOf, rules, violation } from './imports.ts'

const root = new URL('../../', import.meta.url)
const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.[cm]?[jt]sx?$/.test(path))

test('R-DECODE-22 every file in src is in a layer and imports only what its layer may', () => {
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) =>
    ['./itself.ts', ...importsOf(readFileSync(new URL(file, root), 'utf8'))].map((it) => violation(file, it)),
  )
  expect(found.filter((it) => it !== undefined)).toEqual([])
})

test('of the terminal only what starts, ends and finds a host imports it: the rest goes through api', () => {
  const importing = files
    .filter((file) => file.startsWith('src/cli/') && !file.endsWith('.test.ts'))
    .filter((file) =>
      importsOf(readFileSync(new URL(file, root), 'utf8')).some((it) =>
        new URL(it, `file:///${file}`).pathname.startsWith('/src/host/'),
      ),
    )
  expect(importing.length).toBeGreaterThan(0)
  expect(importing.filter((file) => !file.startsWith('src/cli/host/'))).toEqual([])
})

test('in the host, programs are started in one place, which runs git without the settings of a repository', () => {
  const starting = files
    .filter((file) => file.startsWith('src/host/') && !file.endsWith('.test.ts'))
    .filter((file) => importsOf(readFileSync(new URL(file, root), 'utf8')).includes('node:child_process'))
  expect(starting).toEqual(['src/host/git/run.ts'])
})

test('the table has no cycle: some order has every layer after all that it may import', () => {
  const ordered = new Set<string>()
  for (const _ of Object.keys(rules)) {
    for (const [layer, rule] of Object.entries(rules)) {
      if (rule.layers.every((it) => ordered.has(it))) ordered.add(layer)
    }
  }
  expect([...ordered].sort()).toEqual(Object.keys(rules).sort())
})

describe('an offending import is caught', () => {
  test.each([
    ['src/protocol/lines.ts', '../state/session.ts'],
    ['src/protocol/lines.ts', 'node:buffer'],
    ['src/protocol/lines.ts', 'vitest'],
    ['src/protocol/deep/down.ts', '../../client/index.ts'],
    ['src/state/liveness.ts', 'zod'],
    ['src/api/commands.ts', '../host/server.ts'],
    ['src/simulator/main.ts', '../client/control.ts'],
    ['src/simulator/main.ts', '../state/index.ts'],
    ['src/web/app.ts', '../host/server.ts'],
    ['src/web/app.ts', 'node:fs'],
    ['src/cli/main.ts', '../web/app.ts'],
    ['src/cli/main.ts', '../../scripts/setup.mjs'],
    ['src/cli/main.ts', '../../test/helper.ts'],
    ['src/client/control.ts', '@modelcontextprotocol/sdk/types.js'],
    ['src/client/control.ts', './control.test.ts'],
    ['src/client/mcp-bridge.ts', '@modelcontextprotocol/sdk-of-someone-else'],
    ['src/simulator/scenario-file.ts', 'yaml'],
    ['src/protocol/lines.test.ts', '../client/index.ts'],
    ['src/helpers/strings.ts', './other.ts'],
    ['src/index.ts', './protocol/index.ts'],
  ])('%s importing %s', (file, specifier) => {
    expect(violation(file, specifier)).toContain(file)
  })
})

describe('a proper import is let through', () => {
  test.each([
    ['src/protocol/index.ts', './messages/user.ts'],
    ['src/protocol/messages/user.ts', '../blocks.ts'],
    ['src/protocol/lines.test.ts', 'fast-check'],
    ['src/protocol/lines.test.ts', '../../test/seeds/index.ts'],
    ['src/state/liveness.ts', '../protocol/index.ts'],
    ['src/process/spawn.ts', 'node:child_process'],
    ['src/client/mcp-bridge.ts', '@modelcontextprotocol/sdk/types.js'],
    ['src/cli/main.ts', '../host/index.ts'],
  ])('%s importing %s', (file, specifier) => {
    expect(violation(file, specifier)).toBeUndefined()
  })
})

describe('the imports of a source are all found', () => {
  test.each([
    ["import a from './a.ts'", './a.ts'],
    ['import "./a.ts"', './a.ts'],
    ["import type { A } from './a.ts'", './a.ts'],
    ["import a, * as all from './a.ts'", './a.ts'],
    ["import {\n  a, // why\n  type B,\n} from './a.ts'", './a.ts'],
    ["export * from './a.ts'", './a.ts'],
    ["export type { A } from './a.ts'", './a.ts'],
    ["const a = await import('./a.ts')", './a.ts'],
    ["type A = import('./a.ts').A", './a.ts'],
    ["const a = require('./a.ts')", './a.ts'],
  ])('%s', (source, specifier) => {
    expect(importsOf(`const before = 'x'\n${source}\nconst after = 'y'\n`)).toEqual([specifier])
  })

  test('and nothing that only looks like one', () => {
    const source = [
      "/** Example:\n *   import { a } from 'fairlead'\n */",
      "export const a = Array.from('abc')",
      "export type B = { from: 'x' }",
    ]
    expect(importsOf(source.join('\n'))).toEqual([])
  })
})
