/**
 * Signs in a page that was opened with a link of `fairlead open` or `fairlead up`. It first removes the code from the address, so that
 * the browser's history does not keep it.
 */
import { useSyncExternalStore } from 'react'
import { SIGN_IN_PATH } from '../../api/browser-access.ts'
import { Signal } from '../store/signal.ts'
import { signIn } from './signed-in.ts'

export interface Arrival {
  readonly isPending: boolean
  readonly problem?: string
  /** Where to go afterwards: a path of this page. */
  readonly to: string
}

const OLD_LINK =
  'Addresses that hold the token are not taken any more. Run `fairlead open` on the host’s machine, or type the token.'

const changed = new Signal()
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

/** Browsers take `//name`, or a backslash, for another site. */
function pathIn(given: string | null): string {
  return given !== null && /^\/(?![/\\])[\w\-./~%?=&]*$/.test(given) ? given : '/'
}

function set(next: Arrival): void {
  arrival = next
  changed.notify()
}

export function useArrival(): Arrival {
  return useSyncExternalStore(changed.subscribe, () => arrival)
}
