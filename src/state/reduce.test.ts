import { describe, expect, it } from 'vitest'
import * as say from '../../test/client/messages.ts'
import { anyEvents, numbered } from '../../test/generate/events.ts'
import fc from '../../test/generate/fast-check.ts'
import { Timeline } from '../../test/state/timeline.ts'
import type { SessionEvent } from './events.ts'
import { toArray } from './list.ts'
import { liveness, nextProbe } from './liveness/liveness.ts'
import { describe as words } from './liveness/words.ts'
import { reduce, reduceDriving } from './reduce.ts'
import { emptyState, type SessionState } from './session-state.ts'
import { waiting } from './turns/prompts.ts'

const fold = (events: readonly SessionEvent[], from: SessionState = emptyState) => events.reduce(reduce, from)
const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value))
/** Without the number and the time of the last event, which a repeated one does move on. */
const apart = ({ seq: _, at: __, ...rest }: SessionState) => rest

describe('any events whatsoever', () => {
  it('R-LIVE-21 never throw, and leave a dead process without approval, draft, turn or work', () => {
    fc.assert(
      fc.property(anyEvents, (bodies) => {
        let state = emptyState
        for (const event of numbered(bodies)) {
          state = reduce(state, event)
          const now = event.at + 500_000
          const live = liveness(state, now)
          nextProbe(state, now)
          expect(words(live, now)).not.toBe('')
          if (state.process.status !== 'ended') continue
          expect(live.status).toBe('disconnected')
          expect(state.approvals.pending).toEqual([])
          expect(state.transcript.drafts).toEqual([])
          expect(state.turns.current).toBeNull()
          expect(waiting(state.prompts)).toEqual([])
          expect(state.activity.tools).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })

  it('a snapshot at any point and the rest give the same as all of them', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(60), (bodies, cut) => {
        const events = numbered(bodies)
        const whole = fold(events)
        const snapshot = clone(fold(events.slice(0, cut)))
        expect(fold(events.slice(cut), snapshot)).toStrictEqual(whole)
        expect(clone(whole)).toStrictEqual(whole)
      }),
      { numRuns: 100 },
    )
  })

  it('an event of the process, of a prompt or of the control channel twice is as good as once', () => {
    const isPlain = ({ kind }: SessionEvent) => kind !== 'received' && kind !== 'noise' && kind !== 'unknown'
    fc.assert(
      fc.property(anyEvents, (bodies) => {
        let state = emptyState
        let seq = 0
        for (const event of numbered(bodies)) {
          state = reduce(state, { ...event, seq: ++seq })
          const isControl = event.kind === 'received' && event.message.type.startsWith('control_')
          if (event.kind === 'notice' || event.kind === 'prompt-changed') continue
          if (event.kind === 'sent' && event.message.type === 'user' && !event.message.uuid) continue
          if (!isPlain(event) && !isControl) continue
          const again = reduce(state, { ...event, seq: ++seq, at: event.at + 1 })
          expect(apart(again)).toStrictEqual(apart(state))
          state = again
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('events that change nothing', () => {
  it('R-REPLAY-5 one that was folded before', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init())
    for (const event of line.events) expect(reduce(line.state, event)).toBe(line.state)
  })

  it('R-LIVE-8 keep_alive, in either direction', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init())
    const before = apart(line.state)
    line.at(9).hear({ type: 'keep_alive' }).say({ type: 'keep_alive' })
    expect(apart(line.state)).toEqual(before)
  })

  it('the start or end of a process that is not the present one', () => {
    const line = new Timeline().start(2).hear(say.init())
    const before = apart(line.state)
    line.at(5).start(1).start(2)
    line.event({ kind: 'process-exited', generation: 1, cause: 'exit', exitCode: 0, signal: null })
    expect(apart(line.state)).toEqual(before)
    line.exit().at(7).exit({ exitCode: 3 })
    expect(line.state.process.ended).toMatchObject({ exitCode: 0, at: 5000 })
  })
})

describe('the process', () => {
  it('is what the events say', () => {
    const line = new Timeline().at(2)
    line.event({
      kind: 'process-started',
      generation: 3,
      pid: 7,
      agent: 'claude',
      version: '2.1.325',
      cwd: '/a',
    })
    expect(line.state.process).toEqual({
      status: 'running',
      generation: 3,
      startedAt: 2000,
      pid: 7,
      agent: 'claude',
      version: '2.1.325',
      cwd: '/a',
    })
    line.ask('h', 'initialize').at(3).answered('h', {})
    line.at(4).ask('h2', 'initialize').answered('h2', {})
    expect(line.state.process.initializedAt).toBe(3000)
    line.at(5).exit({ exitCode: 1, stderr: 'boom' })
    expect(line.state.process).toMatchObject({
      status: 'ended',
      generation: 3,
      pid: 7,
      ended: { cause: 'exit', exitCode: 1, signal: null, stderr: 'boom', at: 5000 },
    })
  })

  it('is implied where messages come and nobody told its start', () => {
    const line = new Timeline().at(2).hear(say.init())
    expect(line.state.process).toEqual({ status: 'running', generation: 0, startedAt: 2000 })
    const ended = new Timeline().at(2).hear(say.init()).exit({ generation: 1 }).state
    expect(ended.process).toMatchObject({ status: 'ended', generation: 1, startedAt: 2000 })
    expect(toArray(ended.turns.past)).toMatchObject([{ lost: 'process-ended' }])
    line.start(1)
    expect(line.state.turns.current).toBeNull()
    expect(line.state.process).toMatchObject({ status: 'running', generation: 1 })
  })

  it('R-LIVE-21 what comes after its end is shown and has no other effect', () => {
    const line = new Timeline().ready().exit()
    const { turns, approvals, prompts, activity, usage } = line.state
    line.hear(say.init(), say.messageStart, say.textDelta('a'), say.result('late'))
    line.asked('r1', say.canUseTool())
    expect(line.state).toMatchObject({ turns, approvals, prompts, activity, usage })
    expect(line.state.seq).toBe(line.events.length)
    expect(JSON.stringify(line.state.transcript)).toContain('it came after the end of the process')
  })
})

it('a state that only drives the CLI forgets turns and approvals that are long over', () => {
  const bodies: object[] = [{ kind: 'process-started', generation: 1 }]
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 'toolu_1' }
  for (let turn = 0; turn < 300; turn++) {
    bodies.push({ kind: 'received', message: say.init() })
    bodies.push({
      kind: 'received',
      message: { type: 'control_request', request_id: `ask-${turn}`, request, uuid: `r-${turn}` },
    })
    bodies.push({ kind: 'received', message: say.result(`result ${turn}`, { uuid: `u-${turn}` }) })
  }
  const events = bodies.map((body, index) => ({ ...body, seq: index + 1, at: index + 1 }) as SessionEvent)
  const { turns, approvals } = events.reduce(reduceDriving, emptyState)
  expect(toArray(turns.past).length).toBeLessThanOrEqual(64)
  expect(toArray(approvals.closed).length).toBeLessThanOrEqual(64)
  expect(toArray(turns.past).at(-1)).toMatchObject({ number: 300, result: { text: 'result 299' } })
})
