/**
 * Converts a recording to a script: what the CLI wrote, and in between the gates at which it waited for its host. A gate is where
 * the recording has the host's message, with two exceptions. The gate of a prompt comes just before the first message that can
 * result from it: otherwise a host that waits for the end of a turn before it sends the next prompt would wait forever. And
 * questions, which change nothing, have no gate: the player answers each when the host asks it.
 */
import { isObject, type JsonObject, parseObject } from '../../protocol/json.ts'
import type { Entry, LineEntry, Recording } from '../format.ts'

type Gate =
  | { readonly for: 'prompt'; readonly uuid: string | undefined; readonly message: JsonObject }
  | { readonly for: 'request'; readonly id: string; readonly subtype: string; readonly request: JsonObject }
  /** The host's response to a request of the CLI. */
  | { readonly for: 'answer'; readonly id: string; readonly response: JsonObject }
  | { readonly for: 'input-end' }
  | { readonly for: 'signal'; readonly signal: string }

export interface GateStep {
  readonly kind: 'gate'
  readonly gate: Gate
  readonly order: number
  isMet: boolean
}
export interface EmitStep {
  readonly kind: 'emit'
  readonly entry: LineEntry
  /** Milliseconds since the previous step. */
  readonly delay: number
  /** The id of the host's request that this line answers. */
  readonly answers?: string
  isDone: boolean
}
interface ExitStep {
  readonly kind: 'exit'
  readonly code: number | null
  readonly signal: string | null
}
export type Step = GateStep | EmitStep | ExitStep

export interface Question {
  readonly subtype: string
  readonly request: JsonObject
  /** Undefined: the host never answered. */
  readonly answer: JsonObject | undefined
  isUsed: boolean
}
export interface Script {
  readonly steps: readonly Step[]
  readonly questions: readonly Question[]
  readonly sessionId: string | undefined
  /** Texts were removed from the recording. */
  readonly isRedacted: boolean
}

const QUESTIONS = new Set([
  ...['mcp_status', 'mcp_read_resource', 'read_file', 'file_suggestions', 'export_conversation'],
  ...['side_question', 'generate_session_title', 'message_rated', 'seed_read_state'],
  ...['set_has_subscribers', 'set_color'],
])

/** Returns true for a request that has no effect other than its response. */
export function isQuestion(subtype: string): boolean {
  return /^(get|list)_/.test(subtype) || QUESTIONS.has(subtype)
}

interface Placed {
  readonly step: Step
  readonly message: JsonObject | undefined
}

export function scriptOf({ header, entries }: Recording): Script {
  const own = firstProcess(entries)
  const answers = answersIn(own)
  const asked = new Set<string>()
  const questions: Question[] = []
  const asking = new Set<string>()
  const placed: Placed[] = []
  let before = 0
  let sessionId: string | undefined
  own.forEach((entry, order) => {
    const delay = Math.max(0, entry.at - before)
    before = entry.at
    const message = entry.kind === 'in' || entry.kind === 'out' ? parseObject(entry.line) : undefined
    if (entry.kind === 'out' && message) {
      if (message.type === 'control_request' && typeof message.request_id === 'string')
        asked.add(message.request_id)
      if (typeof message.session_id === 'string' && message.session_id !== '')
        sessionId ??= message.session_id
    }
    if (entry.kind === 'in') {
      const gate = message && gateOf(message, asked)
      if (gate?.for === 'request' && isQuestion(gate.subtype)) {
        asking.add(gate.id)
        const { subtype, request } = gate
        questions.push({ subtype, request, answer: answers.get(gate.id), isUsed: false })
      } else if (gate) placed.push({ step: { kind: 'gate', gate, order, isMet: false }, message })
      return
    }
    const answersTo = entry.kind === 'out' && message ? answeredBy(message) : undefined
    if (answersTo !== undefined && asking.has(answersTo)) return
    const step = stepOf(entry, order, delay, answersTo)
    if (step) placed.push({ step, message })
  })
  return { steps: withPromptsLate(placed), questions, sessionId, isRedacted: header.redacted !== undefined }
}

/** A host's session may have run in several processes. */
function firstProcess(entries: readonly Entry[]): Entry[] {
  const own: Entry[] = []
  let isStarted = false
  for (const entry of entries) {
    if (entry.kind === 'fact' && entry.fact.kind === 'process-started') {
      if (isStarted) break
      isStarted = true
    } else own.push(entry)
    if (entry.kind === 'fact' && entry.fact.kind === 'process-exited') break
  }
  return own
}

function answersIn(entries: readonly Entry[]): Map<string, JsonObject> {
  const answers = new Map<string, JsonObject>()
  for (const entry of entries) {
    const message = entry.kind === 'out' ? parseObject(entry.line) : undefined
    const id = message && answeredBy(message)
    if (message && id !== undefined && !answers.has(id)) answers.set(id, message)
  }
  return answers
}

function answeredBy({ type, response }: JsonObject): string | undefined {
  if (type !== 'control_response' || !isObject(response)) return undefined
  return typeof response.request_id === 'string' ? response.request_id : undefined
}

function gateOf(message: JsonObject, asked: ReadonlySet<string>): Gate | undefined {
  const { type, uuid, request_id: id, request, response } = message
  if (type === 'user') return { for: 'prompt', uuid: typeof uuid === 'string' ? uuid : undefined, message }
  if (type === 'control_request' && typeof id === 'string' && isObject(request))
    return { for: 'request', id, subtype: String(request.subtype), request }
  const answered = answeredBy(message)
  if (answered !== undefined && asked.has(answered) && isObject(response))
    return { for: 'answer', id: answered, response }
  return undefined
}

function stepOf(entry: Entry, order: number, delay: number, answers?: string): Step | undefined {
  switch (entry.kind) {
    case 'out':
    case 'err':
      return { kind: 'emit', entry, delay, isDone: false, ...(answers !== undefined && { answers }) }
    case 'in-end':
      return { kind: 'gate', gate: { for: 'input-end' }, order, isMet: false }
    case 'signal':
      return { kind: 'gate', gate: { for: 'signal', signal: entry.signal }, order, isMet: false }
    case 'fact': {
      if (entry.fact.kind !== 'process-exited') return undefined
      const { exitCode, signal } = entry.fact
      return {
        kind: 'exit',
        code: typeof exitCode === 'number' ? exitCode : null,
        signal: typeof signal === 'string' ? signal : null,
      }
    }
    default:
      return undefined
  }
}

function withPromptsLate(placed: readonly Placed[]): Step[] {
  const steps: Step[] = []
  let held: GateStep[] = []
  /** A prompt has passed its gate, and no result has come since. */
  let isRunning = false
  for (const { step, message } of placed) {
    if (step.kind === 'gate' && step.gate.for === 'prompt') {
      held.push(step)
      continue
    }
    const isOutput = step.kind === 'emit'
    const isLast = step.kind === 'exit' || (step.kind === 'gate' && step.gate.for === 'input-end')
    const isNeeded = held.some(({ gate }) => isOutput && mentions(step, gate))
    if (held.length > 0 && (isLast || isNeeded || (isOutput && !isRunning && beginsTurn(message)))) {
      steps.push(...held)
      held = []
      isRunning = true
    }
    steps.push(step)
    if (isOutput && message?.type === 'result') isRunning = false
  }
  return [...steps, ...held]
}

function mentions(step: EmitStep, gate: Gate): boolean {
  return gate.for === 'prompt' && gate.uuid !== undefined && step.entry.line.includes(`"${gate.uuid}"`)
}

/** Returns whether a turn has begun; messages that the CLI writes between turns do not count. */
function beginsTurn(message: JsonObject | undefined): boolean {
  switch (message?.type) {
    // Noise, or a line of stderr: it may result from the prompt.
    case undefined:
    case 'assistant':
    case 'stream_event':
    case 'user':
    case 'result':
    case 'control_request':
      return true
    case 'system':
      if (message.subtype === 'session_state_changed') return message.state !== 'idle'
      return message.subtype === 'init' || message.subtype === 'status'
    default:
      return false
  }
}
