import { expect, test } from 'vitest'
import { type ServerEvent, serverEvents } from './server-events.ts'

async function read(...chunks: string[]): Promise<ServerEvent[]> {
  async function* all() {
    yield* chunks
  }
  const events: ServerEvent[] = []
  for await (const event of serverEvents(all())) events.push(event)
  return events
}

test('events are told apart by blank lines, wherever the text is cut', async () => {
  const text = 'event: ping\ndata: 1\n\n: a comment\n\ndata: 2\ndata:3\n\ndata: cut off'
  const whole = [
    { event: 'ping', data: '1' },
    { event: 'message', data: '2\n3' },
  ]
  expect(await read(text)).toEqual(whole)
  expect(await read(...text)).toEqual(whole)
  expect(await read(text.replaceAll('\n', '\r\n'))).toEqual(whole)
})

test('R-ERROR-19: a line separator within the data ends nothing', async () => {
  expect(await read('data: "a\u2028b\u2029c"\n\n')).toEqual([{ event: 'message', data: '"a\u2028b\u2029c"' }])
})
