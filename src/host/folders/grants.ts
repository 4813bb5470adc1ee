/**
 * Folders that a client grants to a session. There are many ways: an option, a flag, settings as an object, as text or in a
 * file, a control request, an answer to remember. Instead of knowing each of them, this finds folders by the names of their
 * fields, at any depth.
 */
import { isObject, type JsonObject } from '../../protocol/json.ts'

export interface Grant {
  /** The path of the field, as `settings.permissions.additionalDirectories`. */
  readonly name: string
  readonly path: string
}

/** `additionalDirectories`, `directory`, `plansDirectory`, `addDirs`, `add-dir`, `projectConfigRoot`, … */
const FOLDER = /director(?:y|ies)$|^(?:add|plugin)-?dirs?$|^project-?config-?root$|^allow(?:Write|Read)$/i
/** Fields that contain JSON text or the name of a file. */
const SETTINGS = /^(?:flag|managed-?)?settings$/i
/** Text for the model, shapes of answers, and what other programs are started with. */
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

/** `set_cwd` moves the whole session. */
export function grantsOfRequest(subtype: string, fields: unknown): Grant[] {
  const path = isObject(fields) ? fields.path : undefined
  const moved = subtype === 'set_cwd' && typeof path === 'string' ? [{ name: 'path', path }] : []
  return [...moved, ...grantsIn(fields)]
}

export function grantsOfAnswer(request: object | undefined, remember?: readonly unknown[]): Grant[] {
  return grantsIn(rememberedUpdates(request, remember), 'remember')
}

/** Resolves the positions among the CLI's suggestions that an answer may have in place of updates. */
export function rememberedUpdates(request: object | undefined, remember: readonly unknown[] = []): unknown[] {
  const suggested = request && 'permission_suggestions' in request ? request.permission_suggestions : []
  const suggestions: readonly unknown[] = Array.isArray(suggested) ? suggested : []
  return remember.map((it) => (typeof it === 'number' ? suggestions[it] : it))
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((it) => typeof it === 'string')
}

/** Text that is no JSON is refused later, when the command line is built. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
