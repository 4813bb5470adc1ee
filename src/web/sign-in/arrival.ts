/**
 * A page that is opened with a link of `fairlead open` or `fairlead up`: the code in its address is used at once, and taken out of
 * the address before, so that it stands in no history.
 */
import { useSyncExternalStore } from 'react'
import { SIGN_IN_PATH } from '../../api/browser-access.ts'
import { signIn } from './signed-in.ts'

export interface Arrival {
  readonly isPending: boolean
  /** Why the code was not taken. */
  readonly problem?: string
  /** Where to go then: a path of this page. */
  readonly to: string
}

const OLD_LINK =
  'Addresses that hold the token are not taken any more. Run `fairlead open` on the host’s machine, or type the token.'

const listeners = new Set<() => void>()
let arrival = begin()

function begin(): Arrival {
  if (location.pathname !== SIGN_IN_PATH) return { isPending: false, to: '/' }
  const { hash, search } = location
  if (hash || search) history.replaceState(null, '', SIGN_IN_PATH)
  const fields = new URLSearchParams(hash.slice(1))
  const to = pathIn(fields.get('to'))
  const code = fields.get('code')
  if (code) {
    void signIn(code).then(
      () => set({ isPending: false, to }),
      (error: Error) => set({ isPending: false, to, problem: error.message }),
    )
    return { isPending: true, to }
  }
  const isOld = new URLSearchParams(search).has('token')
  return { isPending: false, to, ...(isOld && { problem: OLD_LINK }) }
}

/** A browser takes `//name`, and a backslash, for another site. */
function pathIn(given: string | null): string {
  return given !== null && /^\/(?![/\\])[\w\-./~%?=&]*$/.test(given) ? given : '/'
}

function set(next: Arrival): void {
  arrival = next
  for (const listener of listeners) listener()
}

export function useArrival(): Arrival {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => arrival,
  )
}
