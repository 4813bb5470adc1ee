/** Signing in and out of a browser, which its page does. Other programs have the token. */
import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { SIGN_IN_PATH, SIGN_OUT_PATH } from '../../api/browser-access.ts'
import { ApiError } from '../../api/errors.ts'
import { askedBy, bodyOf, parsed } from './request.ts'
import type { Security } from './security.ts'

const MAX_BODY = 4096
/** A one-time code or the token. */
const signInSchema = z.strictObject({ credential: z.string().min(1).max(500) })

export function addSignIn(app: Hono, security: Security): void {
  // Nobody is identified yet.
  const limit = bodyLimit({
    maxSize: MAX_BODY,
    onError: () => {
      throw new ApiError('too-large', `a request to sign in may have ${MAX_BODY} bytes at most`)
    },
  })
  app.post(SIGN_IN_PATH, limit, async (c) => {
    const { credential } = parsed(signInSchema, await bodyOf(c), 'body')
    const { setCookie, secret } = security.signIn(credential, askedBy(c), c.req.header('user-agent') ?? '')
    if (setCookie !== undefined) c.header('set-cookie', setCookie)
    return c.json({ secret }, 200, { 'cache-control': 'no-store' })
  })
  app.post(SIGN_OUT_PATH, (c) => {
    c.header('set-cookie', security.signOut(askedBy(c)))
    return c.json({ ok: true }, 200, { 'cache-control': 'no-store' })
  })
}
