/** Rows of what happens at which second, and what liveness says right after it. No step: only time passes. */
import { expect, it } from 'vitest'
import * as say from '../client/messages.ts'
import { Timeline } from './timeline.ts'

type Step = (line: Timeline) => unknown
type Row = readonly [seconds: number, step: Step | null, expected: string]

const stream = (event: object) => ({ type: 'stream_event', event, parent_tool_use_id: null })
export const blockStart = (block: object) =>
  stream({ type: 'content_block_start', index: 0, content_block: block })
export const delta = (fields: object) => stream({ type: 'content_block_delta', index: 0, delta: fields })
export const blockStop = stream({ type: 'content_block_stop', index: 0 })
export const messageStop = stream({ type: 'message_stop' })
export const system = (subtype: string, fields: object = {}) => ({ type: 'system', subtype, ...fields })
export const retry = (attempt: number, delay: number, fields: object = {}) =>
  system('api_retry', { attempt, max_retries: 10, retry_delay_ms: delay, error_status: 529, ...fields })
export const refused = (fields: object = {}) =>
  say.result('Invalid API key', {
    is_error: true,
    api_error_status: 401,
    terminal_reason: 'api_error',
    ...fields,
  })
export const hook = {
  subtype: 'hook_callback',
  callback_id: 'hook_0',
  input: { hook_event_name: 'PreToolUse' },
}
export const allow = { behavior: 'allow', updatedInput: { command: 'touch a' } }

export const begins: Step = (line) => line.ready()
export const prompted: Step = (line) =>
  line
    .ready()
    .prompt('p1')
    .hear(say.init(['p1']))
export const heard =
  (...messages: object[]): Step =>
  (line) =>
    line.hear(...messages)

/** One test for each title: after every step liveness is what the row says. */
export function holds(rows: Record<string, readonly Row[]>): void {
  it.each(Object.entries(rows))('%s', (_, steps) => {
    const line = new Timeline()
    for (const [seconds, step, expected] of steps) {
      line.at(seconds)
      step?.(line)
      expect(`${seconds} ${line.words()}`).toBe(`${seconds} ${expected}`)
    }
  })
}
