import { expect, test } from 'vitest'
import { Timeline } from '../../test/state/timeline.ts'
import type { SessionState } from '../state/session-state.ts'
import { Driver } from './driver.ts'
import { BadRequestError } from './errors.ts'
import type { DriverPorts, Post } from './ports.ts'

function driverOf(state: SessionState, ports: Partial<DriverPorts<unknown>> = {}): Driver {
  return new Driver({
    ledger: { state, post: async () => {}, record: async () => {} },
    clock: { now: () => 0, after: () => () => {} },
    newId: () => 'id',
    answer: () => undefined,
    signal: () => {},
    canProbe: () => false,
    mayRelease: () => true,
    promptMessage: () => {
      throw new BadRequestError('this is no prompt')
    },
    onError: () => {},
    ...ports,
  })
}

test('a held prompt of which no message can be made is reported, and harms nobody else', async () => {
  const { state } = new Timeline().ready().event({ kind: 'prompt-queued', uuid: 'p', content: [] })
  const errors: string[] = []
  driverOf(state, { onError: ({ message }) => errors.push(message) }).release()
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toEqual(['this is no prompt'])
})

test('once the process is left to another driver, a request is refused at once and nothing is written', async () => {
  const { state } = new Timeline().ready()
  const written: string[] = []
  const post = async ({ line }: { line: string }) => void written.push(line)
  const driver = driverOf(state, { ledger: { state, post, record: async () => {} } })
  const early = driver.request('mcp_status', {})
  driver.detached((subtype) => new Error(`${subtype}: the host ends`))
  await expect(early).rejects.toThrow('mcp_status: the host ends')
  await expect(driver.request('get_settings', {})).rejects.toThrow('get_settings: the host ends')
  expect(written).toHaveLength(1)
  driver.started()
  driver.request('get_settings', {})
  expect(written).toHaveLength(2)
})

test('the time that the CLI has for an answer begins when the request is recorded', async () => {
  const { state } = new Timeline().ready()
  const timers: [number, () => void][] = []
  const clock = {
    now: () => 0,
    after: (ms: number, call: () => void) => {
      timers.push([ms, call])
      return () => {}
    },
  }
  let recorded = () => {}
  const post = async ({ onRecorded = () => {} }: Post<unknown>) => {
    recorded = onRecorded
  }
  const driver = driverOf(state, { clock, ledger: { state, post, record: async () => {} } })
  const answer = driver.request('mcp_status', {}, { timeout: 5 })
  expect(timers).toEqual([])
  recorded()
  expect(timers).toEqual([[5, expect.any(Function)]])
  timers[0]?.[1]()
  await expect(answer).rejects.toMatchObject({ code: 'control-timeout' })
})
