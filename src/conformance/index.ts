/** The rules that the kit can check against any `claude`, offline. */
import type { Binary } from '../process/find-binary.ts'
import { readVersion } from '../process/version.ts'
import { askAgain } from './again.ts'
import { featureVerdicts } from './features.ts'
import { allRecorded, differences, type Recorded, recordsFor } from './recorded.ts'
import type { Report } from './report.ts'
import type { Group, Rule } from './rule.ts'
import { GROUPS } from './rules/index.ts'
import { chosen, type Outcome, runRules } from './run.ts'

export type { Unsteady } from './again.ts'
export type { FeatureVerdict } from './features.ts'
export { formatRecord, parseRecord } from './record-file.ts'
export { type Recorded, toRecord } from './recorded.ts'
export { asHtml, asJson, asMarkdown, asTable, asText, featureInWords, type Report } from './report.ts'
export type { Group, Rule } from './rule.ts'
export { GROUPS } from './rules/index.ts'
export type { Outcome } from './run.ts'

export interface ConformanceOptions {
  readonly binary: Binary
  /** Ids of rules, or areas such as `R-INIT`. */
  readonly only?: readonly string[]
  /** Also run the rules that take long by nature. */
  readonly slow?: boolean
  /** Shortens the slow rules to this fraction of their time, for tests. */
  readonly haste?: number
  readonly onStart?: (rule: Rule) => void
  readonly onOutcome?: (outcome: Outcome, done: number, of: number) => void
  /** A rule is asked again, because its outcome was not as recorded. */
  readonly onAgain?: (rule: Rule) => void
  /** Ends the run early. */
  readonly signal?: AbortSignal
  /** Rules and records to use instead of the package's own. */
  readonly groups?: readonly Group[]
  readonly recorded?: readonly Recorded[]
}

/** Runs the rules, asks those that are not as recorded again, and compares the outcomes with the recorded ones. */
export async function checkConformance(options: ConformanceOptions): Promise<Report> {
  const { binary, only = [], slow = false, haste = 1, onOutcome, signal, groups = GROUPS } = options
  const { recorded = allRecorded() } = options
  const started = Date.now()
  const told = await readVersion(binary, { mustRun: true })
  const version = told.parsed?.join('.')
  if (version === undefined)
    throw new Error(`${binary.path} does not tell its version: ${told.problem ?? told.text}`)
  const of = chosen(groups, only, slow).flatMap(({ rules }) => rules).length
  if (of === 0) throw new Error(`No rule is called ${only.join(' or ')}.`)
  const run = { binary, version, groups, only, slow, haste, ...(signal && { signal }) }
  let done = 0
  const first = await runRules({
    ...run,
    ...(options.onStart && { onStart: options.onStart }),
    onOutcome: (outcome) => {
      done += 1
      onOutcome?.(outcome, done, of)
    },
  })
  const { outcomes, unsteady } = await askAgain(first, {
    ...run,
    records: recordsFor(version, recorded),
    ...(options.onAgain && { onAgain: options.onAgain }),
  })
  return {
    agent: told.text,
    version,
    seconds: (Date.now() - started) / 1000,
    outcomes,
    unsteady,
    ...compareWithRecords(version, outcomes, recorded),
  }
}

/** Compares the outcomes of a version with its own record or, if it has none, with those of all others. */
export function compareWithRecords(
  version: string,
  outcomes: readonly Outcome[],
  all: readonly Recorded[] = allRecorded(),
): Pick<Report, 'known' | 'comparedWith' | 'unexpected' | 'features' | 'others'> {
  const records = recordsFor(version, all)
  return {
    known: records[0]?.version === version,
    comparedWith: records.map((it) => it.version),
    unexpected: differences(outcomes, records),
    features: featureVerdicts(outcomes, records),
    others: all
      .filter((it) => it.version !== version)
      .reverse()
      .map((it) => ({ version: it.version, differences: differences(outcomes, [it]) })),
  }
}
