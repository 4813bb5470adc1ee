// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
import { describe, expect, test } from 'vitest'
import { describeFeature } from './features.ts'
import { readShellLine } from './line.ts'

const words = (line: string) =>
  readShellLine(line).commands.map((command) => command.words.map(({ value }) => value))
const kinds = (line: string) => [...new Set(readShellLine(line).features.map(({ kind }) => kind))]

describe('a line of plain words', () => {
  test.each([
    ['npm test', [['npm', 'test']]],
    ['echo \'a b\' "c d"e', [['echo', 'a b', 'c de']]],
    ['a && b || c; d | e', [['a'], ['b'], ['c'], ['d'], ['e']]],
    ['a\nb', [['a'], ['b']]],
    ['CI=1 npm test >/dev/null 2>&1', [['npm', 'test']]],
    ['echo \'\' ""', [['echo', '', '']]],
  ])('%j', (line, expected) => {
    expect(words(line)).toEqual(expected)
    expect(kinds(line)).toEqual([])
  })
})

test.each([
  ['echo $x', 'expansion'],
  ['echo {a,b}', 'expansion'],
  ['echo $(id)', 'substitution'],
  ['cat <(id)', 'substitution'],
  ['echo *', 'pattern'],
  ["echo $'a'", 'quoting'],
  ['\\rm x', 'quoting'],
  ['a > b', 'redirection'],
  ['cat << E\nE', 'redirection'],
  ['PATH=x a', 'assignment'],
  ['a &', 'background'],
  ['(a)', 'structure'],
  ['if a; then b; fi', 'structure'],
  ['a (', 'unclear'],
  ['a &&', 'syntax'],
  ['a # b', 'unclear'],
  ['a \\\nb', 'unclear'],
  ['a "\u202e"', 'character'],
] as const)('%j has %s', (line, kind) => {
  expect(kinds(line)).toContain(kind)
  for (const feature of readShellLine(line).features) expect(describeFeature(feature)).toMatch(/\w/)
})

test('a line that is too long is not read', () => {
  const line = readShellLine('a '.repeat(60_000))
  expect([line.isRead, kinds('a '.repeat(60_000))]).toEqual([false, ['length']])
})

test('commands inside of others are found', () => {
  const names = (line: string) => words(line).map(([name]) => name)
  expect(names('a $(b `c`) "$(d)" <(e)')).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'e']))
  expect(names('if a; then b; else c; fi; f() { d; }; case x in y) e;; esac')).toEqual(
    expect.arrayContaining(['a', 'b', 'c', 'd', 'e']),
  )
  expect(names('cat <<E\n$(a)\nE')).toEqual(expect.arrayContaining(['cat', 'a']))
})

test('what a line writes to', () => {
  expect(readShellLine('a > x 2>> y; (b) &> z').writes).toEqual(['x', 'y', 'z'])
  expect(readShellLine('a > /dev/null 2>&1 < in').writes).toEqual([])
})

test.each([
  '(',
  '{ ',
  '$(',
  '`',
  '<(',
  '[[ ',
  '((',
  'coproc ',
  'if ',
  '${x:-',
  '"$(',
  '<<E\n',
  'a|',
  'case x in ',
])('many %j are read soon or not at all', (opener) => {
  for (const count of [1000, 20_000, 90_000 / opener.length])
    expect(readShellLine(opener.repeat(count)).features.length).toBeGreaterThan(0)
})
