/** The client follows turns as they come, the state folds them: both must see the same. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numbered, turnEvents } from '../../../test/generate/events.ts'
import type { UserInput } from '../../protocol/stdin.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { waiting } from '../../state/prompts.ts'
import { reduce } from '../../state/reduce.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { Turn } from './turn.ts'
import { TurnTracker } from './turn-tracker.ts'

describe('the same turns as the state', () => {
  it('R-QUEUE-6 prompts are settled at the same events by the same turns', () => {
    fc.assert(
      fc.property(turnEvents, (bodies) => {
        const tracker = new TurnTracker(() => {})
        const turns = new Map<string, Turn>()
        const echoed = new Set<string>()
        let state = reduce(emptyState, { kind: 'process-started', generation: 1, seq: 1, at: 0 })
        for (const event of numbered(bodies)) {
          if (isIdleInTurn(event, state) || isSecondEcho(event, echoed)) continue
          const uuid = promptIn(event)
          // The client does not send a uuid twice.
          if (uuid !== undefined && turns.has(uuid)) continue
          if (uuid !== undefined) turns.set(uuid, sentTo(tracker, uuid))
          else if (event.kind === 'received') tracker.observe(event.message)
          state = reduce(state, { ...event, seq: event.seq + 1 })
          const open = waiting(state.prompts).map((prompt) => prompt.uuid)
          const unsettled = [...turns.values()]
            .filter((turn) => turn.state !== 'done')
            .map((turn) => turn.uuid)
          expect(open).toEqual(unsettled)
          expect(state.turns.current === null && open.length === 0).toBe(tracker.isIdle)
        }
      }),
      { numRuns: 300 },
    )
  })

  /** Where the client goes on with the turn, the state closes it: the CLI has said so. */
  function isIdleInTurn(event: SessionEvent, state: SessionState): boolean {
    if (event.kind !== 'received' || event.message.type !== 'system') return false
    const { message } = event
    return (
      message.subtype === 'session_state_changed' && message.state === 'idle' && state.turns.current !== null
    )
  }
  /** The state takes a message once, by its uuid. */
  function isSecondEcho(event: SessionEvent, echoed: Set<string>): boolean {
    if (event.kind !== 'received' || event.message.type !== 'user' || !event.message.isReplay) return false
    const { uuid = '' } = event.message
    if (echoed.has(uuid)) return true
    echoed.add(uuid)
    return false
  }
  function promptIn(event: EventBody): string | undefined {
    return event.kind === 'sent' && event.message.type === 'user' ? event.message.uuid : undefined
  }
  function sentTo(tracker: TurnTracker, uuid: string): Turn {
    const input: UserInput = { type: 'user', message: { role: 'user', content: uuid } }
    const turn = new Turn({ ...input, uuid }, 'sent')
    tracker.sent(turn)
    return turn
  }
})
