import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signInUrl } from '../../api/browser-access.ts'
import { ApiClient } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import type { Health } from '../../api/resources.ts'
import { runningHost } from '../../host/lock.ts'
import { dataFolder } from '../../process/data-folder.ts'
import type { Io } from '../io.ts'

const ANSWER_TIMEOUT = 5000

export interface FoundHost {
  readonly url: string
  readonly token: string
  readonly api: ApiClient
  /** The current address: the next host on this folder may have another port. */
  address(): string
}

export function findHost(io: Pick<Io, 'env'>): FoundHost | undefined {
  const folder = dataFolder({ env: io.env })
  const record = runningHost(folder)
  if (!record?.url) return undefined
  const { url } = record
  const token = readFileSync(join(folder, 'token'), 'utf8').trim()
  const address = () => runningHost(folder)?.url || url
  const fetchThere = (path: string, init: RequestInit) => fetch(`${address()}${path}`, init)
  const api = new ApiClient({ url: '', fetch: fetchThere, token, label: labelOf(io.env) })
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

/** An address that signs one browser in, once, and shows it this path. */
export async function signInLink({ url, api }: FoundHost, to?: string): Promise<string> {
  try {
    const { code } = await api.call('createSignInCode', {})
    return signInUrl(url, code, to)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found')
      throw new Error(
        'The host that runs is older than this command, and makes no codes. `fairlead down` and `fairlead up` start this version; sessions go on meanwhile.',
      )
    throw error
  }
}

/** The name of this client in the audit log. */
export function labelOf(env: NodeJS.ProcessEnv): string {
  return `terminal (${env.USER ?? env.USERNAME ?? 'someone'})`
}
