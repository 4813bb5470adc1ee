/** What several checks of approvals do. */
import type { JsonObject } from '../../protocol/json.ts'
import type { ToolStep } from '../../simulator/index.ts'
import { type Driver, inputOf } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { at } from '../match.ts'
import { resultsIn, write } from '../names.ts'

/** What became of one tool call. */
export interface Answered {
  readonly cli: Driver
  readonly asked: JsonObject
  readonly result: JsonObject
  readonly seen: JsonObject[]
  readonly ran: boolean
  readonly told: { text: string; isError: boolean } | undefined
}

/** Has a file written, and answers the approval with this, or with what this makes of the request. */
export async function answered(
  lab: Lab,
  name: string,
  answer: (asked: JsonObject) => unknown,
  cli = lab.shared(),
): Promise<Answered> {
  const from = cli.here
  lab.play(cli, [[write(lab.path(name))]])
  const asked = await cli.asked()
  cli.answer(asked, answer(asked))
  const result = await cli.result()
  const seen = cli.since(from)
  return { cli, asked, result, seen, ran: lab.has(name), told: resultsIn(seen)[0] }
}

export const allow = (asked: JsonObject, more: JsonObject = {}) => ({
  behavior: 'allow',
  updatedInput: inputOf(asked),
  ...more,
})
export const DENY = { behavior: 'deny', message: 'Not in this house.' }

/** Has the tool called, and says whether the CLI asked. */
export async function asks(lab: Lab, tool: ToolStep, cli = lab.shared()): Promise<boolean> {
  lab.play(cli, [[tool]])
  const message = await cli.next(({ type }: JsonObject) => type === 'control_request' || type === 'result')
  if (message.type === 'result') return false
  cli.answer(message, DENY)
  await cli.result()
  return true
}

export function suggestionsOf(asked: JsonObject): JsonObject[] {
  return (at(asked, 'request', 'permission_suggestions') ?? []) as JsonObject[]
}
