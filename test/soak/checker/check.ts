/**
 * Judges a soak by what it left behind: the journal, the output files, the side effects, and what its clients noted. It shares
 * no code with the host or with the state that clients fold.
 */
import type { Ledger, SeenStream } from '../ledger.ts'
import { approvalProblems, approvalsOf } from './approvals.ts'
import { effectProblems } from './effects.ts'
import type { Evidence } from './evidence.ts'
import { journalProblems, streamProblems } from './journal.ts'
import { promptOutcome } from './prompts.ts'

export interface Verdict {
  readonly problems: readonly string[]
  /** What became of the prompts that were accepted. */
  readonly outcomes: ReadonlyMap<string, number>
  readonly events: number
  readonly lines: number
  readonly approvals: number
  readonly effects: number
}

/** A full disk is one of the faults. */
const EXPECTED = /the journal cannot be written|the disk is full/

export function check(
  evidence: Evidence,
  ledger: Pick<Ledger, 'accepted' | 'answers' | 'removed' | 'created'>,
  streams: readonly SeenStream[],
): Verdict {
  const { accepted, answers, removed, created } = ledger
  const sessions = [...evidence.sessions.values()]
  const problems: string[] = []
  const outcomes = new Map<string, number>()
  for (const prompt of accepted) {
    const session = evidence.sessions.get(prompt.session)
    if (!session && !removed.has(prompt.session)) {
      problems.push(`${prompt.session} is not in the journal, and nobody removed it`)
      continue
    }
    const found = promptOutcome(prompt, session)
    if ('problem' in found) problems.push(found.problem)
    else outcomes.set(found.outcome, (outcomes.get(found.outcome) ?? 0) + 1)
  }
  for (const session of sessions) {
    problems.push(...journalProblems(session), ...approvalProblems(session, answers))
    if (removed.has(session.id)) problems.push(`${session.id} was removed, and is in the journal`)
    if (!created.has(session.id)) problems.push(`${session.id} is in the journal, and nobody created it`)
  }
  for (const stray of evidence.strays) problems.push(`${stray} has a folder of output files, and no journal`)
  for (const stream of streams) problems.push(...streamProblems(stream, evidence))
  problems.push(...effectProblems(evidence, accepted))
  for (const error of evidence.errors)
    if (!EXPECTED.test(error)) problems.push(`the host logged an error: ${error}`)
  const sum = (of: (session: (typeof sessions)[number]) => number) =>
    sessions.reduce((total, session) => total + of(session), 0)
  return {
    problems,
    outcomes,
    events: sum(({ events }) => events.length),
    lines: sum(({ lines }) => lines.length),
    approvals: sum((session) => approvalsOf(session).filter(({ decision }) => decision !== undefined).length),
    effects: evidence.effects.length,
  }
}
