/** The results that known versions gave, recorded as data, and what differs from them. */
import { readdirSync, readFileSync } from 'node:fs'
import { compareVersions } from './compare-versions.ts'
import type { Outcome } from './run.ts'
import type { VerdictName } from './verdict.ts'

/** What a version gave for a rule. */
export interface RecordedResult {
  readonly verdict: VerdictName
  readonly saw?: string
}

export interface Recorded {
  readonly version: string
  readonly rules: { readonly [id: string]: RecordedResult }
}

export interface Difference {
  readonly id: string
  /** Absent where the rule was not recorded. */
  readonly recorded?: RecordedResult
  readonly now: RecordedResult
}

/** Two folders up from here is the package, both in `src` and in `dist`; the data is in `src`. */
const FOLDER = new URL('../../src/conformance/recorded/', import.meta.url)

/** What is recorded, oldest version first. */
export function allRecorded(folder = FOLDER): Recorded[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded)
    .sort((a, b) => compareVersions(a.version, b.version))
}

/** What a version is held to: its own record, or the newest for one that is not known. */
export function recordFor(version: string, all: readonly Recorded[]): Recorded | undefined {
  return all.find((it) => it.version === version) ?? all.at(-1)
}

/** Where the outcomes are not as recorded. What could not be checked here is no difference. */
export function differences(outcomes: readonly Outcome[], recorded: Recorded | undefined): Difference[] {
  return outcomes.flatMap((outcome) => {
    const was = recorded?.rules[outcome.id]
    const now = resultOf(outcome)
    if (now.verdict === 'skipped') return []
    if (was === undefined) return now.verdict === 'differs' ? [{ id: outcome.id, now }] : []
    return was.verdict === now.verdict && was.saw === now.saw ? [] : [{ id: outcome.id, recorded: was, now }]
  })
}

/** The outcomes as they are recorded, beside what was recorded of other rules. */
export function toRecord(version: string, outcomes: readonly Outcome[], before?: Recorded): Recorded {
  const now = Object.fromEntries(outcomes.map((outcome) => [outcome.id, resultOf(outcome)]))
  const rules = Object.entries({ ...before?.rules, ...now })
  rules.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  return { version, rules: Object.fromEntries(rules) }
}

function resultOf({ verdict, saw }: Outcome): RecordedResult {
  return { verdict, ...(saw !== undefined && { saw }) }
}
