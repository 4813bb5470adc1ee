import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { policyRuleSchema } from '../../api/resources.ts'
import { judgeBy } from './match.ts'

let folder: string
let cwd: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-paths-')))
  cwd = join(folder, 'app')
  mkdirSync(join(cwd, 'src'), { recursive: true })
  mkdirSync(join(folder, 'outside'))
  writeFileSync(join(cwd, '.env'), 'SECRET=1')
  writeFileSync(join(folder, 'outside', 'file'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function evaluate(rule: object, input: Record<string, unknown>, toolName = 'Write'): string {
  const rules = [policyRuleSchema.parse({ id: 'r', ...rule })]
  return judgeBy(rules, { session: { id: 's', cwd }, toolName, input: input as never }).effect
}
const allow = (path: string, file: string) => evaluate({ effect: 'allow', path }, { file_path: file })
const deny = (path: string, input: Record<string, unknown>, tool?: string) =>
  evaluate({ effect: 'deny', path }, input, tool)

describe('a rule that allows', () => {
  test('does not follow a link that leads out', () => {
    symlinkSync(join(folder, 'outside'), join(cwd, 'src', 'link'))
    symlinkSync(join(folder, 'outside', 'file'), join(cwd, 'src', 'file'))
    symlinkSync(join(folder, 'outside', 'new'), join(cwd, 'src', 'dangling'))
    symlinkSync('../../outside/new', join(cwd, 'src', 'relative'))
    expect(allow('src/**', join(cwd, 'src', 'a.ts'))).toBe('allow')
    for (const name of ['link/x', 'link/file', 'file', 'dangling', 'relative', 'link/../file', 'link/deep/x'])
      expect([name, allow('src/**', join(cwd, 'src', name))]).toEqual([name, 'none'])
  })

  test('does not follow its own folder when that is made a link', () => {
    rmSync(join(cwd, 'src'), { recursive: true })
    symlinkSync(join(folder, 'outside'), join(cwd, 'src'))
    expect(allow('src/**', join(cwd, 'src', 'file'))).toBe('none')
    expect(allow(`${cwd}/src/**`, join(cwd, 'src', 'file'))).toBe('none')
  })

  test('holds in a session whose folder is reached by a link', () => {
    symlinkSync(cwd, join(folder, 'short'))
    const file = join(folder, 'short', 'src', 'a.ts')
    cwd = join(folder, 'short')
    expect(allow('src/**', file)).toBe('allow')
    expect(allow(`${cwd}/src/**`, file)).toBe('allow')
  })

  test('needs every path of the call, and paths that it understands', () => {
    const paths = (...list: unknown[]) =>
      evaluate({ effect: 'allow', path: 'src/**' }, { paths: list }, 'Read')
    expect(paths('src/a', 'src/b')).toBe('allow')
    expect(paths('src/a', '../b')).toBe('none')
    expect(paths('src/a', 7)).toBe('none')
    expect(allow('**', '~/x')).toBe('none')
    expect(allow('**', 'https://a/b')).toBe('none')
    expect(allow('**', 'a\0b')).toBe('none')
    expect(evaluate({ effect: 'allow', path: 'src/**' }, { path: 'src/x', glob: '*.ts' }, 'Grep')).toBe(
      'allow',
    )
    expect(evaluate({ effect: 'allow', path: 'src/**' }, { path: 'src/x', glob: '../*' }, 'Grep')).toBe(
      'none',
    )
  })

  test.each([' ', '\t', '\n', '\u00a0', '\ufeff'])(
    'does not take a path with %j around it for that path',
    (blank) => {
      for (const path of [
        `${blank}${folder}/outside/file`,
        `${blank}~/.ssh/id`,
        `${blank}../x`,
        `${cwd}/src/a${blank}`,
      ])
        expect([path, allow('**', path)]).toEqual([path, 'none'])
    },
  )

  test.each(['/proc/self/cwd/src/a', '/proc/1/root/etc/passwd', '/dev/fd/0'])('does not cover %s', (path) => {
    expect(allow('/**', path)).toBe('none')
  })

  test('covers the search of a folder only if it covers all below', () => {
    mkdirSync(join(cwd, 'src', 'sub', 'deep'), { recursive: true })
    const search = (path: string, input: object, tool = 'Grep') =>
      evaluate({ effect: 'allow', path }, { ...input }, tool)
    expect(search('src/**', { path: 'src/sub' })).toBe('allow')
    expect(search('src/*', { path: 'src/sub' })).toBe('none')
    expect(search('src/sub', { path: 'src/sub' })).toBe('none')
    expect(search('src/**', { path: 'src/sub', pattern: '*.ts' }, 'Glob')).toBe('allow')
    expect(search('src/**', { path: 'src/sub', pattern: '/etc/**' }, 'Glob')).toBe('none')
    expect(search('src/**', { path: 'src/sub', pattern: '../../**' }, 'Glob')).toBe('none')
  })

  test('takes the name of a folder as it is, whatever signs it has', () => {
    for (const name of ['*', '?', '**']) mkdirSync(join(folder, name, 'src'), { recursive: true })
    mkdirSync(join(folder, 'other', 'src'), { recursive: true })
    for (const name of ['*', '?', '**']) {
      cwd = join(folder, name)
      expect(allow('src/**', join(cwd, 'src', 'a'))).toBe('allow')
      expect(allow('src/**', join(folder, 'other', 'src', 'a'))).toBe('none')
      expect(deny('src/**', { file_path: join(folder, 'other', 'src', 'a') })).toBe('none')
      expect(deny('src/**', { file_path: join(cwd, 'src', 'a') })).toBe('deny')
    }
  })

  test('does not cover more paths than are looked at, and a deny covers them all', () => {
    const paths = Array.from({ length: 101 }, (_, at) => `src/${at}`)
    expect(evaluate({ effect: 'allow', path: 'src/**' }, { paths }, 'Read')).toBe('none')
    expect(evaluate({ effect: 'allow', path: 'src/**' }, { paths: paths.slice(1) }, 'Read')).toBe('allow')
    expect(deny('**/.env', { paths })).toBe('deny')
  })

  test.each(['Bash', 'WebFetch', 'Anything'])('does not cover %s, whatever fields it is given', (tool) => {
    const input = { command: 'id', url: 'x', file_path: join(cwd, 'src', 'a') }
    expect(evaluate({ effect: 'allow', path: 'src/**' }, input, tool)).toBe('none')
  })
})

describe('a rule that denies', () => {
  test('follows links in both directions', () => {
    symlinkSync(join(cwd, '.env'), join(cwd, 'notes.txt'))
    symlinkSync(cwd, join(folder, 'short'))
    expect(deny('.env', { file_path: join(cwd, 'notes.txt') })).toBe('deny')
    expect(deny('**/.env', { file_path: join(cwd, 'notes.txt') })).toBe('deny')
    expect(deny(join(folder, 'short', '.env'), { file_path: join(cwd, '.env') })).toBe('deny')
    rmSync(join(cwd, '.env'))
    symlinkSync(join(folder, 'outside', 'file'), join(cwd, '.env'))
    expect(deny('.env', { file_path: join(folder, 'outside', 'file') })).toBe('deny')
    expect(deny('.env', { file_path: join(cwd, 'src', 'a') })).toBe('none')
  })

  test.each(['.ENV', '.Env', './.env', 'src/../.env', 'src/../src/../.env'])('knows %j', (name) => {
    expect(deny('.env', { file_path: name })).toBe('deny')
    expect(deny('**/.env', { file_path: join(cwd, name) })).toBe('deny')
  })

  test.each([
    { path: '.env' },
    { file_path: '.env' },
    { notebook_path: '.env' },
    { directory: '.env' },
    { paths: ['src', '.env'] },
    { glob: '.env' },
    { glob: '**/.e*' },
    { glob: '*.{ts,env}' },
    { glob: '.en[uvw]' },
    { path: 'src/..', glob: '.env*' },
    { glob: 'x.ts,.env' },
    { glob: '*.ts .env' },
    { glob: ' .env ' },
    { glob: '/.env' },
    { glob: '\\.env' },
    { glob: '.\\env' },
    { glob: '.[]e]nv' },
    { glob: ['*.ts', '.env'] },
    { path: '.env ' },
    { path: '\t.env' },
    { paths: [['.env']] },
    { paths: [{ path: '.env' }] },
    { paths: { 0: '.env' } },
    { path: '/proc/self/cwd/.env' },
    { path: '/proc/thread-self/cwd/.env' },
    { path: '/dev/fd/../cwd/.env' },
    { path: '/proc/12/fd/7' },
  ])('of any tool covers %j', (input) => {
    for (const tool of ['Read', 'Grep', 'mcp__files__read', 'Unknown'])
      expect(deny('**/.env', input, tool)).toBe('deny')
  })

  test('covers the uri of a file, and the home folder by its short name', () => {
    expect(deny('**/.env', { uri: `file://${cwd}/.env` }, 'mcp__files__read')).toBe('deny')
    expect(deny('**/.env', { uri: `file://${cwd}/%2Eenv` }, 'mcp__files__read')).toBe('deny')
    expect(deny('**/.env', { uri: `file://${cwd}%2f.env` }, 'mcp__files__read')).toBe('deny')
    expect(deny('**/.env', { uri: `file://host${cwd}/%2eenv` }, 'mcp__files__read')).toBe('deny')
    expect(deny('**/.env', { pattern: '**/.env' }, 'Glob')).toBe('deny')
    expect(deny(join(homedir(), '.ssh/**'), { file_path: '~/.ssh/id' })).toBe('deny')
    expect(deny('~/.ssh/**', { file_path: join(homedir(), '.ssh', 'id') })).toBe('deny')
  })

  test.each([
    { glob: '**/*' },
    { glob: '*.ts' },
    { glob: 'src/**/*.{ts,tsx}' },
    { path: 'src' },
    { path: 1 },
    {},
  ])('does not take %j for it', (input) => {
    expect(deny('**/.env', input, 'Grep')).toBe('none')
  })
})
