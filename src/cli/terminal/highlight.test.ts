import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { highlightedLines } from './highlight.ts'
import { cyan, dim, green, magenta, yellow } from './style.ts'

test('keywords, strings, numbers and comments have colours of their own', () => {
  expect(highlightedLines("const a = 'b' // 1\nreturn 42", 'ts')).toEqual([
    `${magenta('const')} a = ${green("'b'")} ${dim('// 1')}`,
    `${magenta('return')} ${yellow('42')}`,
  ])
  expect(highlightedLines('{"a": true}', 'json')?.[0]).toContain(cyan('"a"'))
})

test('a comment over several lines is coloured in each, and nothing is lost', () => {
  const code = '/* one\n   two */\nlet a = `x\ny`\n'
  const lines = highlightedLines(code, 'js') ?? []
  expect(lines.slice(0, 2)).toEqual([dim('/* one'), dim('   two */')])
  expect(stripVTControlCharacters(lines.join('\n'))).toBe(code)
})

test('an unknown language, or a very long text, stays as it is', () => {
  expect(highlightedLines('a', 'klingon')).toBeUndefined()
  expect(highlightedLines('a'.repeat(100_000), 'ts')).toBeUndefined()
})
