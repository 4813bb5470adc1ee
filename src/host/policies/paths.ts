/**
 * Rules on paths. Links are followed on both sides: what counts is the file that would be accessed. To deny or ask, the path as
 * written counts, too, and case is ignored, as on the disks of macOS.
 */
import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../protocol/json.ts'
import { globNames, globStaysInside } from './globs.ts'
import { type PathPattern, pathMatches, pathPattern } from './path-pattern.ts'
import { expandHome, folded, MAX_PATH, splitAnchored } from './path-text.ts'

export interface PathCall {
  readonly cwd: string
  readonly toolName: string
  readonly input: JsonObject
}

const FIELDS = ['file_path', 'notebook_path', 'path', 'paths', 'directory', 'uri']
/** Given a folder, they read everything below it. */
const SEARCHING = new Set(['Grep', 'Glob', 'LS'])
/** Resolving a path that does not exist takes a moment. */
const MAX_PATHS = 100
/** Followed links and missing folders together. */
const MAX_STEPS = 200
/** A name that nobody writes into a pattern, so that only a wildcard matches it. */
const ANY_NAME = '\u{10fffd}'

/** The paths in the input of a call, as written, at any depth. */
function namedPaths(input: JsonObject): unknown[] {
  return FIELDS.flatMap((field) => leavesOf(input[field], 0))
}

function leavesOf(value: unknown, depth: number): unknown[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || depth > 4) return [value]
  return Object.values(value).flatMap((it) => leavesOf(it, depth + 1))
}

/** For rules that allow: the call names paths, and the pattern matches each of them. */
export function allowsPaths(pattern: string, { cwd, toolName, input }: PathCall): boolean {
  const named = namedPaths(input)
  const globs = [input.glob, ...(toolName === 'Glob' ? [input.pattern] : [])]
  if (named.length === 0 || named.length > MAX_PATHS || !globs.every(globStaysInside)) return false
  const root = realPath(cwd)
  if (root === undefined) return false
  // Links in a pattern below the session's folder are not followed: the agent may have created them.
  const wanted = anchored(isBelow(pattern, cwd) ? pattern.slice(cwd.length + 1) : pattern, root)
  return named.every((path) => {
    if (typeof path !== 'string' || !isUnderstood(path)) return false
    return leadsTo(path, cwd).every((real) => {
      if (real === undefined) return false
      const isTree = SEARCHING.has(toolName) && isFolder(real)
      return pathMatches(wanted, isTree ? `${real}/${ANY_NAME}/${ANY_NAME}` : real)
    })
  })
}

/** False for home folders, other schemes, blanks that the CLI removes, and places that differ between processes. */
function isUnderstood(path: string): boolean {
  return path === path.trim() && !/^~|^\/(?:proc|dev)\/|^(?!file:)[a-z][a-z\d+.-]*:/i.test(path)
}

function isBelow(pattern: string, folder: string): boolean {
  return pattern.startsWith(`${folder}/`)
}

/** For rules that deny or ask: the pattern matches one of the paths, or what it leads to. */
export function namesPath(pattern: string, { cwd, toolName, input }: PathCall): boolean {
  const wanted = wantedBy(expandHome(pattern), cwd)
  const named = namedPaths(input)
  if (named.length > MAX_PATHS) return true
  const globs = [input.glob, ...(toolName === 'Glob' ? [input.pattern] : [])]
  const base = typeof input.path === 'string' ? ownPath(input.path, cwd) : cwd
  const bases = [...new Set([base, realPath(base) ?? base])]
  return (
    named.some((path) => typeof path === 'string' && isNamed(path, cwd, wanted)) ||
    globs.some((glob) => globNames(glob, bases, wanted))
  )
}

function isNamed(given: string, cwd: string, wanted: readonly PathPattern[]): boolean {
  if (given.length > MAX_PATH) return true
  return [...new Set([given, given.trim()])].some((text) => {
    const path = ownPath(text, cwd)
    if (isOfProcess(path)) return true
    const places = [path, ...leadsTo(ownText(text, cwd), cwd)]
    return places.some((place) => place !== undefined && wanted.some((it) => pathMatches(it, folded(place))))
  })
}

/** The pattern as written, and with the real path of the folder before its first wildcard. */
function wantedBy(pattern: string, cwd: string): PathPattern[] {
  const [literal, rest] = splitAnchored(pattern, cwd)
  const wild = rest.search(/[*?]/)
  const fixed = wild < 0 ? rest : rest.slice(0, rest.lastIndexOf('/', wild) + 1)
  const real = realPath(join(literal, fixed))
  const realRest = rest.slice(fixed.length)
  return [
    pathPattern(folded(rest), folded(literal)),
    ...(real === undefined
      ? []
      : [pathPattern(folded(realRest), folded(realRest === '' ? real : `${real}/`.replace('//', '/')))]),
  ]
}

function anchored(pattern: string, root: string): PathPattern {
  const [literal, rest] = splitAnchored(pattern, root)
  return pathPattern(rest, literal)
}

/** Programs differ in what `link/..` means: the folder of the link, or the one above its target. */
function leadsTo(path: string, cwd: string): (string | undefined)[] {
  const resolved = asPath(path, cwd)
  const raw = /^file:/i.test(path) ? resolved : isAbsolute(path) ? path : `${cwd}/${path}`
  return raw.includes('..') ? [realPath(resolved), realPath(raw)] : [realPath(resolved)]
}

/** What a process of the session calls its own folder, which is not the host's. */
const OWN_FOLDER = /^\/(?:proc\/(?:self|thread-self)|dev\/fd\/\.\.)\/cwd(?=\/|$)/
const OWN_ROOT = /^\/(?:proc\/(?:self|thread-self)|dev\/fd\/\.\.)\/root(?=\/|$)/

function ownText(path: string, cwd: string): string {
  return expandHome(path)
    .replace(OWN_FOLDER, () => cwd)
    .replace(OWN_ROOT, '')
}

function ownPath(path: string, cwd: string): string {
  return asPath(ownText(path, cwd), cwd)
}

/** Such a path may lead anywhere. */
function isOfProcess(path: string): boolean {
  return /^\/(?:proc\/(?:self|thread-self|\d+)|dev\/fd)\//.test(path)
}

function asPath(path: string, cwd: string): string {
  if (!/^file:/i.test(path)) return resolve(cwd, path)
  try {
    return fileURLToPath(path)
  } catch {
    return resolve('/', decoded(path.replace(/^file:(?:\/\/[^/%]*)?/i, '')))
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
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
