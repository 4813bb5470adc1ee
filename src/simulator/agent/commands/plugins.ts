/** Plugins in folders; the simulator uses only their names and commands. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { objectInFile } from '../session/json-file.ts'

export interface Plugin {
  readonly name: string
  readonly path: string
  readonly commands: ReadonlyMap<string, string>
}

/** Returns the plugin in a folder, or an empty list if there is none. */
export function pluginAt(path: string): Plugin[] {
  const name = nameIn(join(path, '.claude-plugin', 'plugin.json'))
  if (name === undefined) return []
  const folder = join(path, 'commands')
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.md')) : []
  const commands = new Map(files.map((file) => [`${name}:${file.slice(0, -3)}`, join(folder, file)]))
  return [{ name, path, commands }]
}

export function pluginsIn(given: unknown): Plugin[] {
  const list: JsonObject[] = Array.isArray(given) ? given.filter(isObject) : []
  return list.flatMap(({ path }) => (typeof path === 'string' ? pluginAt(path) : []))
}

function nameIn(file: string): string | undefined {
  const name = objectInFile(file)?.name
  return typeof name === 'string' ? name : undefined
}
