import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LostPrompt } from '../../state/turns/prompts.ts'
import { Supervisor } from './supervisor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function supervised({ fails = 0 } = {}) {
  const did: string[] = []
  const said: string[] = []
  let prompts: readonly LostPrompt[] = [
    { uuid: 'old', content: 'c', at: 0, generation: 1 },
    { uuid: 'begun', content: 'a', at: 0, generation: 2, turn: 1 },
    { uuid: 'new', content: 'b', at: 0, generation: 2 },
  ]
  const supervisor = new Supervisor(
    {
      open: async () => {
        did.push('open')
        if (fails-- > 0) throw new Error('no memory')
      },
      lost: () => ({ prompts, place: { cwd: '/' } }),
      queueAgain: async (again) => {
        if (again.length === 0) return
        prompts = prompts.filter((prompt) => !again.includes(prompt))
        did.push(...again.map(({ uuid }) => `queue ${uuid}`))
      },
      say: async (_, text, code) => {
        did.push(code)
        said.push(text)
      },
      giveUp: async () => void did.push('give up'),
      log: () => {},
    },
    { delaysMs: [10, 20], healthyMs: 1000 },
  )
  return { did, said, supervisor }
}

test('a crash is followed by a new process; what was begun is told, what was not waits again', async () => {
  const { did, supervisor } = supervised()
  supervisor.crashed(2, 0)
  await vi.advanceTimersByTimeAsync(10)
  expect(did).toEqual(['queue new', 'open', 'resumed', 'prompt-interrupted'])
})

test('after an end that is no crash, nothing is sent again that the process had; starts are counted all the same', async () => {
  const { did, supervisor } = supervised()
  supervisor.endedEarly(0)
  await vi.advanceTimersByTimeAsync(10)
  expect(did).toEqual(['open'])
  supervisor.endedEarly(0)
  await vi.advanceTimersByTimeAsync(20)
  supervisor.endedEarly(0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(did).toEqual(['open', 'open', 'give up', 'gave-up'])
  await supervisor.open()
  expect(did.slice(4)).toEqual(['open'])
})

test('one that cannot be started is tried again, and then given up with the reason', async () => {
  const { did, said, supervisor } = supervised({ fails: 9 })
  supervisor.crashed(2, 0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(did).toEqual(['queue new', 'open', 'open', 'give up', 'gave-up'])
  expect(said.at(-1)).toMatch(/The last could not be started: no memory$/)
})

test('stopped at any point before the start, it starts nothing', async () => {
  const { did, supervisor } = supervised()
  supervisor.crashed(2, 0)
  supervisor.stop()
  await vi.advanceTimersByTimeAsync(1000)
  supervisor.crashed(2, 0)
  // The timer has run, and the CLI's transcript is being looked at.
  vi.advanceTimersByTime(20)
  supervisor.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(did).toEqual([])
})

test('what waits again is stored once, before the start, and not after a later crash', async () => {
  const { did, supervisor } = supervised({ fails: 1 })
  supervisor.crashed(1, 0)
  await vi.advanceTimersByTimeAsync(10)
  expect(did).toEqual(['queue old', 'open'])
  supervisor.reset()
  supervisor.crashed(2, 0)
  await vi.advanceTimersByTimeAsync(20)
  expect(did.slice(2)).toEqual(['queue new', 'open', 'resumed', 'prompt-interrupted'])
  supervisor.reset()
  supervisor.crashed(3, 0)
  await vi.advanceTimersByTimeAsync(10)
  expect(did.slice(6)).toEqual(['open', 'resumed'])
})

test('what was lost before a person closed the session is not sent after a later crash', async () => {
  const { did, supervisor } = supervised()
  supervisor.crashed(2, 0)
  supervisor.stop()
  supervisor.crashed(3, 0)
  await vi.advanceTimersByTimeAsync(20)
  expect(did).toEqual(['open', 'resumed'])
})
