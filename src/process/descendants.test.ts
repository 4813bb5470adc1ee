import { spawn } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gone, isAlive, program } from '../../test/process/children.ts'
import { descendantsOf, findDescendants, killAll } from './descendants.ts'

/** A child with a child with a child; answers the pids from the nearest to the farthest. */
async function family(): Promise<{ top: number; below: number[] }> {
  const leaf = `console.log(process.pid); setInterval(() => {}, 1000)`
  const nest = (code: string) =>
    `console.log(process.pid)
     require('node:child_process').spawn(process.execPath, ['--input-type=commonjs', '--eval', ${JSON.stringify(code)}],
       { stdio: ['ignore', 'inherit', 'ignore'], detached: true })
     setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, program(nest(nest(leaf))), { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => killAll([...descendantsOf(child.pid ?? 0)]))
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for await (const part of child.stdout) {
    text += part
    if (text.split('\n').length > 3) break
  }
  const [top = 0, ...below] = text.trim().split('\n').map(Number)
  return { top, below }
}

describe('descendants', () => {
  test('are found across sessions, nearest first, and ended', async () => {
    const { top, below } = await family()
    const found = descendantsOf(top)
    expect(found.map(({ pid }) => pid)).toEqual(below)
    expect(await findDescendants(top)).toEqual(found)
    process.kill(top, 'SIGKILL')
    killAll(found)
    for (const pid of [top, ...below]) await gone(pid)
  })
  test('a pid that now belongs to another process is spared', async () => {
    const { top, below } = await family()
    const found = descendantsOf(top)
    killAll(found.map((one) => ({ ...one, startedAt: `${one.startedAt}0` })))
    expect([top, ...below].every(isAlive)).toBe(true)
    process.kill(top, 'SIGKILL')
    killAll(found)
    for (const pid of below) await gone(pid)
  })
  test('a process without children has none', () => {
    expect(descendantsOf(2 ** 22 + 1)).toEqual([])
  })
})
