/**
 * Whether this browser is signed in: this origin's storage has its secret, and the host has not refused it. Scripts cannot read
 * the cookie that belongs to the secret. All tabs share both, so one tab signs all of them in or out.
 */
import { useSyncExternalStore } from 'react'
import { SECRET_HEADER, SIGN_IN_PATH, SIGN_OUT_PATH } from '../../api/browser-access.ts'
import type { Fetch } from '../../api/client.ts'
import type { ErrorBody } from '../../api/errors.ts'
import { notify, store, stored, subscribe } from '../store/stored.ts'

const NAME = 'browser-secret'
/** For a browser that cannot store anything: it is signed in as long as the page is open. */
let inMemory: string | undefined
/** The last secret that the host refused. Another tab may store a new one. */
let refused: string | undefined

export function secret(): string | undefined {
  const known = stored(NAME) ?? inMemory
  return known === refused ? undefined : known
}

function keep(value: string | undefined): void {
  store(NAME, value)
  inMemory = stored(NAME) === value ? undefined : value
  notify()
}

export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => secret() !== undefined)
}

/** Calls `listener` whenever there is a new secret. */
export function onSignIn(listener: () => void): void {
  let known = secret()
  subscribe(() => {
    const before = known
    known = secret()
    if (known !== undefined && known !== before) listener()
  })
}

/** A request with this browser's secret. If the host refuses the secret, the sign-in page appears. */
export const askHost = async (url: string, init?: Parameters<Fetch>[1]): Promise<Response> => {
  const shown = secret()
  const headers = { ...init?.headers, ...(shown !== undefined && { [SECRET_HEADER]: shown }) }
  const response = await fetch(url, { ...init, headers })
  if (response.status === 401 && shown !== undefined) {
    refused = shown
    notify()
  }
  return response
}

/** Takes a one-time code or the token. Throws the host's message if it refuses. */
export async function signIn(credential: string): Promise<void> {
  const known = stored(NAME)
  const response = await fetch(SIGN_IN_PATH, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // With it the host recognises a browser that is already signed in.
      ...(known !== undefined && { [SECRET_HEADER]: known }),
    },
    body: JSON.stringify({ credential }),
  }).catch(() => {
    throw new Error('The host cannot be reached.')
  })
  if (!response.ok) throw await refusalIn(response)
  const answer = (await response.json()) as { secret: string }
  keep(answer.secret)
}

export async function signOut(): Promise<void> {
  const response = await askHost(SIGN_OUT_PATH, { method: 'POST', headers: {} })
  // 401: the browser was already signed out.
  if (!response.ok && response.status !== 401) throw await refusalIn(response)
  keep(undefined)
  // Loading the page again discards everything that it knows.
  location.replace('/')
}

async function refusalIn(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined
  return new Error(body?.error ? body.error.message : `The host answered ${response.status}.`)
}
