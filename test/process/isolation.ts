/**
 * Whether tests with bubblewrap can run here. Where the system does not let this user have namespaces they are skipped, and
 * the reason is told. Where bubblewrap is only not installed they fail: `node scripts/setup.mjs --test` installs it.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Isolation, IsolationError } from '../../src/process/isolation/isolation.ts'
import { prepareIsolation } from '../../src/process/isolation/prepare.ts'

/** Undefined: they can. */
export const whyNotIsolated = await reason()

async function reason(): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-isolation-'))
  try {
    await prepareIsolation(folder)
    return undefined
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error
    if (process.platform === 'linux' && /PATH/.test(error.reason)) throw error
    process.stderr.write(`SKIPPED, tests of isolation: ${error.message}\n`)
    return error.message
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** For a process with its files in this folder of a session: the folder above it is hidden. */
export function isolationOf(session: string): Promise<Isolation> {
  mkdirSync(session, { recursive: true })
  return prepareIsolation(realpathSync(dirname(session)))
}
