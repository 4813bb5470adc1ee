/** Compares what edited rules would have decided with what the saved rules decide. */
import type { PolicyMatch } from '../../api/resources.ts'

export interface Decided {
  readonly effect: PolicyMatch['effect']
  readonly rule?: string | undefined
  /** Why no rule decided although one could have. */
  readonly why?: string | undefined
}
export interface Row {
  readonly key: string
  readonly match: PolicyMatch
  readonly now: Decided
  /** Present only if it differs. */
  readonly before?: Decided
}

/** Newest first, including calls that no rule matches any more. */
export function differences(wanted: readonly PolicyMatch[], saved: readonly PolicyMatch[]): Row[] {
  const after = byCall(wanted)
  const before = byCall(saved)
  const rows = [...new Map([...before, ...after])].map(([key, match]): Row => {
    const now = decided(after.get(key))
    const then = decided(before.get(key))
    const isSame = now.effect === then.effect && now.rule === then.rule
    return { key, match, now, ...(!isSame && { before: then }) }
  })
  return rows.sort((a, b) => b.match.at - a.match.at)
}

function decided(match: PolicyMatch | undefined): Decided {
  return match ? { effect: match.effect, rule: match.rule, why: match.why } : { effect: 'none' }
}

/** A message may ask for several tools, and for the same one twice. */
function byCall(matches: readonly PolicyMatch[]): Map<string, PolicyMatch> {
  const calls = new Map<string, PolicyMatch>()
  for (const match of matches) {
    const name = `${match.session} ${match.seq} ${match.toolName} ${JSON.stringify(match.input)}`
    let key = name
    for (let number = 2; calls.has(key); number += 1) key = `${name} ${number}`
    calls.set(key, match)
  }
  return calls
}

const TELLING = ['command', 'file_path', 'notebook_path', 'path', 'url', 'pattern', 'query', 'prompt']

/** The field that identifies a call best, or the whole input as JSON. */
export function inputWords(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const fields = input as Record<string, unknown>
  const telling = TELLING.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof telling === 'string' ? telling : JSON.stringify(input)
}
