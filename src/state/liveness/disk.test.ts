/** A process that the host has stopped because the disk is nearly full: what liveness says, step by step. */
import { describe, expect, it } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { begins, heard, holds, prompted, refused } from '../../../test/state/liveness-rows.ts'
import { Timeline } from '../../../test/state/timeline.ts'

const paused = (line: Timeline) => line.event({ kind: 'process-paused', generation: 1, reason: 'disk' })
const continued = (line: Timeline) => line.event({ kind: 'process-continued', generation: 1 })

describe('R-LIVE-22 waiting for disk space, step by step', () => {
  holds({
    'a turn waits for as long as it takes, and goes on where it was': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(say.messageStart, say.textDelta('a')), 'streaming: Writing · 0 s'],
      [2, paused, 'stalled: Waiting for disk space · 0 s'],
      [500, paused, 'stalled: Waiting for disk space · 8 m 18 s'],
      [501, continued, 'streaming: Writing · 8 m 20 s'],
      [631, null, 'stalled: Stalled · 2 m 10 s'],
      [632, heard(say.textDelta('b')), 'streaming: Writing · 10 m 31 s'],
    ],
    'what rests goes on resting': [
      [0, begins, 'ready: Ready · 0 s'],
      [1, paused, 'ready: Waiting for disk space · 0 s'],
      [9, null, 'ready: Waiting for disk space · 8 s'],
      [10, continued, 'ready: Ready · 10 s'],
    ],
    'an error is still told': [
      [0, prompted, 'thinking: Waiting for the model · 0 s'],
      [1, heard(refused()), 'error: Error: Invalid API key'],
      [2, paused, 'error: Error: Invalid API key · Waiting for disk space · 0 s'],
    ],
    'it ends with the process': [
      [0, begins, 'ready: Ready · 0 s'],
      [1, paused, 'ready: Waiting for disk space · 0 s'],
      [2, (line) => line.exit({ cause: 'close', exitCode: 0 }), 'disconnected: Ended · 0 s'],
      [3, (line) => line.start(2), 'starting: Starting · 0 s'],
      [4, paused, 'starting: Starting · 1 s'],
    ],
  })

  it('nobody asks a stopped process whether it is there', () => {
    const line = new Timeline()
    prompted(line)
    paused(line)
    expect(line.isProbeDue(1e6)).toBe(false)
    continued(line)
    expect(line.isProbeDue(1e6)).toBe(true)
  })

  it('that a process goes on, told twice, counts once', () => {
    const line = new Timeline()
    prompted(line)
    paused(line)
    continued(line)
    const { continuedAt } = line.state.process
    continued(line)
    expect(line.state.process.continuedAt).toBe(continuedAt)
  })
})
