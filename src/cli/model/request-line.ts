/** A request to the scripted model in one line. */
import type { ModelRequest } from '../../simulator/model/log.ts'
import { shorten } from '../terminal/truncate.ts'

interface Body {
  readonly model?: unknown
  readonly messages?: readonly { readonly role?: string; readonly content?: unknown }[]
  readonly tools?: readonly unknown[]
}

export interface LoggedRequest {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status?: number
  readonly answer: ModelRequest['answer']
  readonly aborted: boolean
  readonly side: boolean
  readonly script?: number | 'otherwise'
  readonly reply?: number
  readonly model?: string
  /** How many messages the conversation has. */
  readonly messages?: number
  /** The end of it: the prompt, or what came back from tools. */
  readonly last?: string
}

export function logged(request: ModelRequest): LoggedRequest {
  const { at, method, path, status, answer, aborted, side, script, reply } = request
  const { model, messages } = (request.body ?? {}) as Body
  const last = lastText(messages)
  return {
    at: new Date(at).toISOString(),
    method,
    path,
    ...(status !== undefined && { status }),
    answer,
    aborted,
    side,
    ...(script !== undefined && { script }),
    ...(reply !== undefined && { reply }),
    ...(typeof model === 'string' && { model }),
    ...(Array.isArray(messages) && { messages: messages.length }),
    ...(last !== undefined && { last }),
  }
}

export function requestLine(entry: LoggedRequest): string {
  const { at, method, path, status, answer, aborted, side, script, reply, model, last } = entry
  const played =
    script === undefined ? '' : script === 'otherwise' ? 'otherwise' : `script ${script} reply ${reply ?? 0}`
  return [
    at.slice(11, 19),
    `${method} ${path}`,
    `${status ?? '-'} ${answer}${aborted ? ' (client went away)' : ''}`,
    side ? 'side call' : played,
    model ?? '',
    last === undefined ? '' : `"${last}"`,
  ]
    .filter((part) => part !== '')
    .join('  ')
}

function lastText(messages: Body['messages']): string | undefined {
  const content = Array.isArray(messages) ? messages.at(-1)?.content : undefined
  if (typeof content === 'string') return shorten(content, 60)
  if (!Array.isArray(content)) return undefined
  const blocks = content as { type?: string; text?: string }[]
  if (blocks.some(({ type }) => type === 'tool_result')) return '(tool results)'
  return shorten(blocks.findLast(({ type }) => type === 'text')?.text ?? '', 60)
}
