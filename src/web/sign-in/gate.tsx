/** The console, or the sign-in page where this browser is not signed in. */
import { type ReactNode, useEffect } from 'react'
import { SIGN_IN_PATH } from '../../api/browser-access.ts'
import { navigate, useRoute } from '../router.ts'
import { useArrival } from './arrival.ts'
import { SignIn } from './sign-in.tsx'
import { useSignedIn } from './signed-in.ts'

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
