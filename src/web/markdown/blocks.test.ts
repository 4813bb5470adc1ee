import { describe, expect, test } from 'vitest'
import { type Blocks, blocksOf } from './blocks.ts'
import { decoded } from './entities.ts'
import { safeLink } from './safe-link.ts'

const TEXT = `# Title

Some *text* with a [link][a].

- one

- two

  more of two
1. first
2. second

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
const x = 1

// a comment
\`\`\`

> quoted
lazily

Setext
======

[a]: https://example.org
`

/** Without the inline parts of what may refer to a definition that came later. */
const shape = ({ tokens }: Blocks) => tokens.map(({ type, raw }) => [type, raw])

describe('markdown that grows', () => {
  test('at each character it has the blocks that the whole text has', () => {
    let grown: Blocks | undefined
    for (let end = 1; end <= TEXT.length; end++) {
      grown = blocksOf(TEXT.slice(0, end), grown)
      expect(shape(grown)).toEqual(shape(blocksOf(TEXT.slice(0, end))))
    }
    expect(grown?.linkCount).toBe(1)
  })
  test('what stands before the last two blocks is kept as it is', () => {
    const before = blocksOf('one\n\ntwo\n\nthree\n\nfour')
    const after = blocksOf('one\n\ntwo\n\nthree\n\nfour and more', before)
    expect(after.tokens[0]).toBe(before.tokens[0])
    expect(after.tokens[2]).toBe(before.tokens[2])
    expect(after.tokens.at(-1)?.raw).toBe('four and more')
  })
  test('another text is read from its beginning', () => {
    expect(shape(blocksOf('new', blocksOf('old text')))).toEqual(shape(blocksOf('new')))
  })
})

test('only addresses that lead out of the page and run nothing are links', () => {
  expect(safeLink('https://example.org/a')).toBe('https://example.org/a')
  expect(safeLink('mailto:a@example.org')).toBe('mailto:a@example.org')
  for (const address of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/api/sessions',
    '//evil.example',
    'src/index.ts',
  ])
    expect(safeLink(address)).toBeUndefined()
})

test('character references become characters', () => {
  expect(decoded('a &amp; b &lt;c&gt; &#65;&#x42; &unknown; &#0; &constructor;')).toBe(
    'a & b <c> AB &unknown; \ufffd &constructor;',
  )
})
