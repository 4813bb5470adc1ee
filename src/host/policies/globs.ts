/** Search patterns in the input of tools: `glob` of Grep, `pattern` of Glob. */
import { type PathPattern, pathPattern, pathsOverlap } from './path-pattern.ts'
import { folded, MAX_PATH, splitAnchored } from './path-text.ts'

const MAX_ALTERNATIVES = 64

/** Whether it can only match names below the folder. */
export function globStaysInside(glob: unknown): boolean {
  if (glob === undefined) return true
  return typeof glob === 'string' && !/^\s*[/~]|\.\.|[{}[\]\\]/.test(glob)
}

/** Whether it could match one of the paths. A glob that matches everything does not count, nor does one that excludes. */
export function globNames(glob: unknown, bases: readonly string[], wanted: readonly PathPattern[]): boolean {
  if (Array.isArray(glob)) return glob.some((it) => globNames(it, bases, wanted))
  if (typeof glob !== 'string') return false
  if (glob.length > MAX_PATH) return true
  return listed(glob).some((one) => {
    if (/^[*/]*$/.test(one) || one.startsWith('!')) return false
    const given = one.includes('/') ? one.replace(/^\/+/, '') : `**/${one}`
    // An absolute pattern of Glob begins at the root.
    const roots = one.startsWith('/') ? [...bases, '/'] : bases
    return roots.some((root) => {
      const [literal, rest] = splitAnchored(given, root)
      const pattern = pathPattern(folded(rest), folded(literal))
      return wanted.some((it) => pathsOverlap(it, pattern))
    })
  })
}

/** The CLI accepts several, separated by blanks or commas, and Grep understands `{a,b}`, `[ab]` and escapes. */
function listed(glob: string): string[] {
  const whole = alternatives(glob)
  const pieces = glob.includes('{') ? glob.split(/\s+/) : glob.split(/[\s,]+/)
  const all = [...whole, ...pieces.filter(Boolean).flatMap(alternatives)]
  return [...new Set(all.flatMap((it) => [it, it.replaceAll('\\', '')]))]
}

/** `*.{a,b}` becomes `*.a` and `*.b`; a set such as `[ab]` becomes `?`. With too many alternatives it matches everything. */
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
