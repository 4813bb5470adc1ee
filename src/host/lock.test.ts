import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runningHost, takeLock } from './lock.ts'
import { readToken, tokenIn } from './token.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const file = () => join(folder, 'host.json')

describe('one host per folder', () => {
  test('the second finds the first, and gets it when the first is gone', () => {
    const lock = takeLock(folder, '1')
    expect(runningHost(folder)).toMatchObject({ pid: process.pid, url: '', version: '1' })
    expect(takeLock(folder, '1')).toBeUndefined()
    lock?.tell('http://127.0.0.1:1')
    expect(runningHost(folder)?.url).toBe('http://127.0.0.1:1')
    lock?.release()
    expect(readdirSync(folder)).toEqual([])
    expect(takeLock(folder, '1')).toBeDefined()
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['of a process that is gone', '{"pid":999999999,"startedAt":"1","url":"","version":""}'],
    [
      'of a process whose number another has now',
      `{"pid":${process.pid},"startedAt":"1","url":"","version":""}`,
    ],
    ['that was cut', '{"pid":'],
    ['that is empty', ''],
  ])('a lock %s is taken over', (_, text) => {
    writeFileSync(file(), text)
    expect(takeLock(folder, '2')).toBeDefined()
    expect(runningHost(folder)?.version).toBe('2')
    expect(readdirSync(folder)).toEqual(['host.json'])
  })

  test('who lost it in the same moment says so, and does not remove the other’s', () => {
    const lock = takeLock(folder, '1')
    const other = '{"pid":1,"url":"","version":""}'
    writeFileSync(file(), other)
    expect(() => lock?.tell('http://127.0.0.1:1')).toThrow(/another host/)
    lock?.release()
    expect(readFileSync(file(), 'utf8')).toBe(other)
  })
})

describe('the token', () => {
  test('is made once, and kept for its owner alone', () => {
    const token = tokenIn(folder)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(tokenIn(folder)).toBe(token)
    expect(readToken(folder)).toBe(token)
    expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600)
  })

  test.each(['', '\n', 'short'])('of a file with %j, which would let everybody in, is made anew', (text) => {
    writeFileSync(join(folder, 'token'), text)
    expect(readToken(folder)).toBeUndefined()
    expect(tokenIn(folder)).toHaveLength(43)
  })
})
