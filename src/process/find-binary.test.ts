import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BinaryNotFoundError } from './errors.ts'
import { type FindBinaryOptions, findBinary } from './find-binary.ts'

let root: string
let home: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-find-'))
  home = join(root, 'home')
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, { mode = 0o755, content = '#!/bin/sh\necho here\n' } = {}): string {
  const whole = join(root, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, content)
  chmodSync(whole, mode)
  return whole
}

/** PATH: the folders `a` and `b`. */
function find(options: FindBinaryOptions = {}): ReturnType<typeof findBinary> {
  const { env, ...others } = options
  const path = ['a', 'b'].map((folder) => join(root, folder)).join(delimiter)
  return findBinary({ home, cwd: root, env: { PATH: path, ...env }, ...others })
}

function failure(options: FindBinaryOptions = {}): BinaryNotFoundError {
  try {
    find(options)
  } catch (error) {
    expect(error).toBeInstanceOf(BinaryNotFoundError)
    return error as BinaryNotFoundError
  }
  throw new Error('it was found')
}

describe('findBinary', () => {
  test('R-SPAWN-1 the option, CLAUDE_BIN and the places in the home come in this order', () => {
    const local = put('home/.local/bin/claude')
    expect(find().path).toBe(local)
    const claude = put('home/.claude/local/claude')
    expect(find().path).toBe(claude)
    const variable = put('elsewhere/claude')
    expect(find({ env: { CLAUDE_BIN: variable } }).path).toBe(variable)
    const option = put('named/claude')
    expect(find({ binary: option, env: { CLAUDE_BIN: variable } }).path).toBe(option)
  })

  test('R-SPAWN-1 then come /usr/local/bin and PATH', () => {
    const usual = '/usr/local/bin/claude'
    // Such a file on the machine itself is found before PATH is looked at.
    if (existsSync(usual)) return expect(find().path).toBe(usual)
    const places = [join(home, '.claude/local/claude'), join(home, '.local/bin/claude'), usual]
    const inPath = ['a', 'b'].map((folder) => join(root, folder, 'claude'))
    expect(failure().looked.map(({ path }) => path)).toEqual([...places, ...inPath])
    expect(failure().message).toMatch(/^Claude Code is not installed\. .*CLAUDE_BIN/)
    put('b/claude')
    expect(find().path).toBe(inPath[1])
  })

  test('R-SPAWN-3 when there is none, every place is listed in the order of the search', () => {
    const { looked, message } = failure({ binary: 'claude' })
    expect(looked.map(({ path }) => path)).toEqual([join(root, 'a', 'claude'), join(root, 'b', 'claude')])
    for (const { path } of looked) expect(message).toContain(`${path} (PATH): does not exist`)
  })

  test('a bare name is searched in PATH, where the first that can be run wins', () => {
    mkdirSync(join(root, 'a', 'agent'), { recursive: true })
    const second = put('b/agent')
    put('agent')
    expect(find({ binary: 'agent' })).toEqual({ path: second, command: second, args: [] })
    expect(find({ env: { CLAUDE_BIN: 'agent' } }).path).toBe(second)
  })

  test('a path is relative to the working directory, and ~ is the home', () => {
    const path = put('tools/agent')
    expect(find({ binary: './tools/agent' }).path).toBe(path)
    expect(find({ binary: '../tools/agent', cwd: join(root, 'a') }).path).toBe(path)
    expect(find({ binary: '~/bin/agent', home: put('x/bin/agent').slice(0, -10) }).path).toBe(
      join(root, 'x/bin/agent'),
    )
  })

  test('a link is followed, and the found file really runs', () => {
    put('real/agent')
    symlinkSync(join(root, 'real/agent'), join(root, 'link'))
    const { command, args } = find({ binary: './link' })
    expect(execFileSync(command, [...args], { encoding: 'utf8' })).toBe('here\n')
  })

  test.each(['agent.js', 'agent.mjs', 'agent.cjs'])('R-SPAWN-2 %s is run with node', (name) => {
    const path = put(name, { mode: 0o644, content: 'console.log(process.argv.length)' })
    const binary = find({ binary: name })
    expect(binary).toEqual({ path, command: process.execPath, args: [path] })
    expect(execFileSync(binary.command, [...binary.args, 'x'], { encoding: 'utf8' })).toBe('3\n')
  })

  test('R-SPAWN-3 the reason is told: missing, a directory, not executable, a link to nothing', () => {
    mkdirSync(join(root, 'a', 'agent'), { recursive: true })
    put('b/agent', { mode: 0o644 })
    expect(failure({ binary: 'agent' }).looked.map(({ reason }) => reason)).toEqual([
      'is a directory',
      'is not executable',
    ])
    symlinkSync(join(root, 'nothing'), join(root, 'link'))
    expect(failure({ binary: './link' }).looked[0]?.reason).toBe('does not exist')
    put('file')
    expect(failure({ binary: './file/agent' }).looked[0]?.reason).toBe('does not exist')
  })

  test('one that is named and missing is an error, although there are others', () => {
    put('home/.local/bin/claude')
    put('a/claude')
    expect(failure({ binary: './gone' }).message).toMatch(/^The option `binary` is "\.\/gone"/)
    expect(failure({ binary: './gone' }).looked).toHaveLength(1)
    expect(failure({ env: { CLAUDE_BIN: '/gone/claude' } }).message).toMatch(
      /^CLAUDE_BIN is "\/gone\/claude"/,
    )
    expect(failure({ binary: '' }).looked[0]?.reason).toBe('is a directory')
  })

  test('an empty CLAUDE_BIN counts as none, and empty entries of PATH are passed over', () => {
    const claude = put('home/.claude/local/claude')
    expect(find({ env: { CLAUDE_BIN: '' } }).path).toBe(claude)
    expect(failure({ binary: 'agent', env: { PATH: `${delimiter}${delimiter}` } }).looked).toEqual([])
  })
})

test('a folder that PATH names twice, or that is a usual place, is looked at once', () => {
  const bin = join(home, '.local', 'bin')
  const { looked } = failure({ env: { PATH: [bin, bin, join(root, 'a'), join(root, 'a')].join(delimiter) } })
  const paths = looked.map(({ path }) => path)
  expect(paths).toEqual([...new Set(paths)])
  expect(paths.slice(-1)).toEqual([join(root, 'a', 'claude')])
  const named = failure({ binary: 'other', env: { PATH: [bin, bin].join(delimiter) } })
  expect(named.looked).toHaveLength(1)
})
