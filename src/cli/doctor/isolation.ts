import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataFolder } from '../../process/data-folder.ts'
import { IsolationError } from '../../process/isolation/isolation.ts'
import { prepareIsolation } from '../../process/isolation/prepare.ts'
import type { Finding } from './finding.ts'

const WHEN = 'recommended for unattended work and for a host that others can reach'
/** Tries isolation out, and leaves nothing behind. */
export async function checkIsolation(
  env: NodeJS.ProcessEnv,
  isRoot = process.getuid?.() === 0,
): Promise<Finding> {
  const folder = dataFolder({ env })
  const probe = existsSync(folder) ? undefined : await mkdtemp(join(tmpdir(), 'isolation-'))
  try {
    const { program } = await prepareIsolation(probe ?? folder, env)
    const text = `isolation works (${program}): ${WHEN} (fairlead up --isolation require)`
    const facts = { program }
    if (!isRoot) return { check: 'isolation', state: 'ok', text, facts }
    return {
      check: 'isolation',
      state: 'note',
      text: `${text}; but this is root, and an agent that runs as root has other ways to what is hidden`,
      remedy: 'Run the host as a user.',
      facts,
    }
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error
    const { reason, remedy } = error
    return {
      check: 'isolation',
      state: 'note',
      text: `no isolation, so an agent can read the host's token and approve itself. ${reason}`,
      ...(remedy !== undefined && { remedy }),
      facts: { reason },
    }
  } finally {
    if (probe !== undefined) await rm(probe, { recursive: true, force: true })
  }
}
