/**
 * `bypassPermissions` can be requested in many ways: as a mode, a flag, in settings, for a sub-agent, or with the answer to
 * an approval. A host that does not allow it refuses all of them and does not rely on the CLI for that.
 */
import { isObject, type JsonObject } from '../protocol/json.ts'

const NAMES = /bypassPermissions|dangerously-?skip-?permissions/i
/** Text for the model or a person is no setting. */
const TEXTS = new Set(['systemPrompt', 'appendSystemPrompt', 'title', 'prompt'])

export function asksForBypass(value: unknown): boolean {
  if (typeof value === 'string') return NAMES.test(value) || asksForBypass(settingsIn(value))
  if (Array.isArray(value)) return value.some(asksForBypass)
  return isObject(value) && Object.entries(value as JsonObject).some(([name, it]) => isBypass(name, it))
}

/** Settings may be given as text, in which a name can be escaped. */
function settingsIn(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a process with these options can be switched to `bypassPermissions`: the CLI refuses it to one that was started without. */
export function startsForBypass(options: Readonly<Record<string, unknown>>): boolean {
  const { permissionMode, allowDangerouslySkipPermissions, dangerouslySkipPermissions } = options
  return (
    permissionMode === 'bypassPermissions' ||
    allowDangerouslySkipPermissions === true ||
    dangerouslySkipPermissions === true
  )
}

function isBypass(name: string, value: unknown): boolean {
  if (TEXTS.has(name) || value === false || value === undefined) return false
  // `disableBypassPermissionsMode` is the opposite.
  if (/^disable/i.test(name)) return false
  return NAMES.test(name) || asksForBypass(value)
}
