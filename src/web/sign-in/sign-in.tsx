import { useState } from 'react'
import { useAction } from '../store/action.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { signIn } from './signed-in.ts'
import './sign-in.css'
import { type ReactNode, useEffect } from 'react'
import { SIGN_IN_PATH } from '../../api/browser-access.ts'
import { navigate, useRoute } from '../router.ts'
import { useArrival } from './arrival.ts'
import { useSignedIn } from './signed-in.ts'

function SignIn({ problem }: { problem: string | undefined }) {
  const [credential, setCredential] = useState('')
  const action = useAction(signIn)
  return (
    <main className="sign-in">
      <div className="card stack">
        <header className="row">
          <img src="/icon.svg" alt="" width="28" height="28" />
          <h1>Sign in to Fairlead</h1>
        </header>
        <Failure error={action.error ?? problem} />
        <p>
          Run <code>fairlead open</code> on the host’s machine: it opens this page, signed in. For a browser
          elsewhere, <code>fairlead open --print</code> prints an address that signs in one browser, once.
        </p>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (credential.trim() !== '') void action.run(credential.trim())
          }}
        >
          <label className="field">
            <span>Or type the token, or a one-time code</span>
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
            <Button type="submit" kind="main" isPending={action.isPending}>
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
