import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundle } from '../../test/process/bundle.ts'
import { CHANGING, keepVersion, knownVersion } from './known-versions.ts'

function freshFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'fairlead-known-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  return join(root, 'deep', 'cache')
}
const claude = (mark: string, path = '/bin/claude') => ({ path, key: `${path}|${mark}` })
const stored = (folder: string) => JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'))

test('a version is known for the file that it was read from, and to its user alone', () => {
  const folder = freshFolder()
  expect(knownVersion(claude('1'), folder)).toBeUndefined()
  keepVersion(claude('1'), '2.1.197 (Claude Code)', folder)
  expect(knownVersion(claude('1'), folder)).toBe('2.1.197 (Claude Code)')
  expect(knownVersion(claude('2'), folder)).toBeUndefined()
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'versions.json')).mode & 0o077).toBe(0)
})

test('what was there before at the same path is forgotten', () => {
  const folder = freshFolder()
  keepVersion(claude('1'), '2.1.197', folder)
  keepVersion(claude('1', '/bin/claude-next'), '2.1.325', folder)
  keepVersion(claude('2'), CHANGING, folder)
  expect(stored(folder)).toEqual({ '/bin/claude-next|1': '2.1.325', '/bin/claude|2': CHANGING })
})

test('the number of entries is limited: the oldest goes', () => {
  const folder = freshFolder()
  for (let i = 0; i < 40; i++) keepVersion(claude('1', `/bin/claude-${i}`), '2.1.197', folder)
  const keys = Object.keys(stored(folder))
  expect(keys).toHaveLength(32)
  expect(keys.at(-1)).toBe('/bin/claude-39|1')
  expect(keys).not.toContain('/bin/claude-7|1')
})

test.each([
  ['no JSON', '{"/bin/cl'],
  ['no object', '7'],
  ['null', 'null'],
  [
    'other values',
    JSON.stringify({
      '/bin/claude|1': 5,
      '/bin/claude|2': 'text',
      '/bin/claude|3': `1.2.3${'x'.repeat(200)}`,
    }),
  ],
])('a damaged file is as none, and is replaced: %s', (_, text) => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'versions.json'), text)
  for (const mark of ['1', '2', '3']) expect(knownVersion(claude(mark), folder)).toBeUndefined()
  keepVersion(claude('1'), '2.1.197', folder)
  expect(knownVersion(claude('1'), folder)).toBe('2.1.197')
})

test('a folder that cannot be made, or a file that cannot be replaced, is nobody’s problem', () => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'versions.json', 'in-the-way'), { recursive: true })
  keepVersion(claude('1'), '2.1.197', folder)
  expect(knownVersion(claude('1'), folder)).toBeUndefined()
  expect(readdirSync(folder)).toEqual(['versions.json'])
  keepVersion(claude('1'), '2.1.197', '/dev/null/cache')
  expect(knownVersion(claude('1'), '/dev/null/cache')).toBeUndefined()
})

test('programs that write at the same time leave a whole file, and nothing else', async () => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const program = await bundle(new URL('known-versions.ts', import.meta.url))
  const code = `
    import { keepVersion, knownVersion } from ${JSON.stringify(program)}
    for (let i = 0; i < 50; i++) {
      const file = { path: '/bin/claude-' + process.argv[1] + '-' + i, key: '/bin/claude-' + process.argv[1] + '-' + i + '|1' }
      keepVersion(file, '2.1.' + i, ${JSON.stringify(folder)})
      const found = knownVersion(file, ${JSON.stringify(folder)})
      if (found !== undefined && found !== '2.1.' + i) throw new Error('found ' + found)
    }`
  const writers = ['a', 'b', 'c'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '--eval', code, name], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const codes = await Promise.all(writers.map(async (writer) => (await once(writer, 'exit'))[0]))
  expect(codes).toEqual([0, 0, 0])
  expect(readdirSync(folder)).toEqual(['versions.json'])
  const keys = Object.keys(stored(folder))
  expect(keys.length).toBeLessThanOrEqual(32)
  expect(keys.at(-1)).toMatch(/^\/bin\/claude-[abc]-49\|1$/)
})
