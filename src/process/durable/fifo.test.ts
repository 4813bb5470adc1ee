import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { durableSupported, makeFifo } from './fifo.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-fifo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('where a FIFO can be made, durable processes are supported, and nothing stays behind', async () => {
  const folder = freshFolder()
  expect(await durableSupported(folder)).toEqual({ isSupported: true })
  expect(readdirSync(folder)).toEqual([])
  await makeFifo(join(folder, 'in'))
  expect(statSync(join(folder, 'in')).mode & 0o777).toBe(0o600)
  await expect(makeFifo(join(folder, 'in'))).rejects.toThrow(/exists/)
})
test('what one that was killed while it tried has left is removed, and that of one that runs is not', async () => {
  const folder = freshFolder()
  const { pid: gone } = spawnSync('true')
  for (const pid of [gone, process.ppid]) mkdirSync(join(folder, `.fifo-${pid}-abcdef`))
  expect(await durableSupported(folder)).toEqual({ isSupported: true })
  expect(readdirSync(folder)).toEqual([`.fifo-${process.ppid}-abcdef`])
})
test('a machine without the program says so', async () => {
  const folder = freshFolder()
  vi.stubEnv('PATH', folder)
  expect(await durableSupported(folder)).toMatchObject({
    isSupported: false,
    reason: expect.stringContaining('mkfifo'),
  })
  expect(readdirSync(folder)).toEqual([])
})
test('a folder that cannot be written to says so', async () => {
  expect(await durableSupported(join(freshFolder(), 'none'))).toMatchObject({
    isSupported: false,
    reason: expect.stringContaining('ENOENT'),
  })
})
