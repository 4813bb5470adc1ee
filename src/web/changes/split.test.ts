import { expect, test } from 'vitest'
import { byFolder } from './by-folder.ts'
import { splitDiff } from './split.ts'

const TWO = `diff --git a/one.txt b/one.txt
index 1..2 100644
--- a/one.txt
+++ b/one.txt
@@ -1 +1,2 @@
-diff --git a/not b/not
+--- a/neither
++++ b/nor
diff --git a/old name.txt b/old name.txt
deleted file mode 100644
--- a/old name.txt\t
+++ /dev/null
@@ -1 +0,0 @@
-gone
`

test('one piece for each file; lines of files that look like heads are no heads', () => {
  const pieces = splitDiff(TWO)
  expect(pieces.map(({ path }) => path)).toEqual(['one.txt', 'old name.txt'])
  expect(pieces.map(({ patch }) => patch).join('')).toBe(TWO)
})

test('files without lines are named by their first line', () => {
  const binary = 'diff --git a/a b/logo.png b/a b/logo.png\nindex 1..2\nBinary files a/x and b/x differ\n'
  expect(splitDiff(binary).map(({ path }) => path)).toEqual(['a b/logo.png'])
  const empty = 'diff --git a/empty b/empty\nnew file mode 100644\nindex 0000000..e69de29\n'
  expect(splitDiff(empty).map(({ path }) => path)).toEqual(['empty'])
})

test('quoted names are read', () => {
  const quoted = 'diff --git "a/\\"x\\"" "b/\\"x\\""\n--- "a/\\"x\\""\n+++ "b/\\"x\\""\n@@ -1 +1 @@\n-a\n+b\n'
  expect(splitDiff(quoted).map(({ path }) => path)).toEqual(['"x"'])
})

test('nothing is nothing', () => {
  expect(splitDiff('')).toEqual([])
})

test('files stand under their folders, in the order in which they come', () => {
  const files = ['src/a/x.ts', 'readme.md', 'src/a/y.ts', 'src/z.ts'].map((path) => ({ path }))
  expect(byFolder(files).map(({ folder, files: own }) => [folder, own.map(({ path }) => path)])).toEqual([
    ['src/a', ['src/a/x.ts', 'src/a/y.ts']],
    ['', ['readme.md']],
    ['src', ['src/z.ts']],
  ])
})
