/**
 * Patterns of paths: `*` and `?` stay within one folder, `**` does not, and `**` with its slash may match nothing. A pattern is
 * a small state machine that is in all possible states at once, so there is no backtracking.
 */

/** What an edge accepts: one character, any character, or any but a slash. */
type Label = { readonly sign: string } | { readonly any: 'character' | 'name' }

interface State {
  readonly edges: { readonly label: Label; readonly to: number }[]
  /** States that are entered together with this one, without a character. */
  readonly also: number[]
}
/** The last state is the end of the pattern. */
export type PathPattern = readonly State[]

const ANY: Label = { any: 'character' }
const IN_NAME: Label = { any: 'name' }
const SLASH: Label = { sign: '/' }

/** `literal`: text before the pattern in which `*` and `?` are no wildcards. */
export function pathPattern(pattern: string, literal = ''): PathPattern {
  const states: State[] = [newState()]
  const addState = () => states.push(newState()) - 1
  const take = (label: Label) => states.at(-1)?.edges.push({ label, to: states.length })
  const repeat = (label: Label) => states.at(-1)?.edges.push({ label, to: states.length - 1 })
  for (const sign of literal) {
    take({ sign })
    addState()
  }
  for (let rest = pattern; rest !== ''; ) {
    const [piece = ''] = /^(?:\*\*+\/|\*\*+|.)/su.exec(rest) ?? []
    rest = rest.slice(piece.length)
    if (/^\*.*\/$/.test(piece)) {
      states.at(-1)?.also.push(states.length, states.length + 1)
      addState()
      repeat(ANY)
      take(SLASH)
    } else if (piece.startsWith('*')) {
      states.at(-1)?.also.push(states.length)
      addState()
      repeat(piece === '*' ? IN_NAME : ANY)
      continue
    } else take(piece === '?' ? IN_NAME : { sign: piece })
    addState()
  }
  return states
}

function newState(): State {
  return { edges: [], also: [] }
}

export function pathMatches(pattern: PathPattern, path: string): boolean {
  let current = withAlso(pattern, [0])
  for (const sign of path) {
    const label = { sign }
    const next: number[] = []
    for (const at of current)
      for (const edge of pattern[at]?.edges ?? []) if (haveCommon(edge.label, label)) next.push(edge.to)
    if (next.length === 0) return false
    current = withAlso(pattern, next)
  }
  return current.includes(pattern.length - 1)
}

/** Whether there is a path that both patterns match. */
export function pathsOverlap(one: PathPattern, other: PathPattern): boolean {
  const width = other.length
  const seen = new Set<number>()
  const open: [number, number][] = [[0, 0]]
  for (const [a, b] of open) {
    if (seen.has(a * width + b)) continue
    seen.add(a * width + b)
    for (const to of one[a]?.also ?? []) open.push([to, b])
    for (const to of other[b]?.also ?? []) open.push([a, to])
    for (const edge of one[a]?.edges ?? [])
      for (const to of stepsOf(other, b, edge.label)) open.push([edge.to, to])
  }
  return seen.has((one.length - 1) * width + width - 1)
}

function withAlso(pattern: PathPattern, states: readonly number[]): number[] {
  const isIn = new Uint8Array(pattern.length)
  const all: number[] = []
  const add = (at: number) => {
    if (isIn[at]) return
    isIn[at] = 1
    all.push(at)
  }
  for (const at of states) add(at)
  for (const at of all) for (const also of pattern[at]?.also ?? []) add(also)
  return all
}

function stepsOf(pattern: PathPattern, at: number, label: Label): number[] {
  return (pattern[at]?.edges ?? []).filter((edge) => haveCommon(edge.label, label)).map(({ to }) => to)
}

function haveCommon(a: Label, b: Label): boolean {
  if ('sign' in a && 'sign' in b) return a.sign === b.sign
  const sign = 'sign' in a ? a.sign : 'sign' in b ? b.sign : undefined
  const isName = ('any' in a && a.any === 'name') || ('any' in b && b.any === 'name')
  return !(isName && sign === '/')
}
