/** Over real children that do not listen: to the request, to SIGINT, to SIGTERM. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../../test/process/children.ts'
import { openSession } from './open-session.ts'

/** Answers `initialize` and nothing else, and does not mind the signals that it is told of. */
const PROGRAM = `
import { createInterface } from 'node:readline'
if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)')
} else {
  for (const name of (process.env.DEAF_TO ?? '').split(',').filter(Boolean)) process.on(name, () => {})
  setInterval(() => {}, 60_000)
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { request_id, request } = JSON.parse(line)
    if (request?.subtype !== 'initialize') return
    console.log(JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id, response: {} } }))
  })
}
`
let folder: string
let binary: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlead-deaf-'))
  binary = join(folder, 'claude.mjs')
  await writeFile(binary, PROGRAM)
})
afterAll(() => rm(folder, { recursive: true }))

describe('R-INTR-19 an interrupt that is not answered goes on to the signal that is heard', () => {
  test.each([
    ['', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
    ['SIGINT,SIGTERM', 'SIGKILL'],
  ])('deaf to "%s": %s', async (deafTo, signal) => {
    const session = await openSession({
      binary,
      cwd: folder,
      env: { DEAF_TO: deafTo },
      signalWaits: { afterSigint: 100, afterSigterm: 100 },
    })
    const turn = session.send('hello')
    const failed = expect(turn.result).rejects.toMatchObject({ code: 'ended', ending: { signal } })
    expect(await session.interrupt({ timeout: 50 })).toEqual({ escalated: true })
    expect(await session.ended).toMatchObject({ signal })
    expect(isAlive(session.pid ?? 0)).toBe(false)
    await failed
  })
})
