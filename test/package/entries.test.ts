// What a program gets, and pays for, when it imports an entry of the package or runs its command.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chunkWith, loadedWith, sourcesIn } from './built-files.ts'
import { root, run } from './installed.ts'

const ENTRIES = [
  'fairlead',
  ...['protocol', 'simulator', 'testing', 'state', 'api', 'react', 'host'].map((it) => `fairlead/${it}`),
]
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { default: string }>
}
const fileOf = (entry: string) =>
  (exports[entry.replace('fairlead', '.')]?.default ?? '').replace('./dist/', '')
const packages = ({ outside }: { outside: ReadonlySet<string> }) =>
  [...outside].filter((it) => !it.startsWith('node:'))

/** A program in the package's own folder, which finds its entries by name. */
async function evaluate(code: string, type: 'module' | 'commonjs' = 'module'): Promise<unknown> {
  const { stdout } = await run(process.execPath, [`--input-type=${type}`, '--eval', code], { cwd: root })
  return JSON.parse(stdout)
}

test('a module is in one file, whichever entries a program imports', () => {
  const owners = new Map<string, string[]>()
  for (const file of loadedWith(...ENTRIES.map(fileOf)).files) {
    for (const source of sourcesIn(file)) owners.set(source, [...(owners.get(source) ?? []), file])
  }
  expect(owners.size).toBeGreaterThan(300)
  expect([...owners].filter(([, files]) => files.length > 1)).toEqual([])
})

test('an error of one entry is known by its class in another', async () => {
  const code = `
    const [{ ApiError }, { Agents, MemoryStore }] = await Promise.all([import('fairlead/api'), import('fairlead/host')])
    try {
      new Agents(new MemoryStore(), { file: '/nowhere/values' }).get('nobody')
    } catch (error) {
      console.log(JSON.stringify([error instanceof ApiError, error.message]))
    }`
  expect(await evaluate(code)).toEqual([true, expect.stringContaining('there is no agent nobody')])
})

test('every error class that an entry exports has a code', async () => {
  const code = `
    const { ApiError } = await import('fairlead/api')
    const { FairleadError } = await import('fairlead')
    const found = []
    for (const entry of ${JSON.stringify(ENTRIES)})
      for (const [name, value] of Object.entries(await import(entry)))
        if (value?.prototype instanceof Error)
          found.push([name, value === ApiError || value === FairleadError || value.prototype instanceof FairleadError])
    console.log(JSON.stringify(found))`
  const found = (await evaluate(code)) as [string, boolean][]
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(([, hasCode]) => !hasCode)).toEqual([])
})

test.each([
  ['fairlead', [], 12],
  ['fairlead/protocol', [], 8],
  ['fairlead/state', [], 12],
  ['fairlead/api', [], 8],
  ['fairlead/react', ['react'], 8],
  ['fairlead/simulator', [], 4],
])('%s loads no package but %j, and few files', (entry, expected, most) => {
  const loaded = loadedWith(fileOf(entry))
  expect(packages(loaded)).toEqual(expected)
  expect(loaded.files.size).toBeLessThanOrEqual(most)
})

test('the pure entries load nothing of Node', () => {
  for (const entry of ['fairlead/protocol', 'fairlead/state', 'fairlead/api', 'fairlead/react'])
    expect([...loadedWith(fileOf(entry)).outside].filter((it) => it.startsWith('node:'))).toEqual([])
})

test('the library loads neither node:crypto nor anything of the network', () => {
  const { outside } = loadedWith(fileOf('fairlead'))
  for (const name of ['crypto', 'http', 'https', 'net', 'tls']) expect(outside).not.toContain(`node:${name}`)
})

test.each(ENTRIES)('the import of %s does nothing: no listener, no timer, no handle', async (name) => {
  const code = `
    const look = () => ({
      listeners: process.eventNames().map((it) => [String(it), process.listenerCount(it)]),
      resources: process.getActiveResourcesInfo().filter((it) => /Timeout|Immediate|TCP|Process|FSEvent/.test(it)),
    })
    const before = look()
    await import('${name}')
    console.log(JSON.stringify([before, look()]))`
  const [before, after] = (await evaluate(code)) as [unknown, unknown]
  expect(after).toEqual(before)
})

test.each(ENTRIES)('%s can be required', async (name) => {
  const count = await evaluate(`console.log(Object.keys(require('${name}')).length)`, 'commonjs')
  expect(count).toBeGreaterThan(0)
})

test('errors name the functions of the source', async () => {
  const code = `
    const { openSession } = await import('fairlead')
    const { stack } = await openSession({ binary: '/nowhere/claude' }).catch((it) => it)
    console.log(JSON.stringify(stack))`
  expect(await evaluate(code)).toMatch(/findBinary.*prepareLaunch.*startSession/s)
})

test('the help loads no command and no package', () => {
  const loaded = loadedWith('cli/main.js', chunkWith('src/cli/dispatch.ts'))
  expect(packages(loaded)).toEqual([])
  const sources = [...loaded.files].flatMap(sourcesIn)
  expect(sources.filter((it) => /^src\/(host|client|driver|simulator)\//.test(it))).toEqual([])
  expect(loaded.files.size).toBeLessThanOrEqual(5)
})

test('`ls` loads what it takes to ask a host for a list, and no more', () => {
  const loaded = loadedWith(
    'cli/main.js',
    chunkWith('src/cli/dispatch.ts'),
    chunkWith('src/cli/sessions/ls.ts'),
  )
  expect(packages(loaded)).toEqual([])
  expect(loaded.files.size).toBeLessThanOrEqual(12)
})

test('what the command says when nothing more can be loaded is loaded with it', () => {
  const loaded = loadedWith('cli/main.js')
  expect([...loaded.files].flatMap(sourcesIn).sort()).toEqual([
    'src/cli/main.ts',
    'src/process/system-trouble.ts',
  ])
})

test('no package of NATS is loaded before a host joins a fleet', () => {
  const commands = ['src/cli/host/up.ts', 'src/cli/host/fleet/command.ts'].map(chunkWith)
  for (const file of ['cli/main.js', 'host/index.js', ...commands])
    expect([...loadedWith(file).outside].filter((it) => it.startsWith('@nats-io'))).toEqual([])
})
