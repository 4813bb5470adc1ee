import { beforeEach, expect, test } from 'vitest'
import { CODE_LIFETIME, SignInCodes } from './sign-in-codes.ts'

let now: number
let codes: SignInCodes
beforeEach(() => {
  now = 5000
  codes = new SignInCodes(() => now)
})

test('a code is good once', () => {
  const { code, expiresAt } = codes.create()
  expect(expiresAt).toBe(now + CODE_LIFETIME)
  expect(code).toMatch(/^[\w-]{24}$/)
  expect(codes.use(code)).toBe('valid')
  expect(codes.use(code)).toBe('used')
})

test('a code is good for ten minutes', () => {
  const [one, two] = [codes.create(), codes.create()]
  now += CODE_LIFETIME - 1
  expect(codes.use(one.code)).toBe('valid')
  now += 1
  expect(codes.use(two.code)).toBe('expired')
  expect(codes.use(one.code)).toBe('used')
})

test.each(['', 'guess', 'A'.repeat(24)])('%j is no code', (given) => {
  codes.create()
  expect(codes.use(given)).toBe('unknown')
})

test('of more than a hundred codes, the oldest end', () => {
  const first = codes.create()
  for (let i = 0; i < 100; i++) codes.create()
  expect(codes.use(first.code)).toBe('unknown')
})
