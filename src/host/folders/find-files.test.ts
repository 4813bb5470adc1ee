import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Git } from '../git/git.ts'
import { bestNames, findFiles } from './find-files.ts'

const git = new Git()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-find-'))
  mkdirSync(join(folder, 'project/src/node_modules'), { recursive: true })
  for (const name of [
    'project/src/total.js',
    'project/notes.md',
    'project/src/node_modules/total.js',
    'secret',
  ])
    writeFileSync(join(folder, name), '')
  symlinkSync(folder, join(folder, 'project/out'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('without git, files of the folder and none that a link leads to', async () => {
  const cwd = join(folder, 'project')
  expect(await findFiles(git, cwd, '')).toEqual(['notes.md', 'src/total.js'])
  expect(await findFiles(git, cwd, 'secret')).toEqual([])
  expect(await findFiles(git, join(folder, 'nowhere'), 'a')).toEqual([])
})

test('with git, what it does not ignore, also before it is added', async () => {
  const cwd = join(folder, 'project')
  execFileSync('git', ['init', '-q'], { cwd })
  writeFileSync(join(cwd, '.gitignore'), 'notes.md\nout\nnode_modules\n')
  expect(await findFiles(git, cwd, 'o')).toEqual(['.gitignore', 'src/total.js'])
})

test('the best come first, and there are not too many', () => {
  const names = ['lib/total/index.js', 'src/subtotal.js', 'total.md', 't/o/t/a/l.js', 'other.js']
  expect(bestNames(names, 'Total')).toEqual([
    'total.md',
    'src/subtotal.js',
    'lib/total/index.js',
    't/o/t/a/l.js',
  ])
  expect(
    bestNames(
      Array.from({ length: 100 }, (_, i) => `file${i}`),
      'file',
    ),
  ).toHaveLength(30)
})
