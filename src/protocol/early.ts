/**
 * Versions up to 2.1.37 differ from later ones in what a host must know beforehand: they leave requests that they do not
 * know without an answer, never say that they are idle, heed no priority, and start no turn when a task has ended.
 */
const LAST = [2, 1, 37] as const

/** Control requests that such a version answers. */
export const EARLY_REQUESTS: ReadonlySet<string> = new Set([
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

/** True of a version such as `2.1.37` that is one of them. One that is not known is not. */
export function isEarly(version: string | undefined): boolean {
  const [, ...found] = /(\d+)\.(\d+)\.(\d+)/.exec(version ?? '') ?? []
  if (found.length === 0) return false
  const numbers = found.map(Number)
  const other = LAST.findIndex((number, i) => number !== numbers[i])
  return other === -1 || (numbers[other] ?? 0) < (LAST[other] ?? 0)
}
