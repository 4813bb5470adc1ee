import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTimeOf } from '../process/descendants.ts'
import { isReplaced, runningHost, takeLock } from './lock.ts'
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
    ['that names no process', '{}'],
    ['that is no record', 'null'],
  ])('a lock %s is taken over', (_, text) => {
    writeFileSync(file(), text)
    expect(takeLock(folder, '2')).toBeDefined()
    expect(runningHost(folder)?.version).toBe('2')
    expect(readdirSync(folder)).toEqual(['host.json'])
  })

  describe('of two hosts that find the same stale lock', () => {
    const stale = '{"pid":999999999,"startedAt":"1","url":"","version":""}'
    const claim = (contents: string) =>
      `${file()}.${createHash('sha256').update(contents).digest('hex').slice(0, 16)}`
    beforeEach(() => writeFileSync(file(), stale))

    test('the one that comes second, although it had looked first, replaces nothing', () => {
      takeLock(folder, 'first')
      expect(isReplaced(file(), stale, 'second')).toBe(false)
      expect(runningHost(folder)?.version).toBe('first')
      expect(readdirSync(folder)).toEqual(['host.json'])
    })

    test('one waits for nobody while the other replaces it, and does not touch it', () => {
      const { ppid: pid } = process
      const other = JSON.stringify({ pid, startedAt: startTimeOf(pid), url: '', version: 'other' })
      writeFileSync(claim(stale), other)
      expect(takeLock(folder, 'mine')).toBeUndefined()
      expect(readFileSync(file(), 'utf8')).toBe(stale)
      expect(readFileSync(claim(stale), 'utf8')).toBe(other)
    })

    test('one that was killed while it replaced it is in nobody’s way', () => {
      writeFileSync(claim(stale), '{"pid":999999998,"startedAt":"1","url":"","version":""}')
      expect(takeLock(folder, 'next')).toBeDefined()
      expect(runningHost(folder)?.version).toBe('next')
      expect(readdirSync(folder)).toEqual(['host.json'])
    })
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
