/**
 * One unlucky moment on a busy machine is no verdict, and is not hidden either: a rule whose outcome matches no record is asked again
 * after all others have run, alone and in a new lab. What matches then counts, and the rule is reported as unsteady.
 */
import { differences, type Recorded } from './recorded.ts'
import type { Rule } from './rule.ts'
import { type Outcome, type RunOptions, runRules } from './run.ts'

/** A rule that matched a record only when it was asked again. */
export interface Unsteady {
  readonly id: string
  /** In the order in which it was asked; the last outcome is the one that counts. */
  readonly tries: readonly Outcome[]
}

/** How often a rule is asked again. */
const MAX_TIMES = 2
/** If more rules differ, the CLI itself differs: it was not a bad moment, and repeating them all would take very long. */
const MAX_RULES = 20

export interface AgainOptions extends RunOptions {
  readonly records: readonly Recorded[]
  readonly onAgain?: (rule: Rule) => void
}

/** Returns the outcomes that count, in the same order, and the rules that were unsteady. */
export async function askAgain(
  outcomes: readonly Outcome[],
  options: AgainOptions,
): Promise<{ outcomes: Outcome[]; unsteady: Unsteady[] }> {
  const { records } = options
  const differing = differences(outcomes, records)
  if (differing.length > MAX_RULES) return { outcomes: [...outcomes], unsteady: [] }
  const last = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const unsteady: Unsteady[] = []
  for (const { id } of differing) {
    const tries = outcomes.filter((outcome) => outcome.id === id)
    while (tries.length <= MAX_TIMES && differences(tries.slice(-1), records).length > 0) {
      const outcome = await askAlone(id, options)
      if (outcome === undefined) return { outcomes: [...last.values()], unsteady }
      tries.push(outcome)
      last.set(id, outcome)
    }
    if (differences(tries.slice(-1), records).length === 0) unsteady.push({ id, tries })
  }
  return { outcomes: [...last.values()], unsteady }
}

/** Returns no outcome if the run was ended meanwhile. */
async function askAlone(
  id: string,
  { binary, onAgain, ...options }: AgainOptions,
): Promise<Outcome | undefined> {
  const [outcome] = await runRules({
    ...options,
    // Labs keep what they learn about a CLI by this object: with a new one they forget what a bad moment has taught them.
    binary: { ...binary },
    only: [id],
    ...(onAgain && { onStart: onAgain }),
  })
  return outcome
}
