import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { styled, styleFor } from './style.ts'

const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY })
const TERM = 'xterm-256color'

test('colours are for terminals, and not with NO_COLOR', () => {
  expect(styleFor(stream(true), { TERM }).red('x')).toBe('\x1b[31mx\x1b[39m')
  expect(styleFor(stream(false), { TERM }).red('x')).toBe('x')
  expect(styleFor(stream(true), { TERM, NO_COLOR: '1' }).red('x')).toBe('x')
  expect(styleFor(stream(true), { TERM: 'dumb' }).red('x')).toBe('x')
})

test('FORCE_COLOR decides, in a pipe too', () => {
  expect(styleFor(stream(false), { FORCE_COLOR: '1' }).red('x')).toBe('\x1b[31mx\x1b[39m')
  expect(styleFor(stream(true), { TERM, FORCE_COLOR: '0' }).red('x')).toBe('x')
})

test('an empty text has no style', () => {
  expect(styled(['bold', 'red'], '')).toBe('')
  expect(styled([], 'x')).toBe('x')
})
