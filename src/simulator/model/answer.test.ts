import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Answer, type Outcome } from './answer.ts'

let server: Server

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
})

/** A running request: the client's side, and the server's. */
async function exchange() {
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  client.on('error', () => {})
  client.end()
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  return { client, response }
}

test('what becomes of the answer is told in order', async () => {
  const { client, response } = await exchange()
  const told: Outcome[] = []
  const answer = new Answer(response, (outcome) => told.push(outcome))
  await answer.stream('one')
  expect(told).toEqual([{ status: 200 }])
  await answer.stream('two')
  await answer.finish()
  expect(told).toEqual([{ status: 200 }, { answer: 'stream' }])
  const [received] = (await once(client, 'response')) as [IncomingMessage]
  expect(Buffer.concat(await received.toArray()).toString()).toBe('onetwo')
  expect(answer.gone.aborted).toBe(false)
})

test('nothing can be written to a client that has gone', async () => {
  const { client, response } = await exchange()
  const told: Outcome[] = []
  const answer = new Answer(response, (outcome) => told.push(outcome))
  client.destroy()
  await once(answer.gone, 'abort')
  await expect(answer.stream('x')).rejects.toThrow('aborted')
  await expect(answer.json({})).rejects.toThrow('aborted')
  await expect(answer.fail({ status: 500 })).rejects.toThrow('aborted')
  await expect(answer.finish()).rejects.toThrow('aborted')
  expect(told).toEqual([])
})

test('a client that went before the answer was begun has gone', async () => {
  const { client, response } = await exchange()
  client.destroy()
  await once(response, 'close')
  expect(new Answer(response, () => {}).gone.aborted).toBe(true)
})
