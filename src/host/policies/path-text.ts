/** Paths and patterns of paths as text, without access to the disk. */
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, normalize } from 'node:path'

/** Longer paths are not examined: rules that deny match them, rules that allow do not. */
export const MAX_PATH = 4096

export function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

/** For comparing as a case-insensitive disk does, which also ignores how accents are encoded. */
export function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** Splits a pattern into the literal folder that it begins at, and the pattern from there. */
export function splitAnchored(pattern: string, root: string): [literal: string, rest: string] {
  let rest = normalize(pattern)
  if (isAbsolute(rest)) return ['', rest]
  let folder = root
  for (; rest === '..' || rest.startsWith('../'); rest = rest.slice(3)) folder = dirname(folder)
  if (rest === '' || rest === '.') return [folder, '']
  return [folder.endsWith('/') ? folder : `${folder}/`, rest]
}
