// Runs the built command, which the set-up made before the tests.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('package.json', root), 'utf8')
const { bin, version } = JSON.parse(text) as { bin: { fairlead: string }; version: string }
const built = fileURLToPath(new URL(bin.fairlead, root))
const call = (...args: string[]) => spawnSync(process.execPath, [built, ...args], { encoding: 'utf8' })

test('the built command answers', () => {
  expect(call('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test('the built command hands on its exit code', () => {
  expect(call('--loud')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining("'--loud'") })
})
