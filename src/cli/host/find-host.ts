/** The host that runs on this data folder, and how to talk to it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiClient } from '../../api/client.ts'
import { runningHost } from '../../host/lock.ts'
import { dataFolder } from '../../process/data-folder.ts'
import type { Io } from '../io.ts'

export interface FoundHost {
  readonly url: string
  readonly token: string
  readonly api: ApiClient
}

/** Undefined: none runs. */
export function findHost(io: Pick<Io, 'env'>): FoundHost | undefined {
  const folder = dataFolder({ env: io.env })
  const record = runningHost(folder)
  if (!record?.url) return undefined
  const token = tokenIn(folder)
  return {
    url: record.url,
    token,
    api: new ApiClient({ url: record.url, fetch, token, label: labelOf(io.env) }),
  }
}

/** The address of its page, with the token, once it answers. */
export async function hostUrl(folder: string): Promise<string | undefined> {
  const record = runningHost(folder)
  if (!record?.url) return undefined
  const answers = await fetch(`${record.url}/api/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
  return answers ? `${record.url}/login?token=${tokenIn(folder)}` : undefined
}

function tokenIn(folder: string): string {
  return readFileSync(join(folder, 'token'), 'utf8').trim()
}

/** Who asks, for the audit. */
function labelOf(env: NodeJS.ProcessEnv): string {
  return `terminal (${env.USER ?? env.USERNAME ?? 'someone'})`
}
