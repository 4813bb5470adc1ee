/** The recorded outcomes of known versions, and what differs from them. */
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { packageFile } from '../process/package-files.ts'
import { compareVersions, versionDistance } from '../protocol/version.ts'
import { parseRecord } from './record-file.ts'
import type { Outcome } from './run.ts'
import type { VerdictName } from './verdict.ts'

/** The outcome of a rule for a version. */
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
  /** Absent if the rule was not recorded. */
  readonly recorded?: RecordedResult
  readonly now: RecordedResult
}

const FOLDER = pathToFileURL(packageFile('src/conformance/recorded/'))

/** Returns all records, oldest version first. */
export function allRecorded(): Recorded[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => parseRecord(readFileSync(new URL(name, FOLDER), 'utf8')))
    .sort((a, b) => compareVersions(a.version, b.version))
}

/** Returns the records to compare a version with: its own, or for an unknown version all of them, the nearest first. */
export function recordsFor(version: string, all: readonly Recorded[]): Recorded[] {
  const own = all.find((it) => it.version === version)
  if (own) return [own]
  return [...all].sort((a, b) => versionDistance(a.version, version) - versionDistance(b.version, version))
}

/**
 * Returns the versions with the same outcome, in the order of the records. Undefined for an outcome without information: the rule
 * could not be checked here, or no version has a record of it and it did not differ.
 */
export function resemblances(outcome: Outcome, records: readonly Recorded[]): string[] | undefined {
  if (outcome.verdict === 'skipped') return undefined
  const isRecorded = records.some(({ rules }) => rules[outcome.id] !== undefined)
  if (!isRecorded && outcome.verdict !== 'differs') return undefined
  return records.flatMap(({ version, rules }) => {
    const was = rules[outcome.id]
    return was !== undefined && was.verdict === outcome.verdict && was.saw === outcome.saw ? [version] : []
  })
}

/** Returns the outcomes that match none of the records, each with what the first record has. */
export function differences(outcomes: readonly Outcome[], records: readonly Recorded[]): Difference[] {
  return outcomes.flatMap((outcome) => {
    if (resemblances(outcome, records)?.length !== 0) return []
    const recorded = records.find(({ rules }) => rules[outcome.id] !== undefined)?.rules[outcome.id]
    return [{ id: outcome.id, ...(recorded && { recorded }), now: resultOf(outcome) }]
  })
}

/** Merges the outcomes into a record, and keeps what was recorded of other rules. */
export function toRecord(version: string, outcomes: readonly Outcome[], before?: Recorded): Recorded {
  const now = Object.fromEntries(outcomes.map((outcome) => [outcome.id, resultOf(outcome)]))
  const rules = Object.entries({ ...before?.rules, ...now })
  rules.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  return { version, rules: Object.fromEntries(rules) }
}

function resultOf({ verdict, saw }: Outcome): RecordedResult {
  return { verdict, ...(saw !== undefined && { saw }) }
}
