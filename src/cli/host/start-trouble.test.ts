import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { smallDisk, whyNoSmallDisk } from '../../../test/host/small-disk.ts'
import { checkLimits, NoHostError, startTrouble } from './start-trouble.ts'

const limits = (files: string, processes: string) =>
  `Limit   Soft Limit   Hard Limit   Units\nMax processes   ${processes}   9   processes\nMax open files   ${files}   9   files\n`
const failed = (code: string) => Object.assign(new Error(`${code}: refused`), { code })

test('too low limits are told with what to do, before anything is loaded', () => {
  expect(() => checkLimits(limits('64', '4096'))).toThrow(/allows 64 open files.*ulimit -n 4096/)
  expect(() => checkLimits(limits('1024', '12'), false)).toThrow(/allows 12 processes.*ulimit -u 4096/)
  expect(() => checkLimits(limits('1024', '12'), true)).not.toThrow()
  expect(() => checkLimits(limits('unlimited', 'unlimited'), false)).not.toThrow()
  expect(() => checkLimits('')).not.toThrow()
})

test('what the system refuses has words; what else goes wrong stays as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const trouble = startTrouble(failed('EMFILE'), folder)
  expect(trouble).toBeInstanceOf(NoHostError)
  expect(String(trouble)).toMatch(/may not open more files.*ulimit -n 4096 \(EMFILE: refused\)/)
  const other = new Error('something else')
  expect(startTrouble(other, folder)).toBe(other)
  if (process.getuid?.() === 0) return
  chmodSync(folder, 0o500)
  expect(String(startTrouble(failed('EACCES'), folder))).toMatch(/cannot be written: .*EACCES.*FAIRLEAD_HOME/)
})

test.skipIf(whyNoSmallDisk)('a disk that is full or read-only is named', () => {
  const disk = smallDisk(1)
  onTestFinished(disk.remove)
  disk.remount('ro')
  // The system's own word is wrong here: Node says that the folder is not there.
  expect(String(startTrouble(failed('ENOENT'), join(disk.path, 'new')))).toMatch(
    /is read-only.*FAIRLEAD_HOME/,
  )
})
