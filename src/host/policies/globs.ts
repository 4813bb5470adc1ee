/** Patterns that a tool is given to search by: `glob` of Grep, `pattern` of Glob. They name what they could match. */

import { type PathPattern, pathPattern, pathsOverlap } from './path-pattern.ts'
import { folded, MAX_PATH, splitAnchored } from './path-text.ts'

const MAX_ALTERNATIVES = 64

/** A pattern of names below a folder, that does not lead out of it. */
export function globStaysInside(glob: unknown): boolean {
  if (glob === undefined) return true
  return typeof glob === 'string' && !/^\s*[/~]|\.\.|[{}[\]\\]/.test(glob)
}

/** Could it match what is wanted? One that matches everything names nothing, just as no glob does, nor does one that leaves out. */
export function globNames(glob: unknown, bases: readonly string[], wanted: readonly PathPattern[]): boolean {
  if (Array.isArray(glob)) return glob.some((it) => globNames(it, bases, wanted))
  if (typeof glob !== 'string') return false
  if (glob.length > MAX_PATH) return true
  return listed(glob).some((one) => {
    if (/^[*/]*$/.test(one) || one.startsWith('!')) return false
    const given = one.includes('/') ? one.replace(/^\/+/, '') : `**/${one}`
    // An absolute one of Glob begins at the root.
    const roots = one.startsWith('/') ? [...bases, '/'] : bases
    return roots.some((root) => {
      const [literal, rest] = splitAnchored(given, root)
      const pattern = pathPattern(folded(rest), folded(literal))
      return wanted.some((it) => pathsOverlap(it, pattern))
    })
  })
}

/** The CLI takes several at once, with blanks or commas between them, and Grep reads `{a,b}`, `[ab]` and escapes. */
function listed(glob: string): string[] {
  const whole = alternatives(glob)
  const pieces = glob.includes('{') ? glob.split(/\s+/) : glob.split(/[\s,]+/)
  const all = [...whole, ...pieces.filter(Boolean).flatMap(alternatives)]
  return [...new Set(all.flatMap((it) => [it, it.replaceAll('\\', '')]))]
}

/** `*.{a,b}` as `*.a` and `*.b`; a set such as `[ab]` as any character. What has too many is taken for everything. */
function alternatives(glob: string): string[] {
  const done: string[] = []
  const open = [glob.replace(/\[[!^]?\]?[^\]]*\]/g, '?')]
  for (const it of open) {
    const [group, inside = ''] = /\{([^{}]*)\}/.exec(it) ?? []
    if (group === undefined) done.push(it)
    else open.push(...inside.split(',').map((part) => it.replace(group, () => part)))
    if (open.length > MAX_ALTERNATIVES) return ['**/?*']
  }
  return done
}
