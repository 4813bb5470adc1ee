import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { printable, shorten, styleFor } from './style.ts'

const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY })

test('colours are for terminals, and not with NO_COLOR', () => {
  expect(styleFor(stream(true), {}).red('x')).toBe('\x1b[31mx\x1b[39m')
  expect(styleFor(stream(false), {}).red('x')).toBe('x')
  expect(styleFor(stream(true), { NO_COLOR: '1' }).red('x')).toBe('x')
  expect(styleFor(stream(true), { TERM: 'dumb' }).red('x')).toBe('x')
})

test('text of others cannot steer the terminal', () => {
  expect(printable('a\x1b[2Jb\x1b]0;title\x07c\rd\x9be\n\tf')).toBe('abcde\n\tf')
})

test('what is not seen, or turns others around, is written out', () => {
  expect(printable('rm \u202egnp.exe\u00ad\u061c\u3164\u{e0041}')).toBe(
    'rm \\u{202e}gnp.exe\\u{ad}\\u{61c}\\u{3164}\\u{e0041}',
  )
  expect(shorten('a\u2066b', 20)).toBe('a\\u{2066}b')
})

test('a text is shortened to one line', () => {
  expect(shorten('  a\n\n b ', 10)).toBe('a b')
  expect(shorten('abcdefgh', 5)).toBe('abcd…')
})
