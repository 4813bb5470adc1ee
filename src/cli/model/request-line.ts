import type { ModelRequest } from '../../simulator/model/log.ts'
import { shorten } from '../terminal/truncate.ts'

interface Body {
  readonly model?: unknown
  readonly messages?: readonly { readonly role?: string; readonly content?: unknown }[]
  readonly tools?: readonly unknown[]
}

/** What `--json` prints. `messages` is the length of the conversation, `last` its end: the prompt, or tool results. */
export function logged({
  at,
  method,
  path,
  status,
  answer,
  aborted,
  side,
  script,
  reply,
  body,
}: ModelRequest) {
  const { model: named, messages: sent } = (body ?? {}) as Body
  const model = typeof named === 'string' ? named : undefined
  const messages = Array.isArray(sent) ? sent.length : undefined
  const time = new Date(at).toISOString()
  const outcome = { status, answer, aborted, side, script, reply }
  return { at: time, method, path, ...outcome, model, messages, last: lastText(sent) }
}

export function requestLine(entry: ReturnType<typeof logged>): string {
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
