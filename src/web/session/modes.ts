/** The permission modes, as people call them. */
import type { PermissionMode } from '../../protocol/permissions.ts'

const NAMES: Readonly<Record<PermissionMode, string>> = {
  default: 'Ask first',
  manual: 'Ask first',
  acceptEdits: 'Accept edits',
  plan: 'Plan',
  auto: 'Auto',
  dontAsk: 'Deny what is not allowed',
  bypassPermissions: 'Bypass permissions',
  delegate: 'Delegate',
}

/** Those that a session can be switched to. Bypass is left out: the host and the CLI both refuse it unless told otherwise. */
export const MODES = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'] as const

export function modeName(mode: string): string {
  return (NAMES as Readonly<Record<string, string>>)[mode] ?? mode
}
