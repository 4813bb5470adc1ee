import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sessionFolder } from '../../../test/process/durable-children.ts'
import { durableFiles } from './files.ts'
import { DurableWatch, type Sight } from './watch.ts'

function watched(folder: string) {
  const files = durableFiles(folder, 2)
  const seen: Sight[] = []
  const watch = new DurableWatch(files, (what) => seen.push(what))
  onTestFinished(() => watch.close())
  return { files, seen, watch }
}

test('what a process writes is seen as it is written, not at the next look', async () => {
  const folder = sessionFolder()
  mkdirSync(folder)
  writeFileSync(durableFiles(folder, 2).stdout, '')
  const { files, seen } = watched(folder)
  appendFileSync(files.stdout, '{}\n')
  await expect.poll(() => seen).toContain('stdout')
})

test.runIf(process.platform === 'linux')('so are its end and its stderr, but no other files', async () => {
  const folder = sessionFolder()
  mkdirSync(folder)
  const { files, seen } = watched(folder)
  writeFileSync(join(folder, '1.stdout'), 'of another process')
  writeFileSync(files.stdin, '')
  writeFileSync(files.stderr, 'x')
  await expect.poll(() => seen).toContain('stderr')
  writeFileSync(files.exit, '0\n')
  await expect.poll(() => seen).toContain('exit')
  expect(seen).not.toContain('stdout')
})

test('where there can be no watch, there are looks', async () => {
  const { seen, watch } = watched(join(sessionFolder(), 'missing'))
  await expect.poll(() => seen.length).toBeGreaterThan(3)
  watch.stir()
  expect(new Set(seen)).toEqual(new Set(['anything']))
})

test('after its end nothing is told', async () => {
  const { seen, watch } = watched(join(sessionFolder(), 'missing'))
  const other = watched(join(sessionFolder(), 'missing'))
  watch.close()
  await expect.poll(() => other.seen.length).toBeGreaterThan(2)
  expect(seen).toEqual([])
})
