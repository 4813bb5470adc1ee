import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiClient } from './client.ts'
import type { SocketEvents } from './socket.ts'

const api = new ApiClient({ fetch: () => Promise.reject(new Error('not asked')) })
let sockets: SocketEvents[]
let watched: string[]
let retry: () => void

beforeEach(() => {
  sockets = []
  watched = []
  retry = () => {}
  // As in a page that has not loaded it yet.
  vi.resetModules()
})
afterEach(() => void vi.doUnmock('./fold.ts'))

async function connected() {
  const { Live } = await import('./live.ts')
  const live = new Live({
    api,
    label: 'test',
    later: (action) => {
      retry = action
      return () => {}
    },
    open: (events) => {
      sockets.push(events)
      const send = (frame: string) => {
        const { type, session, after } = JSON.parse(frame)
        if (type === 'watch') watched.push(`${session} after ${after}`)
      }
      return { send, close: () => {} }
    },
  })
  sockets[0]?.opened()
  return live
}
const loaded = async () => await (await import('./load-fold.ts')).loadFold()

test('asks for each session once, when there is the code that folds its events', async () => {
  const live = await connected()
  live.watch('a', () => {})
  live.watch('b', () => {})
  const stop = live.watch('c', () => {})
  live.watch('a', () => {})
  stop()
  expect(watched).toEqual([])
  await loaded()
  await expect.poll(() => watched).toEqual(['a after 0', 'b after 0'])
  live.watch('d', () => {})
  expect(watched).toHaveLength(3)
  live.close()
})

test('asks for nothing when it was closed meanwhile', async () => {
  const live = await connected()
  live.watch('a', () => {})
  live.close()
  await loaded()
  expect(watched).toEqual([])
})

test('connects again when that code cannot be loaded, and then loads it once more', async () => {
  vi.doMock('./fold.ts', () => {
    throw new Error('no network')
  })
  const live = await connected()
  live.watch('a', () => {})
  await expect.poll(() => live.state.connection).toMatchObject({ status: 'waiting' })
  expect(live.state.connection).toHaveProperty('reason', expect.stringContaining('could not be loaded'))
  vi.doUnmock('./fold.ts')
  retry()
  sockets[1]?.opened()
  await expect.poll(() => watched).toEqual(['a after 0'])
  live.close()
})
