/**
 * Folders that someone gives a session to work in. There are many ways: an option, a flag, settings as an object, as text
 * or in a file, a control request, an answer that is to be remembered. All of them are found here by their names, at any
 * depth, rather than trusting that each way is known.
 */
import { isObject, type JsonObject } from '../../protocol/json.ts'

export interface Grant {
  /** Where it stands: `settings.permissions.additionalDirectories`. */
  readonly name: string
  readonly path: string
}

/** `additionalDirectories`, `directory`, `plansDirectory`, `addDirs`, `add-dir`, `projectConfigRoot`, … */
const FOLDER = /director(?:y|ies)$|^(?:add|plugin)-?dirs?$|^project-?config-?root$|^allow(?:Write|Read)$/i
/** What may be JSON text, or else the name of a file. */
const SETTINGS = /^(?:flag|managed-?)?settings$/i
/** What is said to the model, shapes of answers, and what other programs are started with. */
const NOT_LOOKED_INTO = new Set([
  ...['systemPrompt', 'appendSystemPrompt', 'appendSubagentSystemPrompt', 'planModeInstructions'],
  ...['title', 'prompt', 'jsonSchema', 'env', 'mcpServers', 'servers'],
])

export function grantsIn(value: unknown, name = ''): Grant[] {
  if (Array.isArray(value)) return value.flatMap((it) => grantsIn(it, name))
  if (!isObject(value) || value.type === 'removeDirectories') return []
  return Object.entries(value as JsonObject).flatMap(([key, it]) => {
    if (NOT_LOOKED_INTO.has(key)) return []
    const where = name === '' ? key : `${name}.${key}`
    if (FOLDER.test(key))
      return [...textsIn(it).map((path) => ({ name: where, path })), ...grantsIn(it, where)]
    if (SETTINGS.test(key) && typeof it === 'string') return grantsIn(parsed(it), where)
    return grantsIn(it, where)
  })
}

/** Of a control request: `set_cwd` moves the whole session. */
export function grantsOfRequest(subtype: string, fields: unknown): Grant[] {
  const path = isObject(fields) ? fields.path : undefined
  const moved = subtype === 'set_cwd' && typeof path === 'string' ? [{ name: 'path', path }] : []
  return [...moved, ...grantsIn(fields)]
}

export function grantsOfAnswer(request: object | undefined, remember?: readonly unknown[]): Grant[] {
  return grantsIn(rememberedUpdates(request, remember), 'remember')
}

/** What an answer wants remembered: updates, or the positions of those that the CLI suggested. */
export function rememberedUpdates(request: object | undefined, remember: readonly unknown[] = []): unknown[] {
  const suggested = request && 'permission_suggestions' in request ? request.permission_suggestions : []
  const suggestions: readonly unknown[] = Array.isArray(suggested) ? suggested : []
  return remember.map((it) => (typeof it === 'number' ? suggestions[it] : it))
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((it) => typeof it === 'string')
}

/** What does not parse is refused when the command line is built. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
