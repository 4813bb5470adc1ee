import { describe, expect, test } from 'vitest'
import fc from '../../test/generate/fast-check.ts'
import { visible, visibleIn, visibleJson, visiblePiece, withoutControl } from './unseen.ts'

test('R-SEC-3 what is not seen in the texts of a request is written out', () => {
  const request = {
    title: 'Run ls\u001b[2K',
    description: 'harmless \u202egnp.exe',
    input: { command: 'echo a\u200bb\nls\t-l', files: ['\u0000x'] },
    count: 3,
  }
  expect(visibleIn(request)).toEqual({
    title: 'Run ls\\u{1b}[2K',
    description: 'harmless \\u{202e}gnp.exe',
    input: { command: 'echo a\\u{200b}b\nls\t-l', files: ['\\u{0}x'] },
    count: 3,
  })
})

describe('what is not seen', () => {
  test.each([
    ['soft hyphen', '\u00ad'],
    ['grapheme joiner', '\u034f'],
    ['Arabic letter mark', '\u061c'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['Khmer vowels without a shape', '\u17b4\u17b5'],
    ['Mongolian selectors', '\u180b\u180e'],
    ['spaces without width', '\u200b\u200c\u200d\u2060\ufeff'],
    ['marks of direction', '\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'],
    ['separators of lines and paragraphs', '\u2028\u2029'],
    ['operators without a shape', '\u2061\u2062\u2063\u2064'],
    ['the blank of Braille', '\u2800'],
    ['notes to other texts', '\ufff9\ufffa\ufffb'],
    ['selectors of variants that select nothing', '\ufe00\ufe0f\u{e0100}\u{e01ef}'],
    ['tags', '\u{e0001}\u{e0041}\u{e007f}'],
    ['musical formats', '\u{1d173}'],
    ['DEL and C1', '\u007f\u0080\u009b\u009f'],
  ])('%s', (_, chars) => {
    const all = [...chars].map((char) => `\\u{${char.codePointAt(0)?.toString(16)}}`).join('')
    expect(visible(`a${chars}b`)).toBe(`a${all}b`)
    expect(visiblePiece(`a${chars}b`)).toBe(`a${all}b`)
    expect(JSON.parse(visibleJson(JSON.stringify(`a${chars}b`)))).toBe(`a${chars}b`)
    for (const char of chars) expect(visibleJson(JSON.stringify(`a${chars}b`))).not.toContain(char)
  })

  test('half of a character', () => {
    expect(visible('a\ud800b')).toBe('a\\u{d800}b')
  })

  test('a text hidden in selectors after an emoji, or in tags after a flag', () => {
    expect(visible('👍\ufe0f\ufe0e')).toContain('\\u{fe0e}')
    expect(visible('👍\u{e0148}\u{e0149}')).toBe('👍\\u{e0148}\\u{e0149}')
    expect(visible('🏴\u{e0072}\u{e006d}')).toBe('🏴\\u{e0072}\\u{e006d}')
  })
})

test.each([
  'größer → 🎉 한국어\n\tx',
  '👩🏽‍💻 🏳️‍🌈 ❤️ 👨‍👩‍👧 1️⃣ ☺︎',
  'می‌خواهم',
  'क्‍ष',
  'שלום عربي',
  'a\u00a0b\u3000c',
])('what is seen stays as it is: %s', (text) => {
  expect(visible(text)).toBe(text)
  expect(visiblePiece(text)).toBe(text)
  expect(visibleJson(text)).toBe(text)
})

test('an emoji that comes in pieces stays whole', () => {
  for (const text of ['👩🏽‍💻', '🏳️‍🌈', '❤️', '👨‍👩‍👧']) {
    const chars = [...text]
    for (let i = 1; i < chars.length; i++) {
      const pieces = [chars.slice(0, i).join(''), chars.slice(i).join('')]
      expect(pieces.map(visiblePiece).join('')).toBe(text)
    }
  }
})

test('of any text: nothing unseen is left, JSON stays what it was, and twice is once', () => {
  const rest = /[\u007f-\u009f\u061c\u00ad\u3164\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}]/u
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(rest)
      expect(visible(visible(text))).toBe(visible(text))
      const json = visibleJson(JSON.stringify({ text }))
      expect(json).not.toMatch(rest)
      expect(JSON.parse(json)).toEqual({ text })
    }),
  )
})

/** With a pattern that goes back, this would not end. */
test('a long text is read through once', () => {
  const text = '\u202e'.repeat(500_000) + '👍\u200d'.repeat(200_000)
  expect(visible(text).length).toBeGreaterThan(text.length)
})

test('of control sequences only those stay that our commands print', () => {
  const own = '\x1b[31mred\x1b[0m \x1b[1;2mx\r\x1b[K\x1b[2K\x1b[H\x1b[2J\x1b[J\n\t'
  expect(withoutControl(own)).toBe(own)
  expect(withoutControl('a\x1b]0;title\x07b\x08\x1b[5A\x1bc\x00')).toBe(
    String.raw`a\u001b]0;title\u0007b\u0008\u001b[5A\u001bc\u0000`,
  )
})
