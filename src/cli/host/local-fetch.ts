/** Requests to a host on this machine. Node's own `fetch` takes longer to load than such a request takes. */
import { type IncomingMessage, request } from 'node:http'
import type { Fetch } from '../../api/client.ts'

/** A connection for each: one that is kept breaks when the host is started again. */
export const localFetch: Fetch = async (url, { method, headers, body }) => {
  // Few hosts have a certificate, and the module takes its time to load.
  const send = url.startsWith('https:') ? (await import('node:https')).request : request
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, { method, headers, agent: false }, resolve).once('error', reject).end(body)
  })
  const { statusCode: status = 0 } = response
  return { ok: status >= 200 && status < 300, status, text: () => textOf(response) }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return text
}
