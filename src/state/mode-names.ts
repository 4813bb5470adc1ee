/** The permission modes, as people call them. */
import type { PermissionMode } from '../protocol/permissions.ts'

const NAMES: ReadonlyMap<string, string> = new Map<PermissionMode, string>([
  ['default', 'Ask first'],
  ['manual', 'Ask first'],
  ['acceptEdits', 'Accept edits'],
  ['plan', 'Plan'],
  ['auto', 'Auto'],
  ['dontAsk', 'Only pre-approved tools'],
  ['bypassPermissions', 'Bypass permissions'],
  ['delegate', 'Delegate'],
])

export function modeName(mode: string): string {
  return NAMES.get(mode) ?? mode
}
