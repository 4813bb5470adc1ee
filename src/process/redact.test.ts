import { describe, expect, test } from 'vitest'
import { redact, secretsIn } from './redact.ts'

const token = 'abcDEF123-_.~+/=='

describe('redact', () => {
  test.each([
    ['bad key sk-ant-api03-AAbb_-cc12 given', 'bad key [redacted] given'],
    [`Bearer ${token}`, 'Bearer [redacted]'],
    [`authorization: Bearer ${token}\nnext`, 'authorization: [redacted]\nnext'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: [redacted]'],
    ['Proxy-Authorization: Basic dXNlcjpwYXNz', 'Proxy-Authorization: [redacted]'],
    [`{"Authorization":"Bearer ${token}","a":1}`, '{"Authorization":"[redacted]","a":1}'],
    [`headers: { authorization: 'Bearer ${token}' }`, "headers: { authorization: '[redacted]' }"],
    ['x-api-key: secret, accept: all', 'x-api-key: [redacted], accept: all'],
    ['{"X-Api-Key":"secret"}', '{"X-Api-Key":"[redacted]"}'],
    [String.raw`"{\"x-api-key\":\"secret\",\"a\":1}"`, String.raw`"{\"x-api-key\":\"[redacted]\",\"a\":1}"`],
    ['ANTHROPIC_API_KEY=short node x', 'ANTHROPIC_API_KEY=[redacted] node x'],
    ['ANTHROPIC_AUTH_TOKEN: "t"', 'ANTHROPIC_AUTH_TOKEN: "[redacted]"'],
    ['MY_CLIENT_SECRET=a1 DB_PASSWORD=b2', 'MY_CLIENT_SECRET=[redacted] DB_PASSWORD=[redacted]'],
  ])('%s', (text, clean) => {
    expect(redact(text)).toBe(clean)
    expect(redact(clean)).toBe(clean)
  })

  test.each([
    'the bearer of bad patch',
    'max_tokens: 5, input_tokens=7',
    'asked for a KEY, got no TOKEN',
    'sk-ant-',
    'task-antique',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  test('hides given values wherever they stand, the longest first', () => {
    const secrets = ['password1', 'password1-and-more']
    expect(redact('got "password1-and-more", then /password1/x', secrets)).toBe(
      'got "[redacted]", then /[redacted]/x',
    )
  })

  test('hides a value within JSON, a value of many lines, and what a header says of it', () => {
    const secrets = ['quote"and\\slash', '-----BEGIN KEY-----\nMIIEvAIBADANBg\nkqhkiG9w0BAQEF\n']
    expect(redact(JSON.stringify({ a: secrets[0] }), secrets)).toBe('{"a":"[redacted]"}')
    expect(redact(JSON.stringify({ a: secrets[1] }), secrets)).not.toMatch(/MIIE|kqhk/)
    expect(redact('last line: kqhkiG9w0BAQEF', secrets)).toBe('last line: [redacted]')
    expect(redact('x-api-key: password1', ['password1'])).toBe('x-api-key: [redacted]')
  })

  test('does not hide values too short to be secrets', () => {
    expect(redact('1 and true', ['1', 'true', ''])).toBe('1 and true')
  })
})

describe('secretsIn', () => {
  test('takes the values of variables whose names say so', () => {
    const env = {
      ANTHROPIC_API_KEY: 'a',
      GITHUB_TOKEN: 'b',
      client_secret: 'c',
      DB_PASSWORD: 'd',
      TOKEN: 'e',
      MONKEY: 'f',
      KEYS: 'g',
      SOME_KEY_FILE: 'h',
      UNSET_KEY: undefined,
    }
    expect(secretsIn(env)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
