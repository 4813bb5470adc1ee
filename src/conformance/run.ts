/**
 * Runs the checks against one CLI, two groups at a time, each in its own lab, with the slow groups in parallel. A check that
 * fails ends the processes that it shared with others; a check that throws an error counts as a difference, with the error as the
 * reason.
 */
import type { Binary } from '../process/find-binary.ts'
import { Lab } from './lab.ts'
import type { Group, Rule } from './rule.ts'
import { Differs, HOLDS, Skipped, Unsupported, type Verdict } from './verdict.ts'

export interface Outcome extends Verdict {
  readonly id: string
  readonly title: string
  readonly ms: number
  /** The lines that went in and out. */
  readonly evidence: readonly string[]
}

export interface RunOptions {
  readonly binary: Binary
  /** The version number, such as `2.1.197`. */
  readonly version: string
  readonly groups: readonly Group[]
  /** Only these rules; all if omitted. */
  readonly only?: readonly string[]
  readonly slow?: boolean
  /** Shortens what takes minutes by nature to this fraction of the time, for tests. */
  readonly haste?: number
  readonly atOnce?: number
  /** Ends the run; the remaining rules have no outcome. */
  readonly signal?: AbortSignal
  readonly onStart?: (rule: Rule) => void
  readonly onOutcome?: (outcome: Outcome) => void
}

/** The rules that a run includes. A slow rule of a selected area is included only if slow rules are wanted. */
export function chosen(groups: readonly Group[], only: readonly string[] = [], slow = false): Group[] {
  const takes = ({ id, slow: isSlow }: Rule) =>
    only.includes(id) ||
    ((slow || isSlow !== true) && (only.length === 0 || only.some((area) => id.startsWith(`${area}-`))))
  return groups
    .map((group) => ({ ...group, rules: group.rules.filter(takes) }))
    .filter(({ rules }) => rules.length > 0)
}

/** Returns the outcome of each rule, in the order of the table. */
export async function runRules(options: RunOptions): Promise<Outcome[]> {
  const { groups, only, slow, atOnce = 2 } = options
  const all = chosen(groups, only, slow)
  const order = all.flatMap(({ rules }) => rules.map(({ id }) => id))
  const left = all.filter((group) => !waitsOnly(group))
  // The longest first, so that none is left to run alone at the end.
  left.sort((a, b) => b.rules.length - a.rules.length)
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let group = left.shift(); group !== undefined; group = left.shift()) {
      outcomes.push(...(await runGroup(group, options)))
    }
  }
  // Groups that only wait take no time from the others, so they all run in parallel.
  const waits = all.filter(waitsOnly).map(async (group) => outcomes.push(...(await runGroup(group, options))))
  await Promise.all([...Array.from({ length: atOnce }, work), ...waits])
  return outcomes.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}

function waitsOnly({ rules }: Group): boolean {
  return rules.every(({ slow }) => slow === true)
}

async function runGroup(
  group: Group,
  { binary, version, haste, onStart, onOutcome, signal }: RunOptions,
): Promise<Outcome[]> {
  if (signal?.aborted) return []
  const lab = await Lab.open(binary, haste)
  const end = () => void lab.close()
  signal?.addEventListener('abort', end)
  const outcomes: Outcome[] = []
  try {
    for (const rule of group.rules) {
      if (signal?.aborted) break
      const started = Date.now()
      onStart?.(rule)
      const verdict = judged(rule, version, await tried(rule, lab))
      const { id, title } = rule
      const outcome = { ...verdict, id, title, ms: Date.now() - started, evidence: lab.takeEvidence() }
      outcomes.push(outcome)
      onOutcome?.(outcome)
      await lab.tidy()
      if (verdict.verdict !== 'holds') await lab.forget()
    }
  } finally {
    signal?.removeEventListener('abort', end)
    await lab.close()
  }
  return outcomes
}

async function tried(rule: Rule, lab: Lab): Promise<Verdict> {
  try {
    return (await rule.run(lab)) ?? HOLDS
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (error instanceof Unsupported) return { verdict: 'unsupported', why }
    if (error instanceof Skipped) return { verdict: 'skipped', why }
    return { verdict: 'differs', why: error instanceof Differs ? why : `the check broke: ${why}` }
  }
}

/**
 * For a rule under which versions differ: a version that the rule names must do what is known of it, and any other version what
 * some version does.
 */
export function judged({ versions }: Pick<Rule, 'versions'>, version: string, verdict: Verdict): Verdict {
  if (versions === undefined || verdict.saw === undefined) return verdict
  const own = versions[version]
  const known = own === undefined ? [...new Set(Object.values(versions))] : [own]
  if (known.includes(verdict.saw)) return verdict
  return { ...verdict, verdict: 'differs', why: `seen: ${verdict.saw}; known: ${known.join(', ')}` }
}
