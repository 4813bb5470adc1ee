/**
 * Rules on paths. Links are followed on both sides: what counts is the file that would be touched. To deny or ask, the path as it
 * is written counts too, and capital letters make no difference, as on the disks of macOS.
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
/** Of a folder they read what is below it. */
const SEARCHING = new Set(['Grep', 'Glob', 'LS'])
/** Looking for one that does not exist takes a moment each. */
const MAX_PATHS = 100
/** Links followed and folders that do not exist, together. */
const MAX_STEPS = 200
/** A name that no person writes into a pattern: only a wildcard matches it. */
const ANY_NAME = '\u{10fffd}'

/** The paths that a call names, as it names them, at whatever depth. */
function namedPaths(input: JsonObject): unknown[] {
  return FIELDS.flatMap((field) => leavesOf(input[field], 0))
}

function leavesOf(value: unknown, depth: number): unknown[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || depth > 4) return [value]
  return Object.values(value).flatMap((it) => leavesOf(it, depth + 1))
}

/** To allow: the call names paths, and every one of them lies where the pattern says. */
export function allowsPaths(pattern: string, { cwd, toolName, input }: PathCall): boolean {
  const named = namedPaths(input)
  const globs = [input.glob, ...(toolName === 'Glob' ? [input.pattern] : [])]
  if (named.length === 0 || named.length > MAX_PATHS || !globs.every(globStaysInside)) return false
  const root = realPath(cwd)
  if (root === undefined) return false
  // Below the session's folder the pattern is taken as it is written: a link there may be the work of the agent.
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

/** Not: a home folder or another scheme, blanks that the CLI removes, and places that are others for each process. */
function isUnderstood(path: string): boolean {
  return path === path.trim() && !/^~|^\/(?:proc|dev)\/|^(?!file:)[a-z][a-z\d+.-]*:/i.test(path)
}

function isBelow(pattern: string, folder: string): boolean {
  return pattern.startsWith(`${folder}/`)
}

/** To deny or ask: one of the paths is, or leads to, what the pattern says. */
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

/** As it is written, and with the folder before its first wildcard as a real one. */
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

/** Programs differ in what `link/..` is: the folder that has the link, or the one above its target. */
function leadsTo(path: string, cwd: string): (string | undefined)[] {
  const resolved = asPath(path, cwd)
  const raw = /^file:/i.test(path) ? resolved : isAbsolute(path) ? path : `${cwd}/${path}`
  return raw.includes('..') ? [realPath(resolved), realPath(raw)] : [realPath(resolved)]
}

/** What a process calls its own folder is that of the session, not that of the host. */
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

/** Anything may be behind it. */
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
