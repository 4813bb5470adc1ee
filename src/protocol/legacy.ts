import { compareVersions, versionNumbers } from './version.ts'

/**
 * Legacy versions (up to 2.1.37) differ from later ones in what a host must know beforehand: they do not answer requests that
 * they do not know, never report that they are idle, ignore `priority`, and start no turn when a task has ended.
 */
const LAST = '2.1.37'

/** The control requests that a legacy version answers. */
export const LEGACY_REQUESTS: ReadonlySet<string> = new Set([
  ...[
    'initialize',
    'interrupt',
    'set_permission_mode',
    'set_model',
    'set_max_thinking_tokens',
    'rewind_files',
  ],
  ...['mcp_status', 'mcp_message', 'mcp_set_servers', 'mcp_reconnect', 'mcp_toggle'],
])

/** Returns true for a legacy version such as `2.1.37`, and false for an unknown version. */
export function isLegacy(version: string | undefined): boolean {
  return versionNumbers(version) !== undefined && compareVersions(version, LAST) <= 0
}
