/** Over real children that do not listen: to the request, to SIGINT, to SIGTERM. */
import { describe, expect, test } from 'vitest'
import { DEAFNESS } from '../../test/client/deafness.ts'
import { fakeProgram } from '../../test/client/fake-program.ts'
import { isAlive } from '../../test/process/children.ts'
import { openSession } from './open-session.ts'

/** Answers `initialize` and nothing else, and does not mind the signals that it is told of. */
const { folder, binary } = fakeProgram(
  "if (request?.subtype === 'initialize') answer({})",
  `for (const name of (process.env.DEAF_TO ?? '').split(',').filter(Boolean)) process.on(name, () => {})
  setInterval(() => {}, 60_000)`,
)

describe('R-INTR-19 an interrupt that is not answered goes on to the signal that is heard', () => {
  test.each(DEAFNESS)('deaf to $deafTo: $signal', async ({ deafTo, signal, signalWaits }) => {
    const session = await openSession({
      binary,
      cwd: folder,
      env: { DEAF_TO: deafTo.join() },
      signalWaits,
    })
    const turn = session.send('hello')
    const failed = expect(turn.result).rejects.toMatchObject({ code: 'ended', ending: { signal } })
    expect(await session.interrupt({ timeout: 50 })).toEqual({ escalated: true })
    expect(await session.ended).toMatchObject({ signal })
    expect(isAlive(session.pid ?? 0)).toBe(false)
    await failed
  })
})
