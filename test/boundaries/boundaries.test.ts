import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { exceptions, importsOf, leftToMove, rowsIn, rules, targetOf, violation } from './imports.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.[cm]?[jt]sx?$/.test(path))

test('R-DECODE-22 every file in src is in a layer and imports only what its layer may', () => {
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) =>
    ['./itself.ts', ...importsOf(read(file))].map((it) => violation(file, it)),
  )
  expect(found.filter((it) => it !== undefined)).toEqual([])
})

test('of the terminal only what starts, ends and finds a host imports it: the rest goes through api', () => {
  const importing = files
    .filter((file) => file.startsWith('src/cli/') && !file.endsWith('.test.ts'))
    .filter((file) =>
      importsOf(read(file)).some((it) => new URL(it, `file:///${file}`).pathname.startsWith('/src/host/')),
    )
  expect(importing.length).toBeGreaterThan(0)
  expect(importing.filter((file) => !file.startsWith('src/cli/host/'))).toEqual([])
})

test('in the host, programs are started in two places: git without the settings of a repository, and what a person has confirmed', () => {
  const starting = files
    .filter((file) => file.startsWith('src/host/') && !file.endsWith('.test.ts'))
    .filter((file) => importsOf(read(file)).includes('node:child_process'))
  expect(starting).toEqual(['src/host/git/run.ts', 'src/host/projects/run-script.ts'])
})

test('the table has no cycle: some order has every layer after all that it may import', () => {
  const ordered = new Set<string>()
  for (const _ of Object.keys(rules)) {
    for (const [layer, rule] of Object.entries(rules)) {
      if (rule.layers.every((it) => ordered.has(it.replace(/\/.*/, '')))) ordered.add(layer)
    }
  }
  expect([...ordered].sort()).toEqual(Object.keys(rules).sort())
})

test('an exception is in use: what nothing needs any more is forbidden again', () => {
  for (const [file, packages] of Object.entries(exceptions)) {
    const imported = importsOf(read(file))
    const isUsed = (name: string) => imported.some((it) => `${it}/`.startsWith(`${name}/`))
    expect(packages.filter((name) => !isUsed(name))).toEqual([])
  }
  for (const [layer, targets] of Object.entries(leftToMove)) {
    const imported = files
      .filter((file) => file.startsWith(`src/${layer}/`))
      .flatMap((file) => importsOf(read(file)).map((it) => targetOf(file, it)))
    expect(imported).toEqual(expect.arrayContaining([...targets]))
  }
})

describe('ARCHITECTURE.md says the same', () => {
  const page = read('ARCHITECTURE.md')
  const rows = rowsIn(page)

  test('it has a row for each layer, in which stands what the layer may import', () => {
    const sorted = (names: readonly string[]) => [...names].sort()
    const inOneFile = (layer: string) =>
      Object.entries(exceptions).flatMap(([file, names]) => (file.startsWith(`src/${layer}/`) ? names : []))
    const written = rows.map((row) => [
      row.layer,
      { layers: sorted(row.layers), outside: sorted(row.outside), inOneFile: sorted(row.inOneFile) },
    ])
    const held = Object.entries(rules).map(([layer, { layers, outside }]) => [
      layer,
      { layers: sorted(layers), outside: sorted(outside), inOneFile: sorted(inOneFile(layer)) },
    ])
    expect(written).toHaveLength(held.length)
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(held))
  })

  test('every layer is in the picture', () => {
    const picture = page.split('```')[1] ?? ''
    const missing = Object.keys(rules).filter((layer) => !new RegExp(`\\b${layer}\\b`).test(picture))
    expect(missing).toEqual([])
  })

  test('what compiles without the types of Node and of the DOM is what imports neither', () => {
    const [, include = ''] = /"include": \[(.*)\]/.exec(read('tsconfig.pure.json')) ?? []
    const pure = Object.keys(rules).filter((it) => it !== 'web' && !rules[it]?.outside.includes('node:'))
    expect(include.replaceAll('"', '').split(', ').sort()).toEqual(pure.map((it) => `src/${it}`).sort())
  })

  test('every file and folder that it names by its path exists', () => {
    const named = [...page.matchAll(/`((?:src|test|scripts|docs)\/[^`*\s]+)`/g)].map(
      (match) => match[1] ?? '',
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  test('a table is read as it is written', () => {
    const table = [
      'Text.',
      '| folder | what it owns | may import | from outside |',
      '|---|---|---|---|',
      '| `a` | all `of` it | nothing | nothing |',
      '| `b` | what it has | a, c/deep | Node, `one`; `two` and `three` in one file each |',
      '| `c` | the rest | anything but b | `four` |',
      '',
      '| `d` | of another table | a | Node |',
    ]
    expect(rowsIn(table.join('\n'))).toEqual([
      { layer: 'a', layers: [], outside: [], inOneFile: [] },
      { layer: 'b', layers: ['a', 'c/deep'], outside: ['node:', 'one'], inOneFile: ['two', 'three'] },
      { layer: 'c', layers: ['a'], outside: ['four'], inOneFile: [] },
    ])
  })
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
    ['src/simulator/main.ts', '../process/find-binary.ts'],
    ['src/web/app.ts', '../host/server.ts'],
    ['src/web/app.ts', 'node:fs'],
    ['src/cli/main.ts', '../web/app.ts'],
    ['src/cli/main.ts', '../../scripts/setup.mjs'],
    ['src/cli/main.ts', '../../test/helper.ts'],
    ['src/client/control.ts', '@modelcontextprotocol/sdk/types.js'],
    ['src/client/control.ts', './control.test.ts'],
    ['src/cli/host/live.ts', 'ws-of-someone-else'],
    ['src/cli/host/other.ts', 'ws'],
    ['src/driver/control.ts', 'node:timers'],
    ['src/driver/control.ts', '../process/spawn.ts'],
    ['src/state/liveness.ts', '../driver/control.ts'],
    ['src/host/daemon.ts', '../client/index.ts'],
    ['src/host/daemon.ts', '../client/session.ts'],
    ['src/host/daemon.ts', '../client/transcripts.ts'],
    ['src/host/sessions/launch.test.ts', '../../client/session.ts'],
    ['src/cli/main.ts', '../client/prompt.test.ts'],
    ['src/web/app.ts', '../client/prompt.ts'],
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
    ['src/client/session.ts', '../driver/control.ts'],
    ['src/host/daemon.ts', '../driver/control.ts'],
    ['src/host/daemon.ts', '../client/transcripts/list.ts'],
    ['src/host/sessions/recall.ts', '../../client/transcripts/deep/list.ts'],
    ['src/simulator/simulator.ts', '../process/package-files.ts'],
    ['src/cli/host/live.ts', 'ws'],
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
    ["const a = createRequire(import.meta.url)('./a.ts') as A", './a.ts'],
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
