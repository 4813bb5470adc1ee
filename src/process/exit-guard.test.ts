import { type ChildProcess, spawn } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundle } from '../../test/process/bundle.ts'
import { gone, isAlive } from '../../test/process/children.ts'
import { killAll, startTimeOf } from './descendants.ts'

/** A program that does `first`, hosts a child (which starts one of its own in another session), tells both pids, and then does `then`. */
async function host(then: string, first = ''): Promise<ChildProcess> {
  const child = `
    const inner = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    console.log(JSON.stringify({ inner: inner.pid }))
    process.on('SIGTERM', () => {})
    setInterval(() => {}, 1000)`
  const code = `
    import { spawnPipes } from ${JSON.stringify(await bundle(new URL('pipe-transport.ts', import.meta.url)))}
    ${first}
    const transport = spawnPipes({
      command: process.execPath, args: ['--input-type=commonjs', '--eval', ${JSON.stringify(child)}],
      cwd: process.cwd(), env: process.env,
    })
    transport.start({
      lines([line]) {
        process.stdout.write(JSON.stringify({ ...JSON.parse(line), outer: transport.pid }) + '\\n', () => { ${then} })
      },
      closed() {},
    })`
  const started = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void started.kill('SIGKILL'))
  return started
}

async function pidsOf(started: ChildProcess): Promise<{ inner: number; outer: number }> {
  let text = ''
  for await (const part of started.stdout ?? []) {
    text += part
    if (text.includes('\n')) break
  }
  const { inner, outer } = JSON.parse(text)
  const ids = [inner, outer].map((pid) => ({ pid, startedAt: startTimeOf(pid) }))
  // What a failed test leaves.
  onTestFinished(() => killAll(ids))
  return { inner, outer }
}

describe('R-END-21 nothing outlives its program', () => {
  test.each([
    ['exits', 'process.exit(0)', 0],
    ['throws', `throw new Error('x')`, 1],
    ['rejects', `Promise.reject(new Error('x'))`, 1],
  ])('that %s', async (_, then, code) => {
    const started = await host(then)
    const ended = new Promise((resolve) => started.once('exit', resolve))
    const { inner, outer } = await pidsOf(started)
    expect(await ended).toBe(code)
    await gone(inner)
    await gone(outer)
  })
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('that gets %s', async (signal) => {
    const started = await host('')
    const ended = new Promise((resolve) => started.once('exit', (_, by) => resolve(by)))
    const { inner, outer } = await pidsOf(started)
    expect(isAlive(inner) && isAlive(outer)).toBe(true)
    started.kill(signal)
    expect(await ended).toBe(signal)
    await gone(inner)
    await gone(outer)
  })
  test('a program that handles a signal itself goes on', async () => {
    const started = await host('', `process.on('SIGINT', () => process.exit(7))`)
    const ended = new Promise((resolve) => started.once('exit', resolve))
    const { inner, outer } = await pidsOf(started)
    started.kill('SIGINT')
    expect(await ended).toBe(7)
    await gone(inner)
    await gone(outer)
  })
})
