import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { SIGN_IN_PATH } from '../../api/browser-access.ts'
import { navigate, useRoute } from '../router.ts'
import { Brand } from '../sessions/brand.tsx'
import { useAction } from '../store/action.ts'
import { Signal } from '../store/signal.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { submitHandler } from '../ui/submit-handler.ts'
import { signIn, useSignedIn } from './signed-in.ts'
import './sign-in.css'

function SignIn({ problem }: { problem: string | undefined }) {
  const [credential, setCredential] = useState('')
  const action = useAction(signIn)
  return (
    <main className="sign-in">
      <div className="card stack">
        <header className="row">
          <Brand />
          <h1>Sign in to Fairlead</h1>
        </header>
        <Failure error={action.error ?? problem} />
        <p>
          Run <code>fairlead open</code> on the host’s machine to open this page signed in. For another
          device, use <code>fairlead open --qr</code> or <code>fairlead open --print</code>: each signs in one
          browser, once.
        </p>
        <form
          className="stack"
          onSubmit={submitHandler(() => credential.trim() !== '' && action.run(credential.trim()))}
        >
          <label className="field">
            <span>Token or one-time code</span>
            <input
              type="password"
              className="mono"
              autoComplete="off"
              spellCheck={false}
              value={credential}
              onChange={({ target }) => setCredential(target.value)}
            />
            <span className="soft small">
              <code>fairlead token</code> prints the token.
            </span>
          </label>
          <div className="row">
            <Button type="submit" kind="primary" isPending={action.isPending}>
              Sign in
            </Button>
          </div>
        </form>
      </div>
    </main>
  )
}

export function Gate({ children }: { children: ReactNode }) {
  const isIn = useSignedIn()
  const { isPending, problem, to } = useArrival()
  const route = useRoute()
  const isDone = isIn && !isPending && route.view === 'unknown' && route.path === SIGN_IN_PATH
  useEffect(() => {
    if (isDone) navigate(to, { replace: true })
  }, [isDone, to])
  if (isPending || isDone) return <p className="loading">Signing in…</p>
  return isIn ? children : <SignIn problem={problem} />
}

interface Arrival {
  readonly isPending: boolean
  readonly problem?: string
  /** Where to go afterwards: a path of this page. */
  readonly to: string
}

const OLD_LINK =
  'Links that contain the token no longer work. Run `fairlead open` on the host’s machine, or enter the token.'

const changed = new Signal()
let arrival = begin()

/**
 * Signs in a page that was opened with a link of `fairlead open` or `fairlead up`. It first removes the code from the address, so that
 * the browser's history does not keep it.
 */
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

function useArrival(): Arrival {
  return useSyncExternalStore(changed.subscribe, () => arrival)
}
