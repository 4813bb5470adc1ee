import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SecretValues } from './secret-values.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-values-'))
  file = join(folder, 'values.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('values are kept under references, for their owner alone', () => {
  const [a = '', b = ''] = new SecretValues(file).add(['one', 'two'])
  const again = new SecretValues(file)
  expect([again.get(a), again.get(b), again.get('none')]).toEqual(['one', 'two', undefined])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['values.json'])
})

test('what is added comes beside what is there; what is not kept is gone', () => {
  const values = new SecretValues(file)
  const [a = ''] = values.add(['one'])
  const [b = ''] = values.add(['two'])
  expect([values.get(a), values.get(b)]).toEqual(['one', 'two'])
  values.keep(new Set([b]))
  expect(new SecretValues(file).get(a)).toBeUndefined()
  expect(new SecretValues(file).get(b)).toBe('two')
  expect(readFileSync(file, 'utf8')).not.toContain('one')
})

test('what a crash left of a new file is in the way of nothing, and its mode is not taken over', () => {
  writeFileSync(`${file}.new`, '{"version":1,"val')
  chmodSync(`${file}.new`, 0o644)
  const [a = ''] = new SecretValues(file).add(['one'])
  expect(new SecretValues(file).get(a)).toBe('one')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test.each(['', '{', '[]', '{"version":2,"values":{}}', '{"version":1}'])(
  'a damaged file is refused: %j',
  (text) => {
    writeFileSync(file, text)
    expect(() => new SecretValues(file)).toThrow(/values\.json is damaged: restore a copy of it/)
  },
)
