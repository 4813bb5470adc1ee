import { expect, test, vi } from 'vitest'
import { type ModelRequest, RequestLog } from './log.ts'

const request = (path: string): ModelRequest => ({
  at: 0,
  method: 'POST',
  path,
  side: false,
  answer: 'open',
  aborted: false,
})
const at = (path: string) => (it: ModelRequest) => it.path === path
const paths = (log: RequestLog) => log.requests.map(({ path }) => path)

test('the newest requests are kept', () => {
  const log = new RequestLog(2)
  for (const path of ['a', 'b', 'c']) log.add(request(path))
  expect(paths(log)).toEqual(['b', 'c'])
})

test('a request is found in the log, and when it comes, and when it changes', async () => {
  const log = new RequestLog(1)
  const first = log.add(request('a'))
  expect(await log.wait(at('a'), 1000)).toBe(first)
  const coming = log.wait(at('b'), 1000)
  const changing = log.wait((it) => it.aborted, 1000)
  const second = log.add(request('b'))
  expect(await coming).toBe(second)
  log.update(first, { aborted: true })
  expect(await changing).toBe(first)
})

test('waiting ends after its time', async () => {
  const log = new RequestLog(9)
  log.add(request('a'))
  await expect(log.wait(at('b'), 1)).rejects.toThrow(
    '1 ms passed before the request came; the log has 1 others.',
  )
})

test('waiting leaves no timer behind', async () => {
  vi.useFakeTimers()
  try {
    const log = new RequestLog(9)
    const waiting = log.wait(at('a'), 1000)
    expect(vi.getTimerCount()).toBe(1)
    log.add(request('a'))
    await waiting
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('waiting ends when the model closes', async () => {
  const log = new RequestLog(9)
  const waiting = [log.wait(at('a'), 1000), log.wait(at('b'), 1000)]
  log.close()
  for (const one of waiting) await expect(one).rejects.toThrow('The model was closed before the request came')
})

test('a test that throws is told to the one who waits, and the log goes on', async () => {
  const log = new RequestLog(9)
  const waiting = log.wait(() => {
    throw new Error('wrong test')
  }, 1000)
  log.add(request('a'))
  await expect(waiting).rejects.toThrow('wrong test')
  log.add(request('b'))
  expect(paths(log)).toEqual(['a', 'b'])
})
