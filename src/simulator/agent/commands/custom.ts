/** Slash commands from files: each file in the folders for commands holds a prompt. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { type CommandInfo, commandsOf } from '../catalog.ts'

export function allCommands(agent: Agent): CommandInfo[] {
  const own = foldersOf(agent).flatMap((folder) =>
    namesIn(folder).map((name) => ({ name, description: `${name} (project)`, argumentHint: '' })),
  )
  const plugged = agent.custom.plugins.flatMap((plugin) =>
    [...plugin.commands.keys()].map((name) => ({ name, description: `(${plugin.name})`, argumentHint: '' })),
  )
  return [...commandsOf(agent.profile), ...own, ...plugged]
}

/** Returns the prompt of a command; any other text is returned as it is. */
export function expanded(agent: Agent, content: string | JsonObject[]): string | JsonObject[] {
  const [, name, args = ''] = typeof content === 'string' ? (/^\/(\S+)\s*(.*)$/s.exec(content) ?? []) : []
  if (name === undefined) return content
  const plugged = agent.custom.plugins.flatMap(({ commands }) => commands.get(name) ?? [])
  const file = [...foldersOf(agent).map((folder) => join(folder, `${name}.md`)), ...plugged].find((path) =>
    existsSync(path),
  )
  if (file === undefined) return content
  return readFileSync(file, 'utf8')
    .replace(/^---\n.*?\n---\n/s, '')
    .replaceAll('$ARGUMENTS', args)
}

function foldersOf({ places }: Agent): string[] {
  return [join(places.cwd, '.claude', 'commands'), join(places.configDir, 'commands')]
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3))
}
