/** The `system` messages that are shown in the transcript. */
import type { SystemMessage } from '../../protocol/messages/system.ts'
import type {
  SystemApiError,
  SystemHookResponse,
  SystemInformational,
  SystemModelRefusalFallback,
  SystemPermissionDenied,
  SystemStopHookSummary,
} from '../../protocol/messages/system-notices.ts'
import { numberIn, objectsIn, textIn } from '../fields.ts'
import { formatDuration } from '../format/duration.ts'
import { denialPrinted } from '../hook-answers.ts'
import { counted, info, type Notice, optional, some, warning } from './notice.ts'
import { refusalWords } from './refusal-words.ts'

export function systemNotice(message: SystemMessage): Notice | undefined {
  switch (message.subtype) {
    case 'informational':
      return informational(message)
    case 'notification':
      return { ...info('information', message.text), ...optional('detail', keyOf(message.key)) }
    case 'hook_response':
      return hookOutput(message)
    case 'stop_hook_summary':
      return stopHooks(message)
    case 'turn_duration': {
      const ms = numberIn(message.duration_ms) ?? numberIn(message.durationMs)
      return ms === undefined
        ? undefined
        : info('turn-duration', `The turn took ${formatDuration(ms, Math.round)}`)
    }
    case 'local_command':
    case 'local_command_output':
      return some('local-command', textIn(message.content)?.trim())
    case 'permission_denied':
      return denial(message)
    case 'model_refusal_fallback':
      return refusal(message)
    case 'model_refusal_no_fallback': {
      const text = textIn(message.content) ?? `${textIn(message.original_model) ?? 'The model'} refused`
      return warning('refusal', text, modelsIn(message))
    }
    case 'api_error':
      return apiError(message)
    case 'status':
      return message.compact_result === 'failed'
        ? warning('information', `Compaction failed: ${textIn(message.compact_error) ?? 'no reason given'}`)
        : undefined
    case 'microcompact_boundary':
      return {
        ...info('information', 'Old tool results were cleared'),
        ...optional('detail', message.microcompact_metadata),
      }
    case 'memory_recall': {
      const memories = objectsIn(message.memories) ?? []
      return {
        ...info('memory', `${counted(memories.length, 'memory', 'memories')} recalled`),
        detail: { memories },
      }
    }
    case 'files_persisted': {
      const failed = Array.isArray(message.failed) ? message.failed : []
      const detail = { files: message.files, failed }
      if (failed.length > 0)
        return warning('information', `${counted(failed.length, 'file')} not stored`, detail)
      return { ...info('information', `${counted(message.files.length, 'file')} stored`), detail }
    }
    case 'session_writes_lost':
      return {
        topic: 'writes-lost',
        level: 'error',
        text: `The CLI could not store all of its transcript (${message.error_code})`,
        ...optional('detail', Array.isArray(message.lost) ? { lost: message.lost } : undefined),
      }
    case 'worker_shutting_down':
      return warning('process', `The CLI is about to end: ${textIn(message.reason) ?? 'no reason given'}`)
    case 'plugin_install':
      return pluginInstall(message)
    case 'mirror_error':
      return warning(
        'writes-lost',
        `The transcript could not be mirrored: ${textIn(message.error) ?? 'no reason given'}`,
      )
    // Shown elsewhere, in the transcript or in the rest of the state.
    case 'init':
    case 'compact_boundary':
    case 'session_state_changed':
    case 'session_title_changed':
    case 'thinking_tokens':
    case 'commands_changed':
    case 'api_retry':
    case 'control_request_progress':
    case 'elicitation_complete':
    case 'hook_started':
    case 'hook_progress':
    case 'task_started':
    case 'task_progress':
    case 'task_updated':
    case 'task_notification':
    case 'background_tasks_changed':
    // Of no interest to a person.
    case 'bridge_state':
    case 'ui_invalidate':
      return undefined
    default:
      // The compiler refuses a listed subtype without a case. Unlisted ones are raw items (`well-formed.ts`).
      message satisfies never
      return undefined
  }
}

function keyOf(key: unknown): { key: string } | undefined {
  return typeof key === 'string' ? { key } : undefined
}

function informational({
  content,
  level,
  tool_use_id,
  tag,
  prevent_continuation,
}: SystemInformational): Notice {
  const detail = {
    ...optional('toolUseId', textIn(tool_use_id)),
    ...optional('tag', textIn(tag)),
    ...(prevent_continuation === true && { stopped: true }),
  }
  return {
    topic: 'information',
    level: level === 'warning' ? 'warning' : level === 'error' ? 'error' : 'info',
    text: content,
    ...(Object.keys(detail).length > 0 && { detail }),
  }
}

/** A hook that went well and said nothing is not worth a line. */
function hookOutput(message: SystemHookResponse): Notice | undefined {
  const { hook_name: hook, hook_event: event, outcome } = message
  const exitCode = numberIn(message.exit_code)
  const failed = outcome === 'error' || outcome === 'cancelled' || (exitCode !== undefined && exitCode !== 0)
  const said = [message.output, message.stdout, message.stderr].map(textIn).find((text) => text?.trim())
  if (said === undefined && !failed) return undefined
  const text =
    said?.trim() ?? (outcome === 'cancelled' ? 'cancelled' : `failed (exit code ${exitCode ?? 'unknown'})`)
  const detail = {
    hook,
    event,
    ...optional('exitCode', exitCode),
    ...optional('outcome', textIn(outcome)),
    ...optional('denies', denialPrinted(event, said)),
  }
  return { topic: 'hook', level: failed ? 'warning' : 'info', text: `${hook}: ${text}`, detail }
}

function stopHooks(message: SystemStopHookSummary): Notice {
  const count = numberIn(message.hookCount) ?? objectsIn(message.hookInfos)?.length ?? 0
  const errors = Array.isArray(message.hookErrors) ? message.hookErrors : []
  const reason = textIn(message.stopReason)
  const stopped = message.preventedContinuation === true
  const parts = [
    `${counted(count, 'stop hook')} ran`,
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
    ...(stopped ? ['the turn was stopped'] : []),
    ...(reason ? [reason] : []),
  ]
  const detail = { ...optional('hooks', objectsIn(message.hookInfos)), ...(errors.length > 0 && { errors }) }
  const level = errors.length > 0 || stopped ? 'warning' : 'info'
  return {
    topic: 'stop-hooks',
    level,
    text: parts.join(', '),
    ...(Object.keys(detail).length > 0 && { detail }),
  }
}

function denial(message: SystemPermissionDenied): Notice {
  const { tool_name: tool } = message
  const text = refusalWords(textIn(message.message) ?? '') || `${tool} was not allowed`
  return warning('denial', text, {
    tool,
    ...optional('toolUseId', textIn(message.tool_use_id)),
    ...optional('reasonType', textIn(message.decision_reason_type)),
    ...optional('reason', textIn(message.decision_reason)),
  })
}

function refusal(message: SystemModelRefusalFallback): Notice {
  const from = textIn(message.original_model) ?? 'The model'
  const to = textIn(message.fallback_model)
  const text = textIn(message.content) ?? `${from} refused${to === undefined ? '' : `, ${to} took over`}`
  return warning('refusal', text, modelsIn(message))
}

function modelsIn(message: {
  original_model?: unknown
  fallback_model?: unknown
  refused_user_message_uuid?: unknown
}) {
  return {
    ...optional('model', textIn(message.original_model)),
    ...optional('fallback', textIn(message.fallback_model)),
    ...optional('prompt', textIn(message.refused_user_message_uuid)),
  }
}

/** Old CLIs: if a retry follows, it is a wait and not a notice. */
function apiError({ error, retryInMs, retryAttempt }: SystemApiError): Notice | undefined {
  if (numberIn(retryInMs) !== undefined || numberIn(retryAttempt) !== undefined) return undefined
  const text = textIn(error) ?? textIn((error as { message?: unknown } | null | undefined)?.message)
  return {
    topic: 'error',
    level: 'error',
    text: text ?? 'The API failed',
    ...optional('detail', error ?? undefined),
  }
}

function pluginInstall(message: { status: string; name?: unknown; error?: unknown }): Notice | undefined {
  const error = textIn(message.error)
  if (error === undefined && message.status !== 'failed') return undefined
  return warning(
    'information',
    `Plugin ${textIn(message.name) ?? ''} was not installed: ${error ?? 'no reason given'}`,
  )
}
