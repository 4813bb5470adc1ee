/** Paths and patterns of paths as text: nothing here looks at the disk. */

import { homedir } from 'node:os'
import { dirname, isAbsolute, join, normalize } from 'node:path'

/** Longer ones are not looked at: they are denied, and not allowed. */
export const MAX_PATH = 4096

export function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

/** As a disk sees it that takes capital and small letters, and both ways to write an accent, for the same. */
export function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** The folder that a pattern begins at, in which no sign is a wildcard, and the pattern from there. */
export function splitAnchored(pattern: string, root: string): [literal: string, rest: string] {
  let rest = normalize(pattern)
  if (isAbsolute(rest)) return ['', rest]
  let folder = root
  for (; rest === '..' || rest.startsWith('../'); rest = rest.slice(3)) folder = dirname(folder)
  if (rest === '' || rest === '.') return [folder, '']
  return [folder.endsWith('/') ? folder : `${folder}/`, rest]
}
