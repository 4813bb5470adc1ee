/** The verdict of a run on each feature: which recorded versions it resembles, and what none of them did. */
import { type Recorded, resemblances } from './recorded.ts'
import type { Outcome } from './run.ts'

export interface FeatureVerdict {
  readonly feature: string
  /** Recorded versions that behave the same, and for which rules; the one that covers most comes first. */
  readonly like: readonly { readonly version: string; readonly rules: readonly string[] }[]
  /** The rules for which no recorded version behaves the same. */
  readonly fresh: readonly string[]
}

/** The areas of SPEC.md that belong to each feature, in the order in which features are shown. */
const FEATURES: { readonly [feature: string]: readonly string[] } = {
  flags: ['FLAG', 'ENV', 'DEBUG', 'DISCOVER'],
  start: ['INIT'],
  messages: ['TYPE', 'STREAM'],
  turns: ['RESULT', 'COST', 'ERROR'],
  queue: ['QUEUE', 'REPLAY'],
  approvals: ['APPROVE', 'PERM'],
  questions: ['ASK'],
  interrupt: ['INTR'],
  control: ['CONTROL'],
  hooks: ['HOOK'],
  MCP: ['MCP'],
  tasks: ['TASK'],
  liveness: ['LIVE'],
  sessions: ['SESSION', 'COMPACT'],
  endings: ['END'],
}

export function featureOf(id: string): string {
  const area = /^R-([A-Z]+)-/.exec(id)?.[1] ?? ''
  return Object.keys(FEATURES).find((feature) => FEATURES[feature]?.includes(area)) ?? 'other'
}

/** Returns a verdict for each feature with at least one checked rule. `records` is in order of preference. */
export function featureVerdicts(
  outcomes: readonly Outcome[],
  records: readonly Recorded[],
): FeatureVerdict[] {
  return [...Object.keys(FEATURES), 'other'].flatMap((feature) => {
    const own = outcomes.filter(({ id, verdict }) => featureOf(id) === feature && verdict !== 'skipped')
    return own.length === 0 ? [] : [{ feature, ...explained(own, records) }]
  })
}

/** Chooses as few versions as explain the most: repeatedly the one that matches most of the remaining rules. */
function explained(outcomes: readonly Outcome[], records: readonly Recorded[]) {
  const versionsOf = new Map(outcomes.map((outcome) => [outcome.id, resemblances(outcome, records)]))
  const fresh = [...versionsOf].flatMap(([id, versions]) => (versions?.length === 0 ? [id] : []))
  let left = [...versionsOf].filter(([, versions]) => versions !== undefined && versions.length > 0)
  const like: { version: string; rules: string[] }[] = []
  while (left.length > 0) {
    const covered = records.map(({ version }) => ({
      version,
      rules: left.flatMap(([id, versions]) => (versions?.includes(version) ? [id] : [])),
    }))
    const best = covered.reduce((most, it) => (it.rules.length > most.rules.length ? it : most))
    like.push(best)
    left = left.filter(([id]) => !best.rules.includes(id))
  }
  return { like, fresh }
}
