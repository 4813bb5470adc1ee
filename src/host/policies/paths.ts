/**
 * Rules on paths. Links are followed on both sides: what counts is the file that would be touched. To deny or ask, the path as it
 * is written counts too, and capital letters make no difference, as on the disks of macOS.
 */

import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../protocol/json.ts'
import { pathMatches, pathPattern, pathsOverlap } from './path-pattern.ts'

const FIELDS = ['file_path', 'notebook_path', 'path', 'paths', 'directory', 'uri']
const MAX_PATH = 4096
/** Links followed and folders that do not exist, together. */
const MAX_STEPS = 200

/** The paths that a call names, as it names them. */
function namedPaths(input: JsonObject): unknown[] {
  return FIELDS.flatMap((field) => input[field] ?? [])
}

/** To allow: the call names paths, and every one of them lies where the pattern says. */
export function allowsPaths(pattern: string, cwd: string, input: JsonObject): boolean {
  const named = namedPaths(input)
  if (named.length === 0 || !staysInside(input.glob)) return false
  const root = realPath(cwd)
  if (root === undefined) return false
  // Below the session's folder the pattern is taken as it is written: a link there may be the work of the agent.
  const wanted = pathPattern(isAbsolute(pattern) ? rebased(pattern, cwd, root) : resolve(root, pattern))
  return named.every((path) => {
    if (typeof path !== 'string' || /^~|^(?!file:)[a-z][a-z\d+.-]*:/i.test(path)) return false
    return leadsTo(path, cwd).every((real) => real !== undefined && pathMatches(wanted, real))
  })
}

function rebased(pattern: string, cwd: string, root: string): string {
  return pattern === cwd || pattern.startsWith(`${cwd}/`) ? root + pattern.slice(cwd.length) : pattern
}

/** A pattern of names below a path, that does not lead out of it. */
function staysInside(glob: unknown): boolean {
  if (glob === undefined) return true
  return typeof glob === 'string' && !isAbsolute(glob) && !/\.\.|[{}[\]\\~]/.test(glob)
}

/** To deny or ask: one of the paths is, or leads to, what the pattern says. */
export function namesPath(pattern: string, cwd: string, input: JsonObject): boolean {
  const text = resolve(cwd, expandHome(pattern))
  const wanted = [...new Set([text, withRealFolder(text)])].map((it) => pathPattern(folded(it)))
  const matches = (path: string) => wanted.some((it) => pathMatches(it, folded(path)))
  return (
    namedPaths(input).some((path) => {
      if (typeof path !== 'string') return false
      if (path.length > MAX_PATH) return true
      const written = expandHome(path)
      const places = [asPath(written, cwd), ...leadsTo(written, cwd)]
      return places.some((place) => place !== undefined && matches(place))
    }) || globNames(input, cwd, wanted)
  )
}

/** A `glob` names what it could match, but one that matches everything names nothing, just as no `glob` does. */
function globNames(
  { glob, path }: JsonObject,
  cwd: string,
  wanted: ReturnType<typeof pathPattern>[],
): boolean {
  if (typeof glob !== 'string' || /^[*/]*$/.test(glob)) return false
  if (glob.length > MAX_PATH) return true
  const base = typeof path === 'string' ? asPath(expandHome(path), cwd) : cwd
  return alternatives(glob).some((it) => {
    const anywhere = it.includes('/') ? it : `**/${it}`
    const given = [...new Set([base, realPath(base) ?? base])]
    return given.some((root) => {
      const pattern = pathPattern(folded(resolve(root, anywhere)))
      return wanted.some((one) => pathsOverlap(one, pattern))
    })
  })
}

const MAX_ALTERNATIVES = 64

/** `*.{a,b}` as `*.a` and `*.b`; a set such as `[ab]` as any character. What has too many is taken for everything. */
function alternatives(glob: string): string[] {
  const done: string[] = []
  const open = [glob.replace(/\[[^\]]*\]/g, '?')]
  for (const it of open) {
    const [group, inside = ''] = /\{([^{}]*)\}/.exec(it) ?? []
    if (group === undefined) done.push(it)
    else open.push(...inside.split(',').map((part) => it.replace(group, () => part)))
    if (open.length > MAX_ALTERNATIVES) return ['**']
  }
  return done
}

/** Programs differ in what `link/..` is: the folder that has the link, or the one above its target. */
function leadsTo(path: string, cwd: string): (string | undefined)[] {
  const resolved = asPath(path, cwd)
  const raw = /^file:/i.test(path) ? resolved : isAbsolute(path) ? path : `${cwd}/${path}`
  return raw.includes('..') ? [realPath(resolved), realPath(raw)] : [realPath(resolved)]
}

function asPath(path: string, cwd: string): string {
  if (!/^file:/i.test(path)) return resolve(cwd, path)
  try {
    return fileURLToPath(path)
  } catch {
    return resolve(cwd, path)
  }
}

function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

/** As a disk sees it that takes capital and small letters, and both ways to write an accent, for the same. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** A pattern whose folders before the first wildcard are real ones. */
function withRealFolder(pattern: string): string {
  const wild = pattern.search(/[*?]/)
  const fixed = wild < 0 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', wild) + 1)
  const real = realPath(fixed)
  return real === undefined ? pattern : resolve(real, pattern.slice(fixed.length) || '.')
}

/** Where a path leads, also if its last part does not exist yet. Undefined: nobody can tell. */
export function realPath(path: string, steps = 0): string | undefined {
  if (path.includes('\0') || path.length > MAX_PATH || steps > MAX_STEPS) return undefined
  try {
    return realpathSync.native(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined
  }
  try {
    // A link whose target does not exist: writing to it creates the target.
    if (lstatSync(path).isSymbolicLink())
      return realPath(resolve(realpathSync.native(dirname(path)), readlinkSync(path)), steps + 1)
  } catch {
    // Not there: its folder decides.
  }
  const folder = dirname(path)
  const real = folder === path ? path : realPath(folder, steps + 1)
  return real && join(real, basename(path))
}
