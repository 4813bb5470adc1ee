import { describe, expect, test } from 'vitest'
import { redact } from './redact.ts'
import { secretsInText } from './secrets.ts'

// Put together here, so that nothing in this file looks like a key to those who search for such.
const join = (...parts: string[]) => parts.join('')
const github = join('ghp', '_16C7e42F292c6912E7710c838347Ae178B4a')
const fineGrained = join('github', '_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz0123456789')
const aws = join('AKIA', 'IOSFODNN7EXAMPLE')
const awsSecret = join('wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYEXAMPLEKEY')
const slack = join('xoxb', '-123456789012-abcdefghijkl')
const jwt = join('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9')
const pem = (newline: string, kind = 'RSA ') =>
  [
    `-----BEGIN ${kind}PRIVATE KEY-----`,
    'MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MbzYLd==',
    'qLjtyf1x2y3z4A5B6C7D',
    `-----END ${kind}PRIVATE KEY-----`,
  ].join(newline)

describe('is hidden, and nothing else is', () => {
  test.each<[text: string, secret: string]>([
    [`push with ${github} now`, github],
    [
      join('gho', '_16C7e42F292c6912E7710c838347Ae178B4a'),
      join('gho', '_16C7e42F292c6912E7710c838347Ae178B4a'),
    ],
    [`https://x.example/?t=${fineGrained}&a=1`, fineGrained],
    [`id ${aws}.`, aws],
    [join('ASIA', 'IOSFODNN7EXAMPLE'), join('ASIA', 'IOSFODNN7EXAMPLE')],
    [`aws_secret_access_key = ${awsSecret}`, awsSecret],
    [`{"SecretAccessKey":"${awsSecret}"}`, awsSecret],
    [`token ${slack} of the bot`, slack],
    [join('xoxp', '-1234-5678-abcdef'), join('xoxp', '-1234-5678-abcdef')],
    [`got ${jwt}, fine`, jwt],
    ['clone https://ann:s3cret@example.com/x.git', 'ann:s3cret'],
    ['postgres://app:p@ss-w0rd@db:5432/app', 'app:p@ss-w0rd'],
    ['redis://:hunter2@cache:6379', ':hunter2'],
    ['fetch https://abcdef0123456789@example.com/x', 'abcdef0123456789'],
    [`a ${pem('\n')} b`, pem('\n')],
    [`a ${pem('\r\n', 'OPENSSH ')} b`, pem('\r\n', 'OPENSSH ')],
    [JSON.stringify({ key: pem('\n', '') }), pem('\\n', '')],
    [JSON.stringify(JSON.stringify({ key: pem('\n', 'EC ') })), pem('\\\\n', 'EC ')],
    ['password=hunter2 next', 'hunter2'],
    ['Password: hunter2', 'hunter2'],
    ['dbPassword: "hunter2"', 'hunter2'],
    ['passwd=hunter2', 'hunter2'],
    ['passphrase: hunter2', 'hunter2'],
    ['api_key: abcdef', 'abcdef'],
    ['apikey=abcdef', 'abcdef'],
    [`{'apiKey': 'abcdef'}`, 'abcdef'],
    ['x-goog-api-key: abcdef', 'abcdef'],
    ['client_secret=abcdef', 'abcdef'],
    ['access_token=abcdef&x=1'.replace('&x=1', ''), 'abcdef'],
    ['"refreshToken": "abcdef"', 'abcdef'],
    ['/login?token=0123456789abcdef', '0123456789abcdef'],
    ['{"token":"0123456789abcdef"}', '0123456789abcdef'],
    [join('sk', '-ant-api03-AAbb_-cc12'), join('sk', '-ant-api03-AAbb_-cc12')],
    [join('sk', '-proj-abcdefghij0123456789'), join('sk', '-proj-abcdefghij0123456789')],
    [
      join('npm', '_abcdefghijklmnopqrstuvwxyz0123456789'),
      join('npm', '_abcdefghijklmnopqrstuvwxyz0123456789'),
    ],
    [join('glpat', '-abcdefghij0123456789'), join('glpat', '-abcdefghij0123456789')],
    [
      join('AIza', 'SyA1234567890abcdefghijklmnopqrstuv'),
      join('AIza', 'SyA1234567890abcdefghijklmnopqrstuv'),
    ],
    ['Authorization: Bearer abc.def', 'Bearer abc.def'],
    ['authorization: token abcdef', 'token abcdef'],
    ['curl -H "Authorization: Basic dXNlcjpwYXNz" x', 'Basic dXNlcjpwYXNz'],
    ['basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['Cookie: session=abc; theme=dark', 'session=abc; theme=dark'],
    ['{"set-cookie":"session=abc; HttpOnly"}', 'session=abc; HttpOnly'],
    ['DATABASE_PASS=x1', 'x1'],
    ['SENTRY_DSN=abc', 'abc'],
    ['SECRET=abc', 'abc'],
    ['STRIPE_KEY_2=abc', 'abc'],
  ])('%s', (text, secret) => {
    expect(redact(text)).toBe(text.replace(secret, '[redacted]'))
    expect(redact(redact(text))).toBe(redact(text))
  })

  test('both halves of a pair without names', () => {
    expect(redact(`${aws}, ${awsSecret}\n`)).toBe('[redacted], [redacted]\n')
  })
})

describe('stays', () => {
  test.each([
    'the bearer of bad patch',
    'basic authentication is off',
    'max_tokens: 5, input_tokens=7, "output_tokens": 12',
    'asked for a KEY, got no TOKEN',
    'MONKEY=banana HOCKEY: puck',
    'PWD=/home/me OLDPWD=/tmp',
    '--- PASS: TestTotal (0.00s)',
    'unexpected token: }',
    'a secret: nobody knows it',
    'the primary key: id',
    '{"key":"value","author":"Ann"}',
    'passwordless: true',
    'npm_config_registry=https://registry.npmjs.org/',
    'npm_lifecycle_event=test',
    'task-antique sk-learn-contrib-project sk-ant-',
    'ssh://git@github.com/a/b.git',
    'see https://example.com/@ann/x and ann@example.com',
    'AKIA is a prefix',
    'eyJhbGciOiJub25lIn0 alone',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'git commit 16c7e42f292c6912e7710c838347ae178b4aa1b2',
    'cookies: 3',
    'authorizations',
  ])('%s', (text) => {
    expect(secretsInText(text)).toEqual([])
  })
})

test('what comes after a private key stays, and JSON stays JSON, also when the key is cut off', () => {
  expect(redact(`${pem('\n')}\ndone`)).toBe('[redacted]\ndone')
  const [begin = '', first = ''] = pem('\n').split('\n')
  const cut = JSON.stringify({ key: `${begin}\n${first}`, next: 1 })
  expect(JSON.parse(redact(cut))).toEqual({ key: '[redacted]', next: 1 })
})

/** With a pattern that goes back, these would not end. */
describe('a long text that is made to be slow is read through once', () => {
  const MB = 2 ** 20
  test.each([
    ['letters', 'a'],
    ['names of variables', 'A_'],
    ['beginnings of keys', '-----BEGIN PRIVATE KEY-----'],
    ['beginnings of keys with text', `-----BEGIN PRIVATE KEY-----${'a'.repeat(5000)}`],
    ['half of a JWT', 'eyJabcdefghij-'],
    ['schemes', 'a.b.c://'],
    ['addresses without an end', 'http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaa:'],
    ['headers', 'authorization:'],
    ['blanks', 'password   '],
    ['backslashes', '\\'],
    ['names with backslashes', 'token\\\\\\\\\\\\'],
    ['quotes', 'token"\'"\''],
    ['sk', 'sk-'],
    ['AKIA', 'AKIA'],
    ['bearer', 'bearer '],
    ['at signs', 'a@'],
  ])('%s', (_, part) => {
    const text = part.repeat(Math.ceil((2 * MB) / part.length))
    expect(redact(text).length).toBeGreaterThan(0)
  })
})
