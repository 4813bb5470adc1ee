/** What a soak came to, as a table or as JSON. */
import type { SoakReport } from './soak.ts'

const MOST_PROBLEMS = 40

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
    ['open files of the host', `${handles.before} before, ${handles.most} at most, ${handles.after} after`],
    ['problems', problems.length],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const table = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
  const list = problems.slice(0, MOST_PROBLEMS).map((it) => `  ${it}\n`)
  const verdict =
    problems.length === 0
      ? 'Nothing was lost, and nothing was done twice.'
      : `Wrong:\n${list.join('')}To try again: npm run soak -- --seed ${seed} (and the same options)`
  return `${table}\n\n${verdict}\n`
}

export function asJson(report: SoakReport): string {
  return JSON.stringify(report, (_, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  )
}
