/** What a soak came to, as a table or as JSON. */
import type { SoakReport } from './soak.ts'

const MAX_PROBLEMS = 40

export function asText(report: SoakReport, seed: string): string {
  const { counts, outcomes, memory, handles, problems } = report
  const mb = (value: number) => `${Math.round(value)} MB`
  const rows: [string, string | number][] = [
    ['seconds', Math.round(report.seconds)],
    ['hosts started', report.hostStarts],
    ...[...counts].sort(([a], [b]) => (a < b ? -1 : 1)),
    ...[...outcomes].map(([name, count]): [string, number] => [`prompts ${name}`, count]),
    ['approvals answered', report.approvals],
    ['side effects', report.effects],
    ['lines written by CLIs', report.lines],
    ['events in the journal', report.events],
    ['memory of the host', `${mb(memory.first)} first, ${mb(memory.most)} at most`],
    ...(memory.growth
      ? [
          ['of the longest-lived', `${mb(memory.growth.early)} early, ${mb(memory.growth.late)} late`] as [
            string,
            string,
          ],
        ]
      : []),
    ['… each minute, in MB', memory.minutes.map(({ rssMb }) => Math.round(rssMb)).join(', ')],
    ...heapRow(memory.minutes),
    ['open files of the host', `${handles.before} before, ${handles.most} at most, ${handles.after} after`],
    ['problems', problems.length],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const table = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
  const list = problems.slice(0, MAX_PROBLEMS).map((it) => `  ${it}\n`)
  const verdict =
    problems.length === 0
      ? 'Nothing was lost, and nothing was done twice.'
      : `Wrong:\n${list.join('')}To try again: npm run soak -- --seed ${seed} (and the same options)`
  return `${table}\n\n${verdict}\n`
}

function heapRow(minutes: SoakReport['memory']['minutes']): [string, string][] {
  const heap = minutes.flatMap(({ heapMb }) => (heapMb === undefined ? [] : [Math.round(heapMb)]))
  return heap.length > 0 ? [['heap after a collection, in MB', heap.join(', ')]] : []
}

/** The column of a run in the table of docs/reliability.md. */
export function asColumn(report: SoakReport): string {
  const { counts, outcomes, memory, handles } = report
  const of = (name: string) => outcomes.get(name) ?? 0
  const count = (name: string) => counts.get(name) ?? 0
  const faults = sum([...counts].filter(([name]) => name.startsWith('fault: ')))
  const [done, removed] = [of('done'), of('session removed')]
  const mb = (value: number) => `${Math.round(value)} MB`
  const rows: [string, string | number][] = [
    ['faults injected; hosts started', `${faults}; ${report.hostStarts}`],
    ['sessions', count('sessions')],
    ['prompts accepted', count('prompts accepted')],
    ['… that ran to their end', done],
    [
      '… interrupted, failed, crashed, or joined by another prompt, and the session says so',
      sum([...outcomes]) - done - removed,
    ],
    [
      '… of sessions that were removed later: their journal is gone, only their side effects are checked',
      removed,
    ],
    ['approvals answered, each by three clients at once', report.approvals],
    ['events in the journal; seen by clients', `${report.events}; ${report.seen}`],
    ['memory of the host: at first, at most', `${mb(memory.first)}, ${mb(memory.most)}`],
    [
      'open files of the host: before, at most, after',
      `${handles.before}, ${handles.most}, ${handles.after}`,
    ],
    ['lost, doubled, left behind', report.problems.length],
  ]
  return rows.map(([name, value]) => `| ${name} | ${value} |\n`).join('')
}

const sum = (counts: readonly (readonly [string, number])[]) =>
  counts.reduce((total, [, count]) => total + count, 0)

export function asJson(report: SoakReport): string {
  return JSON.stringify(report, (_, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  )
}
