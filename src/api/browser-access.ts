/**
 * How a browser proves that it is signed in. It has two secrets: a cookie, which scripts cannot read but which the browser
 * sends to every port of the machine, and one in the storage of the page's origin, which no other port can read. The host
 * requires both.
 */

/** Sent with each request beside the cookie. On a WebSocket the secret is the first message: `AuthenticateMessage`. */
export const SECRET_HEADER = 'x-fairlead-browser'

/** The host closes a WebSocket with this code when its browser is not signed in, or no longer. */
export const SIGN_IN_AGAIN = 4401

/** The sign-in page, which is also the address that it posts the code or the token to. */
export const SIGN_IN_PATH = '/login'
export const SIGN_OUT_PATH = '/logout'

/** The code is behind the #: browsers do not send that part. */
export function signInUrl(host: string, code: string, to?: string): string {
  return `${host}${SIGN_IN_PATH}#code=${code}${to === undefined ? '' : `&to=${encodeURIComponent(to)}`}`
}
