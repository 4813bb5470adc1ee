import { signInUrl } from '../../api/browser-access.ts'
import { ApiError } from '../../api/errors.ts'
import type { FoundHost } from './find-host.ts'

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
