import type { Token } from 'marked'
import { describe, expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { type HtmlElement, withElements } from './inline-html.ts'
import { mathTree } from './math/tree.ts'

const types = (tokens: readonly (Token | HtmlElement)[] | undefined): string =>
  (tokens ?? [])
    .map((token) =>
      token.type === 'element'
        ? `${token.name}(${types(token.tokens)})`
        : token.type === 'paragraph'
          ? types(token.tokens && withElements(token.tokens))
          : token.type === 'math'
            ? `math[${token.tex}]`
            : token.type === 'footnoteRef'
              ? `ref[${token.label}]`
              : token.type === 'footnote'
                ? `note[${token.label}](${types(token.tokens)})`
                : (token as Token).raw,
    )
    .join('')
const read = (text: string) => types(blocksOf(text).tokens)

describe('formulas', () => {
  test.each([
    ['The sum $a+b$ is', 'The sum math[a+b] is'],
    ['From $x^2$, $y$.', 'From math[x^2], math[y].'],
    ['It costs $5 and $6', 'It costs $5 and $6'],
    ['From $5/$6 a piece', 'From $5/$6 a piece'],
    ['echo $HOME/$PATH now', 'echo $HOME/$PATH now'],
    ['\\(a\\) and \\[b\\]', 'math[a] and math[b]'],
    ['$$\na = b\n$$\nand', 'math[a = b]and'],
    ['\\[\na\n\\]', 'math[a]'],
    ['`$a$` and \\$b$', '`$a$` and \\$b$'],
    ['$$ not over', '$$ not over'],
  ])('%j', (text, found) => {
    expect(read(text)).toBe(found)
  })
  test('become MathML of known elements and attributes, without the source', () => {
    const tree = mathTree('\\frac{a}{b}', false)
    expect(JSON.stringify(tree)).toContain('"mfrac"')
    expect(JSON.stringify(tree)).not.toMatch(/annotation|xmlns|katex/)
  })
  test.each([
    '\\href{javascript:steal()}{x}',
    '\\includegraphics{http://evil.invalid/a.png}',
    '\\htmlStyle{background:url(http://evil.invalid)}{x}',
    '\\htmlId{root}{x}',
    '\\htmlData{x=1}{x}',
    '\\url{http://evil.invalid}',
  ])('%s does nothing', (tex) => {
    expect(JSON.stringify(mathTree(tex, false) ?? {})).not.toMatch(
      /"(href|src|style|id|class|data-\w+|mglyph)"/,
    )
  })
  test.each(['\\frac{a', '\\nonsense', '\\def\\a{\\a\\a}\\a', 'x'.repeat(6000)])(
    'what cannot be read is none: %.20s',
    (tex) => {
      expect(mathTree(tex, true)).toBeUndefined()
    },
  )
})

describe('footnotes', () => {
  test('references and notes, also several lines of them', () => {
    expect(read('Said[^1] so.\n\n[^1]: By *me*,\n    and you.\n\nMore')).toBe(
      'Said\u200bref[1] so.note[1](By *me*,\nand you.)More'.replace('\u200b', '').replace(' so.', ' so.\n\n'),
    )
  })
  test('the labels of a growing text stay the same object until there is another one', () => {
    const first = blocksOf('a[^1]\n\n[^1]: note\n\n')
    const second = blocksOf(`${first.text}more `, first)
    expect([...first.footnotes]).toEqual(['1'])
    expect(second.footnotes).toBe(first.footnotes)
    expect([...blocksOf(`${second.text}\n\n[^b]: another`, second).footnotes]).toEqual(['1', 'b'])
  })
})

describe('HTML in text', () => {
  test.each([
    ['Press <kbd>Ctrl</kbd> now', 'Press kbd(Ctrl) now'],
    ['H<sub>2</sub>O <SUP>a *b*</SUP>', 'Hsub(2)O sup(a *b*)'],
    ['<b>a <i>b</i></b>', 'b(a i(b))'],
    ['<kbd onclick="x()">a</kbd>', '<kbd onclick="x()">a</kbd>'],
    ['<b>a <i>b</b> c', 'b(a <i>b) c'],
    ['<kbd>open', '<kbd>open'],
    ['closed</kbd>', 'closed</kbd>'],
    ['a <span>b</span> <script>c</script>', 'a <span>b</span> <script>c</script>'],
    ['a <a>b</a> <style>c</style> <iframe>d</iframe>', 'a <a>b</a> <style>c</style> <iframe>d</iframe>'],
  ])('%j', (text, found) => {
    expect(read(text)).toBe(found)
  })
})
