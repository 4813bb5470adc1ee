/** The host that runs on this data folder, and how to talk to it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiClient } from '../../api/client.ts'
import type { Health } from '../../api/resources.ts'
import { runningHost } from '../../host/lock.ts'
import { dataFolder } from '../../process/data-folder.ts'
import type { Io } from '../io.ts'
import { localFetch } from './local-fetch.ts'

const ANSWER_TIMEOUT = 5000

export interface FoundHost {
  readonly url: string
  readonly token: string
  readonly api: ApiClient
  /** Where it is now: the next host on this folder may have another port. */
  address(): string
}

/** Undefined: none runs. */
export function findHost(io: Pick<Io, 'env'>): FoundHost | undefined {
  const folder = dataFolder({ env: io.env })
  const record = runningHost(folder)
  if (!record?.url) return undefined
  const { url } = record
  const token = tokenIn(folder)
  const address = () => runningHost(folder)?.url || url
  const label = labelOf(io.env)
  const api = new ApiClient({
    url: '',
    fetch: (path, init) => localFetch(`${address()}${path}`, init),
    token,
    label,
  })
  return { url, token, api, address }
}

/** The address of the running host, once it answers. */
export async function hostUrl(folder: string): Promise<string | undefined> {
  const url = runningHost(folder)?.url
  return url && (await healthAt(url)) ? url : undefined
}

/** Undefined if no host answers at this address in time. */
export async function healthAt(url: string, timeout = ANSWER_TIMEOUT): Promise<Health | undefined> {
  try {
    const answer = await fetch(`${url}/api/healthz`, { signal: AbortSignal.timeout(timeout) })
    return answer.ok ? ((await answer.json()) as Health) : undefined
  } catch {
    return undefined
  }
}

function tokenIn(folder: string): string {
  return readFileSync(join(folder, 'token'), 'utf8').trim()
}

/** The name of this client in the audit log. */
export function labelOf(env: NodeJS.ProcessEnv): string {
  return `terminal (${env.USER ?? env.USERNAME ?? 'someone'})`
}
