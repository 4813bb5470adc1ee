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

export const BYPASS = 'bypassPermissions'
export const BYPASS_WARNING =
  'Everything runs, and nothing is asked: commands, deletions, the network. For a sandbox only.'

/** Those that every session can be switched to. The CLI refuses bypass to a process that was not started for it. */
export const MODES = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'] as const

export function modeName(mode: string): string {
  return (NAMES as Readonly<Record<string, string>>)[mode] ?? mode
}
