/**
 * Whether this browser is signed in: the storage of this origin has its secret, and the host has not refused it. The cookie that
 * belongs to the secret is out of the reach of scripts. All tabs share both, so that one of them signs all in or out.
 */
import { useSyncExternalStore } from 'react'
import { SECRET_HEADER, SIGN_IN_PATH, SIGN_OUT_PATH } from '../../api/browser-access.ts'
import type { Fetch } from '../../api/client.ts'
import type { ErrorBody } from '../../api/errors.ts'
import { store, stored, subscribe as subscribeToStored } from '../store/stored.ts'

const NAME = 'browser-secret'
const listeners = new Set<() => void>()
/** For a browser that stores nothing: signed in as long as the page is open. */
let inMemory: string | undefined
/** The last secret that the host did not take. Another one may come from another tab. */
let refused: string | undefined

export function secret(): string | undefined {
  const known = stored(NAME) ?? inMemory
  return known === refused ? undefined : known
}

function keep(value: string | undefined): void {
  store(NAME, value)
  inMemory = stored(NAME) === value ? undefined : value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const unsubscribe = subscribeToStored(listener)
  return () => {
    listeners.delete(listener)
    unsubscribe()
  }
}

export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => secret() !== undefined)
}

/** Calls whenever there is another secret. */
export function onSignIn(listener: () => void): void {
  let known = secret()
  subscribe(() => {
    const before = known
    known = secret()
    if (known !== undefined && known !== before) listener()
  })
}

/** A request with the secret of this browser. An answer that refuses it shows the sign-in page. */
export const askHost = async (url: string, init?: Parameters<Fetch>[1]): Promise<Response> => {
  const shown = secret()
  const headers = { ...init?.headers, ...(shown !== undefined && { [SECRET_HEADER]: shown }) }
  const response = await fetch(url, { ...init, headers })
  if (response.status === 401 && shown !== undefined) {
    refused = shown
    for (const listener of listeners) listener()
  }
  return response
}

/** With a one-time code or the token. Throws the host's words if it refuses. */
export async function signIn(credential: string): Promise<void> {
  const known = stored(NAME)
  const response = await fetch(SIGN_IN_PATH, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // A browser that is signed in stays the same one.
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
  // 401: it was signed out already.
  if (!response.ok && response.status !== 401) throw await refusalIn(response)
  keep(undefined)
  // What the page knows goes with it.
  location.replace('/')
}

async function refusalIn(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined
  if (!body?.error) return new Error(`The host answered ${response.status}.`)
  return new Error(body.error.message)
}
