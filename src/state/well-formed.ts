/**
 * Whether an event is as its type says. Events come from files, from other programs and from other versions of this one;
 * the slices rely on their types. What is not as it should be is folded as `unknown`: shown, and without other effect.
 */
import { contentCheck } from '../protocol/blocks.ts'
import { problemInMessage } from '../protocol/decode.ts'
import { type Check, mismatch, OneOf } from '../protocol/shape.ts'
import { isCommonDelta } from '../protocol/stream.ts'
import type { EventBody, ReceivedUnknown, SessionEvent } from './events.ts'

type Kind = EventBody['kind']
interface Fields {
  readonly [field: string]: Check
}

/** Of the kinds that carry no message: the fields that must be there, and those that may. */
const FIELDS: {
  readonly [K in Exclude<Kind, 'received' | 'sent' | 'recalled'>]: readonly [needs: Fields, may: Fields]
} = {
  unknown: [{ value: {} }, { reason: 'string' }],
  noise: [{ text: 'string' }, { reason: 'string' }],
  'process-started': [
    { generation: 'number' },
    { pid: 'number', agent: 'string', version: 'string', cwd: 'string' },
  ],
  'process-exited': [
    {
      generation: 'number',
      cause: new OneOf('exit', 'close', 'kill', 'spawn', 'unknown'),
      exitCode: 'number|null',
      signal: 'string|null',
    },
    { stderr: 'string', error: 'string' },
  ],
  'process-paused': [{ generation: 'number', reason: new OneOf('disk') }, {}],
  'process-continued': [{ generation: 'number' }, {}],
  'prompt-queued': [{ uuid: 'string', content: contentCheck }, { by: 'string' }],
  'prompt-changed': [{ uuid: 'string' }, { content: contentCheck, position: 'number' }],
  'prompt-cancelled': [{ uuid: 'string' }, { by: 'string' }],
  'approval-answered': [
    { id: 'string', decision: new OneOf('allowed', 'denied', 'answered', 'cancelled') },
    { by: 'string', message: 'string' },
  ],
  notice: [{ level: new OneOf('info', 'warning', 'error'), text: 'string' }, { code: 'string' }],
  titled: [{ title: 'string' }, {}],
}

const NOTHING: object = {}

/** It has its place in the journal. */
export function isNumbered(event: unknown): event is SessionEvent {
  const { seq, at } = (event ?? NOTHING) as { seq?: unknown; at?: unknown }
  return Number.isFinite(seq) && Number.isFinite(at)
}

/** The event, or what is folded in its place. */
export function wellFormed(event: SessionEvent): SessionEvent {
  // By far the most frequent of all.
  if (event.kind === 'received' && isCommonDelta(event.message)) return event
  const problem = problemIn(event)
  return problem === undefined ? event : malformed(event, problem)
}

/** `value` holds the whole event, so that nothing in it is mistaken for a message of the CLI. */
export function malformed({ seq, at, ...body }: SessionEvent, reason: string): SessionEvent {
  const shown: ReceivedUnknown = { kind: 'unknown', value: { ...body }, reason }
  return { ...shown, seq, at }
}

/** An unknown kind comes from a newer host and has no effect here. */
function problemIn(event: SessionEvent): string | undefined {
  switch (event.kind) {
    case 'received':
      return problemInMessage(event.message, 'stdout')
    case 'sent':
      return problemInMessage(event.message, 'stdin')
    case 'recalled':
      return problemInRecalled(event.message) ?? problemInOptional({ ...event }, { saidAt: 'number' })
    default: {
      const fields = Object.hasOwn(FIELDS, event.kind) ? FIELDS[event.kind] : undefined
      return fields && (mismatch(event, fields[0]) ?? problemInOptional({ ...event }, fields[1]))
    }
  }
}

function problemInRecalled(message: unknown): string | undefined {
  const { type } = (message ?? {}) as { type?: unknown }
  return type === 'assistant' || type === 'user'
    ? problemInMessage(message, 'stdout')
    : 'it recalls neither a reply nor a prompt'
}

function problemInOptional(event: { readonly [field: string]: unknown }, may: Fields): string | undefined {
  for (const [field, check] of Object.entries(may)) {
    const problem = event[field] === undefined ? undefined : mismatch(event[field], check, field)
    if (problem !== undefined) return problem
  }
  return undefined
}
