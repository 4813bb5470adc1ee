/** The stream as server-sent events, for clients without WebSockets: `?list=1&watch=SESSION:AFTER` (several times). */
import type { StreamHub } from './stream-hub.ts'

const MOST_QUEUED = 4 * 1024 * 1024

export function eventStream(
  hub: StreamHub,
  query: URLSearchParams,
  label: string,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder()
  let leave = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const client = hub.connect({
          get waiting() {
            return MOST_QUEUED - (controller.desiredSize ?? 0)
          },
          send: (frame) => controller.enqueue(encoder.encode(`data: ${frame}\n\n`)),
        })
        client.label = label
        leave = () => hub.disconnect(client)
        signal.addEventListener('abort', leave, { once: true })
        if (query.get('list') !== null) hub.watchList(client)
        for (const watched of query.getAll('watch')) {
          const [, id = watched, after = '0'] = /^(.*?)(?::(\d+))?$/.exec(watched) ?? []
          hub.watch(client, id, Number(after))
        }
      },
      cancel: () => leave(),
    },
    { highWaterMark: MOST_QUEUED, size: (chunk) => chunk?.byteLength ?? 0 },
  )
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}
