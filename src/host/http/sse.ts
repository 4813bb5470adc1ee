/**
 * The stream as server-sent events, for clients without WebSockets: `?list=1&watch=SESSION:AFTER` (several times), and `paged=1` of
 * one that reads earlier items from the API.
 */
import { HEARTBEAT_MS, type StreamHub } from './stream-hub.ts'

const MAX_QUEUED = 4 * 1024 * 1024

export function eventStream(
  hub: StreamHub,
  query: URLSearchParams,
  label: string,
  signal: AbortSignal,
  /** Calls when whoever asks may not hear more; answers how to call it off. */
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
            // It was closed from the other side.
            leave()
          }
        }
        const client = hub.connect({
          get waiting() {
            return MAX_QUEUED - (controller.desiredSize ?? 0)
          },
          // A line of the CLI may have a carriage return between its values, which would end the data here.
          send: ({ text }) => put(`data: ${text.replaceAll('\r', ' ')}\n\n`),
        })
        client.label = label
        client.isPaged = query.get('paged') !== null
        // Proxies end what is silent, and a client that is gone is found by it.
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
