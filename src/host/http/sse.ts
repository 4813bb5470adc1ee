/**
 * The stream as server-sent events, for clients without WebSockets: `?list=1&watch=SESSION:AFTER` (repeatable), and `paged=1` of
 * one that reads earlier items from the API.
 */
import { HEARTBEAT_MS, type StreamHub } from './stream-hub.ts'

const MAX_QUEUED = 4 * 1024 * 1024

export function eventStream(
  hub: StreamHub,
  query: URLSearchParams,
  label: string,
  signal: AbortSignal,
  /** Calls the listener when the client may get no more; returns how to remove it. */
  onEnd: (listener: () => void) => () => void = () => () => {},
): Response {
  const encoder = new TextEncoder()
  let leave = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const put = (text: string) => {
          try {
            controller.enqueue(encoder.encode(text))
          } catch {
            // The client has closed it.
            leave()
          }
        }
        const client = hub.connect({
          get waiting() {
            return MAX_QUEUED - (controller.desiredSize ?? 0)
          },
          // A line of the CLI may contain a carriage return between its values, which would end the data.
          send: ({ text }) => put(`data: ${text.replaceAll('\r', ' ')}\n\n`),
        })
        client.label = label
        client.isPaged = query.get('paged') !== null
        // Proxies end silent connections, and a failed write reveals a client that has vanished.
        const heartbeat = setInterval(() => put(':\n\n'), HEARTBEAT_MS)
        heartbeat.unref()
        const unlisten = onEnd(() => {
          leave()
          controller.close()
        })
        leave = () => {
          unlisten()
          clearInterval(heartbeat)
          hub.disconnect(client)
        }
        signal.addEventListener('abort', leave, { once: true })
        if (query.get('list') !== null) hub.watchList(client)
        for (const watched of query.getAll('watch')) {
          const [, id = watched, after = '0'] = /^(.*?)(?::(\d+))?$/.exec(watched) ?? []
          hub.watch(client, id, Number(after))
        }
      },
      cancel: () => leave(),
    },
    { highWaterMark: MAX_QUEUED, size: (chunk) => chunk?.byteLength ?? 0 },
  )
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}
