import { diffArrays } from 'diff'
import { describe, expect, test } from 'vitest'
import { folded } from './fold.ts'
import { countsOf, diffLines, linesOf } from './lines.ts'
import { parsePatch, structuredLines } from './patch.ts'
import { type Range, wordMarks } from './words.ts'

function bracketed(line: string, ranges: readonly Range[] = []): string {
  return ranges
    .toReversed()
    .reduce((text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`, line)
}

const linesBetween = (before: string, after: string) => diffLines(diffArrays(linesOf(before), linesOf(after)))

describe('two texts as lines', () => {
  test('each line has its kind and its numbers', () => {
    const lines = linesBetween('a\nb\nc\n', 'a\nB\nc\nd\n')
    expect(lines.map(({ kind, old, now, text }) => [kind, old, now, text])).toEqual([
      ['same', 1, 1, 'a'],
      ['removed', 2, undefined, 'b'],
      ['added', undefined, 2, 'B'],
      ['same', 3, 3, 'c'],
      ['added', undefined, 4, 'd'],
    ])
    expect(countsOf(lines)).toEqual({ added: 2, removed: 1 })
  })
  test.each([
    [
      'for (i <= items.length)',
      'for (i < items.length)',
      'for (i <[=] items.length)',
      'for (i < items.length)',
    ],
    ['const total = 1', 'const totals = 1', 'const [total] = 1', 'const [totals] = 1'],
    ['f(a, b, c)', 'f(x, b, y)', 'f([a], b, [c])', 'f([x], b, [y])'],
    [
      'return { net, tax }',
      'return { net: 1 + 2, tax }',
      'return { net, tax }',
      'return { net[: 1 + 2], tax }',
    ],
    ['a(b) * c', 'a(b - d) * c', 'a(b) * c', 'a(b [- d]) * c'],
    ['let größe = 1', 'let breite = 1', 'let [größe] = 1', 'let [breite] = 1'],
  ])('the words that differ between %j and %j are marked', (before, after, markedBefore, markedAfter) => {
    const marks = wordMarks(before, after)
    expect([bracketed(before, marks?.before), bracketed(after, marks?.after)]).toEqual([
      markedBefore,
      markedAfter,
    ])
  })
  test('lines with little in common have no marks; very long lines stay cheap', () => {
    expect(wordMarks('completely different', 'nothing alike at all')).toBeUndefined()
    expect(wordMarks('a b c d e f', '(1 + 2) * [3]')).toBeUndefined()
    const [a, b] = ['x ', 'y '].map((it) => `same ${it.repeat(50_000)} end`) as [string, string]
    expect(wordMarks(a, b)).toBeUndefined()
  })
  test('a removed line is compared with the added line that is like it', () => {
    const [, first, second, third] = linesBetween('a\nconst tax = 1\n', 'a\n// The tax\nconst tax = 2\n')
    expect([first?.changed, second?.changed, third?.changed]).toEqual([[[12, 13]], undefined, [[12, 13]]])
  })
  test('what did not change is folded but for three lines around each change', () => {
    const before = Array.from({ length: 40 }, (_, i) => `line ${i}`)
    const lines = linesBetween(before.join('\n'), before.with(20, 'changed').join('\n'))
    expect(folded(lines)).toEqual([
      { isFolded: true, from: 0, to: 17 },
      { isFolded: false, from: 17, to: 25 },
      { isFolded: true, from: 25, to: 41 },
    ])
  })
})

const PATCH = `diff --git a/src/a.ts b/src/a.ts
index 123..456 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@ function a() {
 one
--- two
+++ two
 three
@@ -10 +10,2 @@
-ten
+ten
+eleven
\\ No newline at end of file
diff --git a/old name.txt b/new name.txt
similarity index 100%
rename from old name.txt
rename to new name.txt
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/logo.png b/logo.png
new file mode 100644
Binary files /dev/null and b/logo.png differ
`

describe('unified diff text', () => {
  const files = parsePatch(PATCH)
  test('files with what happened to each', () => {
    expect(files.map(({ path, from, change, notes }) => [path, from, change, notes])).toEqual([
      ['src/a.ts', undefined, 'changed', []],
      ['new name.txt', 'old name.txt', 'renamed', ['similarity index 100%']],
      ['gone', undefined, 'removed', []],
      ['logo.png', undefined, 'added', ['Binary files /dev/null and b/logo.png differ']],
    ])
  })
  test('lines that look like headers are lines; numbers go on', () => {
    const [first, second] = files[0]?.hunks ?? []
    expect(first?.title).toBe('function a() {')
    expect(first?.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ['same', 'one'],
      ['removed', '-- two'],
      ['added', '++ two'],
      ['same', 'three'],
    ])
    expect(second?.lines.map(({ kind, old, now }) => [kind, old, now])).toEqual([
      ['removed', 10, undefined],
      ['added', undefined, 10],
      ['added', undefined, 11],
      ['note', undefined, undefined],
    ])
  })
  test('what is no patch is kept as a note', () => {
    expect(parsePatch('what?')[0]?.notes).toEqual(['what?'])
    expect(parsePatch('')).toEqual([])
  })
  test('a hunk as the tools tell it', () => {
    expect(structuredLines({ oldStart: 7, newStart: 8, lines: [' a', '-b', '+c'] })).toMatchObject([
      { kind: 'same', old: 7, now: 8 },
      { kind: 'removed', old: 8 },
      { kind: 'added', now: 9 },
    ])
  })
})
