/** Messages outside the conversation that a person wants to read in the transcript. */
import { CLI_REQUEST_SUBTYPES, type CliRequest } from '../../protocol/control/to-host.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { textIn, textsIn } from '../fields.ts'
import { info, type Notice, optional, some, warning } from './notice.ts'
import { systemNotice } from './system-notices.ts'

/** Undefined if it is of no interest to a person, or shown elsewhere. */
export function noticeIn(message: StdoutMessage): Notice | undefined {
  switch (message.type) {
    case 'system':
      return systemNotice(message)
    case 'tool_use_summary': {
      const calls = textsIn(message.preceding_tool_use_ids)
      return { ...info('tool-summary', message.summary), ...(calls && { detail: { calls } }) }
    }
    case 'streamlined_text':
      return some('streamlined', textIn(message.text))
    case 'streamlined_tool_use_summary':
      return some('streamlined', textIn(message.tool_summary))
    case 'error': {
      const text = textIn(message.error.message) ?? textIn(message.error.type) ?? 'Unknown error'
      return { topic: 'error', level: 'error', text, detail: message.error }
    }
    case 'auth_status': {
      const error = textIn(message.error)
      return error === undefined ? undefined : { topic: 'error', level: 'error', text: error }
    }
    case 'conversation_reset':
      return resetNotice(message.new_conversation_id, textIn(message.trigger))
    default:
      return undefined
  }
}

export function resetNotice(id: string, trigger?: string): Notice {
  return { ...info('reset', 'The conversation starts anew'), detail: { id, ...optional('trigger', trigger) } }
}

const KNOWN: ReadonlySet<string> = new Set(CLI_REQUEST_SUBTYPES)

/** What a newer CLI wants of its host may matter to the person, who is not asked: it is answered with an error. */
export function unknownRequestNotice(request: CliRequest): Notice | undefined {
  if (KNOWN.has(request.subtype)) return undefined
  return warning(
    'error',
    `Claude Code asked for something that is not known here: ${request.subtype}`,
    request,
  )
}
