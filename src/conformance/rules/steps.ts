/** Steps that many checks share: a turn, an approval and its answer. */
import type { JsonObject } from '../../protocol/json.ts'
import type { Reply, ToolStep } from '../../simulator/index.ts'
import { conversations } from '../asked-model.ts'
import { type Driver, inputOf, WAIT } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { at } from '../match.ts'
import { named, namesOf, resultsIn, write } from '../names.ts'
import { mustBe } from '../verdict.ts'

export interface Turn {
  readonly cli: Driver
  readonly result: JsonObject
  /** The messages from the prompt to the result. */
  readonly seen: JsonObject[]
}

/** A reply with only this text. */
export const says = (text: string): Reply[] => [[{ text }]]

/** Runs a turn without approvals: the model answers with these replies. */
export async function turn(
  lab: Lab,
  replies: Reply[],
  cli: Driver = lab.shared(),
  more: JsonObject = {},
): Promise<Turn> {
  const from = cli.here
  lab.play(cli, replies, more)
  const result = await cli.result()
  return { cli, result, seen: cli.since(from) }
}

/** The outcome of a tool call that the CLI asked about. */
export interface Decided extends Turn {
  readonly asked: JsonObject
  /** The tool's result, as the model got it. */
  readonly told: { text: string; isError: boolean } | undefined
}

/** Runs a turn in which the model calls the tool, and answers the approval with what the function returns for the request. */
export async function decided(
  lab: Lab,
  tool: ToolStep,
  answer: (asked: JsonObject) => unknown,
  cli: Driver = lab.shared(),
): Promise<Decided> {
  const from = cli.here
  lab.play(cli, [[tool]])
  const asked = await cli.asked()
  cli.answer(asked, answer(asked))
  const result = await cli.result()
  const seen = cli.since(from)
  return { cli, asked, result, seen, told: resultsIn(seen)[0] }
}

/** The same with a file of this name, which exists if the tool ran. */
export async function answered(
  lab: Lab,
  name: string,
  answer: (asked: JsonObject) => unknown,
  cli: Driver = lab.shared(),
): Promise<Decided & { readonly ran: boolean }> {
  const turn = await decided(lab, write(lab.path(name)), answer, cli)
  return { ...turn, ran: lab.has(name) }
}

export const allow = (asked: JsonObject, more: JsonObject = {}) => ({
  behavior: 'allow',
  updatedInput: inputOf(asked),
  ...more,
})
export const DENY = { behavior: 'deny', message: 'Not in this house.' }

/** Returns the next request of the CLI, or the result if no request comes before it. */
export function askedOrOver(cli: Driver): Promise<JsonObject> {
  return cli.next(({ type }: JsonObject) => type === 'control_request' || type === 'result')
}

/** Makes the model call the tool, and returns whether the CLI asked about it. */
export async function asks(lab: Lab, tool: ToolStep, cli: Driver = lab.shared()): Promise<boolean> {
  lab.play(cli, [[tool]])
  const next = await askedOrOver(cli)
  if (next.type === 'result') return false
  cli.answer(next, DENY)
  await cli.result()
  return true
}

export function suggestionsOf(asked: JsonObject): JsonObject[] {
  return (at(asked, 'request', 'permission_suggestions') ?? []) as JsonObject[]
}

/** Returns the modes that the CLI reported. */
export function modesIn(messages: readonly JsonObject[]): unknown[] {
  return messages.flatMap(({ subtype, permissionMode }) =>
    subtype === 'status' && permissionMode !== undefined ? [permissionMode] : [],
  )
}

/** Checks the result of an interrupted turn: an error with its reason, or in the first version neither. */
export function mustBeAborted(result: JsonObject, reason: string): void {
  const isError = result.is_error !== false
  const terminal_reason = isError ? reason : undefined
  mustBe(result, { subtype: 'error_during_execution', is_error: isError, terminal_reason }, 'the result')
}

/** Returns the echoes that the CLI sends when the model is changed and changed back. */
export async function toldOfModel(cli: Driver): Promise<JsonObject[]> {
  const seen = await cli.during(() => cli.call({ subtype: 'set_model', model: 'claude-haiku-4-5' }))
  await cli.call({ subtype: 'set_model' })
  return named(seen, 'echo')
}

/** Waits for the end of a turn that has sent its result: versions that report their state become idle a moment later. */
export async function goesIdle(cli: Driver): Promise<void> {
  await cli.settled()
  const state = () => named(cli.messages, 'session_state_changed').at(-1)?.state
  await cli.until(() => [undefined, 'idle'].includes(state() as string | undefined), WAIT, 'the state idle')
}

/** How long to wait for a message that some versions do not send, in milliseconds. */
const PERHAPS = 4000

/** Starts a turn that the API puts off for 30 s, and returns while the CLI waits. */
export async function retryWait(lab: Lab, cli: Driver): Promise<void> {
  const before = conversations(lab.model).length
  lab.play(cli, [[{ error: { status: 429, retryAfter: 30 } }]])
  await lab.turnsOut(() => conversations(lab.model).length > before, 'a request to the API')
  // The first version waits without sending a message.
  await cli.next({ type: 'system', subtype: 'api_retry' }, PERHAPS).catch(() => {})
}

/**
 * Waits for the result of the turn if its sub-agent, which is being held up, runs in the background. So the sub-agent ends after the
 * turn, on a slow machine too: otherwise the turn would take its outcome in.
 */
export async function turnEndsFirst(cli: Driver, from = 0): Promise<boolean> {
  await cli.settled()
  if (!namesOf(cli.since(from)).includes('background_tasks_changed')) return false
  await cli.until(() => named(cli.since(from), 'result').length > 0, WAIT, 'the result of the turn')
  return true
}

/** Returns the status of the only server of the CLI, once it is known. */
export async function serverStatus(cli: Driver): Promise<unknown> {
  const deadline = Date.now() + WAIT
  for (;;) {
    const { response } = await cli.call({ subtype: 'mcp_status' })
    const status = at(response, 'mcpServers', 0, 'status')
    if (status !== 'pending' || Date.now() > deadline) return status
  }
}
