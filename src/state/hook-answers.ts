/** What hooks have decided: those of the host, read from the answers that it sends, and those of the settings, from what they printed. */
import type { ControlResponseMessage } from '../protocol/control/envelope.ts'
import { parseObject } from '../protocol/json.ts'
import { objectIn, textIn } from './fields.ts'
import type { SessionState } from './session-state.ts'

export interface HookAnswer {
  /** The call that may not run. */
  readonly denies?: string
  /** Why the prompt is not taken, or the turn does not go on. Empty where no reason was given. */
  readonly stops?: string
}

/** Undefined where the message answers no hook. To be asked before the control channel is folded. */
export function hookAnswer(
  { control }: SessionState,
  { response }: ControlResponseMessage,
): HookAnswer | undefined {
  const hook = control.asks.find(({ id }) => id === response.request_id)
  if (hook?.subtype !== 'hook_callback' || response.subtype !== 'success') return undefined
  const said = objectIn(response.response)
  const isBlocked = said?.decision === 'block'
  if (said?.continue === false) return { stops: textIn(said.stopReason) ?? '' }
  if (hook.name === 'UserPromptSubmit') return isBlocked ? { stops: textIn(said?.reason) ?? '' } : {}
  if (hook.toolUseId === undefined) return {}
  const own = objectIn(said?.hookSpecificOutput)
  const isDenied =
    (hook.name === 'PreToolUse' && (isBlocked || own?.permissionDecision === 'deny')) ||
    (hook.name === 'PermissionRequest' && objectIn(own?.decision)?.behavior === 'deny')
  return isDenied ? { denies: hook.toolUseId } : {}
}

/** Why a command of the settings does not let a tool run. Undefined where it does, or gives no reason. */
export function denialPrinted(event: string, printed: string | undefined): string | undefined {
  const said = event === 'PreToolUse' && printed !== undefined ? parseObject(printed) : undefined
  const own = objectIn(said?.hookSpecificOutput)
  if (own?.permissionDecision === 'deny') return textIn(own.permissionDecisionReason)
  return said?.decision === 'block' ? textIn(said.reason) : undefined
}
