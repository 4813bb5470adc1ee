import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { textWidth } from '../cells.ts'
import { markdownLines } from './blocks.ts'

const CONTROL = /[\p{Cc}\u202e]/u
const shown = (source: string, width = 40) => markdownLines(source, width).map(stripVTControlCharacters)

test('headings, emphasis, code and quotes', () => {
  expect(shown('# Title\n\nSome **bold** and *soft* `code` and ~~no~~.')).toEqual([
    'Title',
    '',
    'Some bold and soft code and no.',
  ])
  expect(shown('```js\nconst a = `**x**`\n```\nafter')).toEqual(['┌ js', '│ const a = `**x**`', '└', 'after'])
  expect(shown('```\n~~~\n')).toEqual(['┌', '│ ~~~'])
  expect(shown('> said\n> *twice*')).toEqual(['▎ said', '▎ twice'])
  expect(shown('a * b * c and snake_case_name')).toEqual(['a * b * c and snake_case_name'])
  expect(shown('one\n\n---\n\n<b>two</b> &lt;c&gt; &amp; [constructor]')).toEqual([
    ...['one', '', '─'.repeat(40), ''],
    '<b>two</b> <c> & [constructor]',
  ])
})

test('emphasis within emphasis ends where it ends', () => {
  const [line] = markdownLines('**a [b](http://x.y) c** d', 40)
  expect(line).toBe('\x1b[0;1ma \x1b[0;1;4mb\x1b[0;2m (http://x.y)\x1b[0;1m c\x1b[0m d')
})

test('lists: nested, numbered, with boxes, wrapped under their own text', () => {
  expect(shown('- one two three\n  - four\n    five\n- [x] done\n- [ ] open', 10)).toEqual([
    ...['• one two', '  three', '  • four', '    five', '☑ done', '☐ open'],
  ])
  expect(shown('9. nine\n10. ten\n\n    more of ten\n')).toEqual([
    '9. nine',
    '10. ten',
    '',
    '    more of ten',
  ])
  expect(shown('1. a\n   ```\n   code\n   ```\n1. b')).toEqual(['1. a', '   ┌', '   │ code', '   └', '2. b'])
  expect(shown('- a\n\n- b')).toEqual(['• a', '', '• b'])
})

test('of a link the address is shown, unless its text is the address', () => {
  expect(shown('[a page](http://x.y) and http://x.y', 80)).toEqual(['a page (http://x.y) and http://x.y'])
  expect(shown('[one][1] ![pic](a.png)\n\n[1]: http://x.y')).toEqual([
    'one (http://x.y) picture: pic (a.png)',
  ])
})

describe('a table', () => {
  const source = '| Name | Size |\n|:--|--:|\n| one | 1 |\n| 日本語 | 1000 |\n'
  test('has its columns aligned', () => {
    expect(shown(source)).toEqual(['Name   │ Size', '───────┼─────', 'one    │    1', '日本語 │ 1000'])
  })
  test('that is too wide has its cells wrapped', () => {
    const wide = '| Name | About |\n|---|---|\n| one | some words about it |\n| two | none |'
    expect(shown(wide, 20)).toEqual([
      ...['Name │ About', '─────┼──────────────', 'one  │ some words', '     │ about it'],
      ...['┈┈┈┈┈┼┈┈┈┈┈┈┈┈┈┈┈┈┈┈', 'two  │ none'],
    ])
  })
  test('that cannot be that narrow is written one row below the other', () => {
    expect(
      shown('| Name | Number | Some more |\n|---|---|---|\n| one | 1 | a |\n| two | 2 | b |', 12),
    ).toEqual([
      ...['Name: one', 'Number: 1', 'Some more: a', '────────────'],
      ...['Name: two', 'Number: 2', 'Some more: b'],
    ])
  })
})

test.each([1, 5, 17, 40])('no line is wider than %i columns', (width) => {
  const source = `# A title\n\n- a list of ${'words '.repeat(20)}\n  - ${'x'.repeat(90)}\n\n> quote 日本語日本語\n\n| a | b |\n|-|-|\n| ${'c '.repeat(30)} | d |\n\n\`\`\`\n${'code'.repeat(30)}\n\`\`\``
  for (const line of markdownLines(source, width))
    expect(textWidth(line)).toBeLessThanOrEqual(Math.max(8, width))
})

test('nothing in it steers the terminal, and nothing is hidden', () => {
  expect(shown('\x1b]0;title\x07te\x1b[2Jxt \u202e`\x07a` [x\u200b](http://y\x1b[31m)')).toEqual([
    String.raw`text \u{202e}a x\u{200b} (http://y)`,
  ])
  for (const source of ['a&#27;[2J&#x202e;&#7;&#x9b;2Jb', '[a&#27;[2J&#x202e;&#7;b](a&#7;b)', '`a&#27;b`'])
    for (const line of markdownLines(source, 80))
      expect(CONTROL.test(stripVTControlCharacters(line)), line).toBe(false)
  expect(shown('a&#27;[2J&#x202e;&#7;b')).toEqual([String.raw`a\u{202e}b`])
})

test('code in a known language is highlighted, also in a list; other code has one colour', () => {
  const lines = (source: string) => markdownLines(source, 60)
  expect(lines('```ts\nconst a = 1\n```')[1]).toContain('35mconst')
  expect(lines('- so:\n  ```ts\n  const a = 1\n  ```').join('\n')).toContain('35mconst')
  expect(lines('```\nconst a = 1\n```')[1]).toContain('36mconst a = 1')
})
