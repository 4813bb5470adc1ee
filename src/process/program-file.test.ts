import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasOwnVersion, type ProgramFile, programFile, versionInPackage } from './program-file.ts'

function fileWith(path: string, contents: string): ProgramFile {
  const root = mkdtempSync(join(tmpdir(), 'fairlead-program-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const full = join(root, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, contents, 'latin1')
  return there(full)
}

function there(path: string): ProgramFile {
  const file = programFile(path)
  if (!file) throw new Error(`${path} is not there`)
  return file
}

describe('the key of a file', () => {
  test('stays the same, also through links', () => {
    const { path, key } = fileWith('claude', 'a')
    const link = join(dirname(path), 'link')
    symlinkSync(path, link)
    expect(there(link)).toEqual({ path, key })
  })

  test.each([
    ['written again', (path: string) => writeFileSync(path, 'longer')],
    [
      'replaced',
      (path: string) => {
        writeFileSync(`${path}.new`, 'a')
        renameSync(`${path}.new`, path)
      },
    ],
    ['given another date', (path: string) => utimesSync(path, 1, 1)],
  ])('is another one when it is %s', (_, change) => {
    const { path, key } = fileWith('claude', 'a')
    change(path)
    expect(there(path).key).not.toBe(key)
  })

  test('there is none of a file that is missing', () => {
    expect(programFile('/nowhere/claude')).toBeUndefined()
  })
})

describe('the version is that of the npm package', () => {
  const NAME = '@anthropic-ai/claude-code'
  test.each([
    ['cli.js', 'package.json', { name: NAME, version: '2.1.37' }, '2.1.37'],
    ['bin/claude.exe', 'package.json', { name: NAME, version: '2.1.197' }, '2.1.197'],
    ['claude', 'package.json', { name: `${NAME}-linux-x64`, version: '2.1.197' }, '2.1.197'],
    [
      'claude',
      'package.json',
      { name: '@anthropic-ai/claude-agent-sdk-linux-x64', version: '0.3.325' },
      undefined,
    ],
    ['claude', 'package.json', { name: 'mine', version: '1.0.0' }, undefined],
    ['claude', 'package.json', { name: NAME, version: 3 }, undefined],
    ['claude', 'package.json', null, undefined],
    ['bin/mine', 'package.json', { name: NAME, version: '2.1.197' }, undefined],
    ['bin/claude', 'bin/package.json', { type: 'module' }, undefined],
  ])('%s beside %s with %j: %s', (path, manifest, contents, version) => {
    const file = fileWith(path, '')
    const root = file.path.slice(0, -path.length)
    writeFileSync(join(root, manifest), JSON.stringify(contents))
    expect(versionInPackage(file)).toBe(version)
  })

  test('none for a file that is in no package', () => {
    expect(versionInPackage(fileWith('bin/claude', ''))).toBeUndefined()
  })
})

describe('a file has its own version', () => {
  test.each([
    ['claude', '\x7fELF\x02', true],
    ['2.1.325', '\x7fELF\x02', true],
    ['claude', '\xcf\xfa\xed\xfe', true],
    ['claude.exe', 'MZ\x90', true],
    ['claude', '#!/bin/sh\nexec other-claude "$@"', false],
    ['claude', '#!/usr/bin/env node', false],
    ['claude', '', false],
    // Shims of version managers.
    ['volta-shim', '\x7fELF\x02', false],
    ['mise', '\x7fELF\x02', false],
  ])('%s with %j: %s', (name, contents, answer) => {
    expect(hasOwnVersion(fileWith(name, contents))).toBe(answer)
  })

  test('not one that cannot be read', () => {
    expect(hasOwnVersion({ path: '/nowhere/claude', key: '' })).toBe(false)
  })
})
