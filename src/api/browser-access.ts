/**
 * How a browser shows that it is signed in. It has two secrets: a cookie that no script can read but that goes to every port of
 * the machine, and one in the storage of the page's origin, which no other port can read. The host wants both.
 */

/** The header of each request, beside the cookie. On a WebSocket the secret is the first message: `AuthenticateMessage`. */
export const SECRET_HEADER = 'x-fairlead-browser'

/** The host closes a WebSocket with this code when its browser is not signed in, or not any more. */
export const SIGN_IN_AGAIN = 4401

/** Where a browser signs in: the page, and the address that it posts the code or the token to. */
export const SIGN_IN_PATH = '/login'
export const SIGN_OUT_PATH = '/logout'

/** The code stands after the #: a browser sends that part to nobody. */
export function signInUrl(host: string, code: string, to?: string): string {
  return `${host}${SIGN_IN_PATH}#code=${code}${to === undefined ? '' : `&to=${encodeURIComponent(to)}`}`
}
