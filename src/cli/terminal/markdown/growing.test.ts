import { expect, test } from 'vitest'
import fc from '../../../../test/generate/fast-check.ts'
import { printable } from '../cells.ts'
import { blockLines } from './blocks.ts'
import { GrowingMarkdown } from './growing.ts'
import { lex } from './lex.ts'

/** Code is highlighted only when the text is complete. */
const plainLines = (text: string) => blockLines(lex(printable(text)).tokens, { width: 30 }).lines

const TEXT = `# Title

Some *text* with **more
of it** and \`code\`.
Another line
- one

- two

  more of two
  - nested
    deeper
- three
- four **bold**
- five
1. first
1. second
1. third
1. fourth

| a | b |
|---|---|
| 1 | 2 |
| 333 | 2 |

\`\`\`js
const x = 1

// a comment

~~~
\`\`\`
> quoted
lazily

    indented code

Setext
======
~~~
open
`

/** As lines end where their text ends, spaces after it do not count. */
const trimmed = (lines: readonly string[]) => lines.join('\n').trimEnd()

test('at each character it looks as if it had been there at once', () => {
  const growing = new GrowingMarkdown()
  for (let end = 1; end <= TEXT.length; end++) {
    const text = TEXT.slice(0, end)
    expect(trimmed(growing.lines(text, 30)), text).toBe(trimmed(plainLines(text)))
  }
})

test('however it is cut, it ends as if it had been there at once', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'b c',
      '\n',
      '\n\n',
      '- x',
      '  - y',
      '1. z',
      '# h',
      '> q',
      '**',
      '`',
      '```',
      '    i',
      '| a | b |',
      '|-|-|',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const growing = new GrowingMarkdown()
      let text = ''
      for (const more of pieces) {
        text += more
        growing.lines(text, 30)
      }
      expect(trimmed(growing.lines(text, 30))).toBe(trimmed(plainLines(text.trimStart())))
    }),
    { numRuns: 500 },
  )
})

test('another width, or another text, is read from its beginning', () => {
  const growing = new GrowingMarkdown()
  growing.lines('one two three\n\nfour\n\nfive\n\nsix', 30)
  expect(growing.lines('one two three\n\nfour\n\nfive\n\nsix', 8).slice(0, 2)).toEqual(['one two', 'three'])
  expect(growing.lines('new', 8)).toEqual(['new'])
})

test.each([
  ['paragraphs', 'some words in it\n\n'],
  ['lines', 'some words in it\n'],
  ['a list', '- some words in it\n'],
  ['code', 'some code in it\n'],
  ['rows of a table', '| some | words |\n'],
])('of a long text of %s only a small part is read again', (name, line) => {
  const start = name === 'code' ? '```\n' : name.includes('table') ? '| a | b |\n|---|---|\n' : ''
  const growing = new GrowingMarkdown()
  let text = start
  for (let n = 0; n < 4000; n++) {
    text += line
    if (n % 100 === 0) growing.lines(text, 40)
  }
  expect(growing.lines(text, 40).length).toBeGreaterThan(3900)
  expect(growing.openLength).toBeLessThan(20_000)
})
