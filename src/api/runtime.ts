/** What a client uses of the program that it runs in: Node, Bun, Deno or a page. Declared here, because the layer compiles without their types. */
import type { Fetch } from './client.ts'

/** The part of a WebSocket that is used: that of the standard, with headers where it is not a browser's. */
export interface WebSocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  /** Node, Deno and Bun say what was wrong, browsers do not. */
  onerror: ((event: { readonly message?: string }) => void) | null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null
  send(frame: string): void
  close(): void
  /** Only of the package `ws`: ends a connection whose other side does not answer. */
  terminate?(): void
}
/** Options that `ws` takes and browsers do not. */
export interface WebSocketInit {
  readonly headers: Readonly<Record<string, string>>
}
/** A WebSocket constructor, as Node, browsers and the package `ws` have it. */
export type WebSocketClass = new (url: string, init?: WebSocketInit) => WebSocketLike

interface Globals {
  readonly fetch: Fetch
  readonly WebSocket?: WebSocketClass
  readonly location?: { readonly origin: string }
  readonly Deno?: unknown
  setTimeout(action: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}
const globals = globalThis as unknown as Globals

/** Looked up with each call: tests and polyfills replace it. */
export const globalFetch: Fetch = (url, init) => globals.fetch(url, init)

export function later(action: () => void, ms: number): () => void {
  const timer = globals.setTimeout(action, ms)
  return () => globals.clearTimeout(timer)
}

/** The origin of the page, or of the page whose worker this is; undefined in a program. */
export function pageOrigin(): string | undefined {
  // With `--location` Deno has one too, but is no page.
  return globals.Deno === undefined ? globals.location?.origin : undefined
}

/** Node 20 has none of its own. */
export async function webSocketClass(): Promise<WebSocketClass> {
  if (globals.WebSocket !== undefined) return globals.WebSocket
  // `as string`: the types of the package would bring those of Node into this layer. Bundles for browsers get its empty stand-in.
  const { WebSocket } = (await import('ws' as string)) as { WebSocket: WebSocketClass }
  return WebSocket
}
