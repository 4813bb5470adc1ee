/** A tool call as its card shows it: still being written, running, or finished. */
import type { JsonObject } from '../../protocol/json.ts'
import { outputText } from '../../state/export/wording.ts'
import { objectIn } from '../../state/fields.ts'
import { outcomeOf } from '../../state/transcript/background.ts'
import type { CallItem, CallStatus, Draft } from '../../state/transcript/items.ts'
import { partialInput } from '../../state/transcript/partial-input.ts'
import { refusalWords } from '../../state/transcript/refusal-words.ts'

/** The CLI wraps its message to the model about a call that it could not make in these tags. */
const ERROR = /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/

export interface Call {
  readonly id: string
  readonly name: string
  /** The input that it ran with, including a person's changes. */
  readonly input: JsonObject
  /** The model's input, if a person changed it. */
  readonly wanted?: unknown
  readonly status: CallStatus | 'writing'
  readonly at: number
  readonly endedAt?: number
  readonly isCut: boolean
  readonly hasResult: boolean
  /** The result as text: what the model saw, or why the call did not run in words for a person. */
  readonly output: string
  /** The same as blocks, or as a text. */
  readonly content?: unknown
  readonly own: JsonObject
  readonly toolUseId?: string
  readonly taskId?: string
  readonly approvalId?: string
  readonly decidedAt?: number
}

export function callOf(item: CallItem): Call {
  const { status, endedAt } = outcomeOf(item)
  const { id, name, at, cut, toolUseId, taskId, approvalId, decidedAt } = item
  const { ranWith, input, result } = item
  const output = outputText(item).replace(ERROR, '$1')
  return {
    id,
    name,
    input: objectIn(ranWith ?? input) ?? {},
    ...(ranWith !== undefined && { wanted: input }),
    status,
    at,
    ...(endedAt !== undefined && { endedAt }),
    isCut: cut === true,
    hasResult: result !== undefined,
    output: status === 'denied' || status === 'interrupted' ? refusalWords(output) : output,
    content: result?.content,
    own: objectIn(item.toolUseResult) ?? {},
    toolUseId,
    ...(taskId !== undefined && { taskId }),
    ...(approvalId !== undefined && { approvalId }),
    ...(decidedAt !== undefined && { decidedAt }),
  }
}

export function callBeingWritten(draft: Draft): Call {
  const { id, name = 'Tool', at, toolUseId } = draft
  return {
    id,
    name,
    input: objectIn(partialInput(draft)) ?? {},
    status: 'writing',
    at,
    isCut: false,
    hasResult: false,
    output: '',
    own: {},
    ...(toolUseId !== undefined && { toolUseId }),
  }
}

export const isOver = ({ status }: Call): boolean => status !== 'running' && status !== 'writing'
