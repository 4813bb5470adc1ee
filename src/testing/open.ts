import { openSession } from '../client/open-session.ts'
import { SESSION_OPTIONS } from '../client/option-names.ts'
import type { Session } from '../client/session.ts'
import type { SessionOptions } from '../client/session-options.ts'
import { checkOptionNames, type OptionNames } from '../protocol/option-names.ts'
import { SIMULATOR_OPTIONS, type SimulatorOptions, simulator } from '../simulator/simulator.ts'

/** The options of a session and those of the simulator that it runs. */
export interface TestSessionOptions extends Omit<SessionOptions, 'binary'>, SimulatorOptions {}

const { binary: _, ...ALLOWED } = SESSION_OPTIONS
const NAMES: OptionNames<TestSessionOptions> = { ...ALLOWED, ...SIMULATOR_OPTIONS }

/**
 * Opens a session on the simulator. Approvals stay open, for `nextApproval` to find them, unless `onApproval` is given. What the session
 * writes to disk is removed when it ends.
 *
 * @example
 * await using session = await openTestSession({
 *   scenario: { scripts: [{ prompt: 'hello', replies: [[{ text: 'Hi.' }]] }] },
 * })
 * assert.equal((await session.send('hello').result).text, 'Hi.')
 */
export async function openTestSession(options: TestSessionOptions = {}): Promise<Session> {
  checkOptionNames(options, NAMES)
  const { scenario, faults, speed, version, env, ...others } = options
  const simulated = simulator({
    ...(scenario !== undefined && { scenario }),
    ...(faults !== undefined && { faults }),
    ...(speed !== undefined && { speed }),
    ...(version !== undefined && { version }),
  })
  try {
    const session = await openSession({
      onApproval: () => {},
      ...others,
      binary: simulated.binary,
      env: { ...simulated.env, ...env },
    })
    void session.ended.then(() => simulated.close())
    return session
  } catch (error) {
    await simulated.close()
    throw error
  }
}
