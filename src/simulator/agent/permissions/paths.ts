/** The files of a tool call, and whether they are in the session's folders. */
import { isAbsolute, relative, resolve } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'

export function directoriesOf(settings: JsonObject): string[] {
  const permissions = isObject(settings.permissions) ? settings.permissions : {}
  const more = permissions.additionalDirectories
  return Array.isArray(more) ? more.filter((it) => typeof it === 'string') : []
}

export function pathIn({ input }: { input: JsonObject }): string | undefined {
  const path = input.file_path ?? input.notebook_path ?? input.path
  return typeof path === 'string' ? path : undefined
}

/** The input with absolute paths, as the agent sends it to the host for approval. */
export function normalized(input: JsonObject, cwd: string): JsonObject {
  const absolute = (field: string) =>
    typeof input[field] === 'string' ? { [field]: resolve(cwd, input[field]) } : {}
  return { ...input, ...absolute('file_path'), ...absolute('notebook_path') }
}

export function isInside(path: string, folders: readonly string[], cwd: string): boolean {
  const full = resolve(cwd, path)
  return [cwd, ...folders.map((folder) => resolve(cwd, folder))].some((folder) => {
    const way = relative(folder, full)
    return way === '' || (!way.startsWith('..') && !isAbsolute(way))
  })
}

/** The absolute paths in a shell command that are outside the folders. */
export function pathsOutside(command: string, folders: readonly string[], cwd: string): string[] {
  const words = command.match(/(?<=^|[\s=>'"])(?:\/|\.\.\/)[^\s'";|&<>()]*/g) ?? []
  return words.filter((word) => !word.startsWith('/dev/') && !isInside(word, folders, cwd))
}
