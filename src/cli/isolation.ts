import { mkdirSync } from 'node:fs'
import { ISOLATION_SETTINGS } from '../api/commands.ts'
import { dataFolder } from '../process/data-folder.ts'
import type { Isolation } from '../process/isolation/isolation.ts'
import { prepareIsolation } from '../process/isolation/prepare.ts'
import type { Io } from './io.ts'

export const ISOLATION_OPTION = {
  type: 'string',
  value: 'HOW',
  about:
    "require: an agent cannot see the host's data folder, where the token is (Linux, bubblewrap); or off",
  choices: ISOLATION_SETTINGS,
} as const

/** For a CLI without a host: hides the data folder of a host that may run. */
export async function isolationIn(
  { isolation }: { readonly isolation?: string },
  { env }: Io,
): Promise<{ isolation?: Isolation }> {
  if (isolation !== 'require') return {}
  const folder = dataFolder({ env })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { isolation: await prepareIsolation(folder, env) }
}
