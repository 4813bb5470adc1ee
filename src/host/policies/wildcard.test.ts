import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { pathMatches, pathPattern, pathsOverlap } from './path-pattern.ts'
import { textMatches } from './wildcard.ts'

/** Of a small alphabet, so that patterns and texts meet. */
const short = (signs: string) =>
  fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((it) => it.join(''))

/** What a pattern means, said with a regular expression; these are slow in the worst case, so only tests use them. */
const escaped = (text: string) => text.replace(/[.+^${}()|[\]\\]/g, '\\$&')
const asText = (pattern: string) =>
  new RegExp(`^${escaped(pattern).replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`)
const asPath = (pattern: string) =>
  new RegExp(
    `^${escaped(pattern)
      .replace(/\*{3,}/g, '**')
      .replaceAll('?', '[^/]')
      .replaceAll('**/', '\0')
      .replaceAll('**', '\x01')
      .replaceAll('*', '[^/]*')
      .replaceAll('\x01', '[^]*')
      .replaceAll('\0', '(?:[^]*/)?')}$`,
  )

describe('a pattern means what the regular expression means', () => {
  test('of text', () => {
    fc.assert(
      fc.property(short('ab*?'), short('ab'), (pattern, text) => {
        expect(textMatches(pattern, text)).toBe(asText(pattern).test(text))
      }),
      { numRuns: 3000 },
    )
  })

  test('of paths', () => {
    fc.assert(
      fc.property(short('ab/**?'), short('ab/'), (pattern, path) => {
        expect(pathMatches(pathPattern(pattern), path)).toBe(asPath(pattern).test(path))
      }),
      { numRuns: 3000 },
    )
  })

  test('two patterns overlap when one path matches both', () => {
    fc.assert(
      fc.property(short('a/**'), short('a/**'), short('a/'), (one, other, path) => {
        if (asPath(one).test(path) && asPath(other).test(path))
          expect(pathsOverlap(pathPattern(one), pathPattern(other))).toBe(true)
      }),
      { numRuns: 5000 },
    )
    expect(pathsOverlap(pathPattern('/a/**/*.ts'), pathPattern('**/.env'))).toBe(false)
    expect(pathsOverlap(pathPattern('/a/*'), pathPattern('/a/b/c'))).toBe(false)
    expect(pathsOverlap(pathPattern('/a/.e*'), pathPattern('**/.env'))).toBe(true)
  })
})

/** With backtracking, the last pattern of each would take longer than anyone waits. */
describe('no text makes a pattern go back', () => {
  test.each([
    ['*curl*sh*', 'curl'.repeat(25_000)],
    ['*a*a*a*a*a*a*a*b', 'a'.repeat(100_000)],
    ['*a?a?a?a?a?b*', 'a'.repeat(100_000)],
    [`${'*a'.repeat(200)}*b`, 'a'.repeat(100_000)],
  ])('%j', (pattern, text) => {
    expect(textMatches(pattern, text)).toBe(false)
  })

  test('nor a path', () => {
    expect(pathMatches(pathPattern(`${'**/a'.repeat(100)}/b`), '/a'.repeat(2000))).toBe(false)
  })
})
