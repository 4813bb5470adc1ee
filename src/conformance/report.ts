/** A finished run, and how it is shown: as a table for the terminal, as JSON, as Markdown or as a page. */
import type { Difference, Recorded } from './recorded.ts'
import type { Outcome } from './run.ts'
import type { VerdictName } from './verdict.ts'

export interface Report {
  /** What `--version` printed. */
  readonly agent: string
  readonly version: string
  /** The version whose record this run was compared with. */
  readonly comparedWith?: string
  /** True when the version at hand is itself a recorded one. */
  readonly known: boolean
  readonly seconds: number
  readonly outcomes: readonly Outcome[]
  readonly unexpected: readonly Difference[]
  /** What the other recorded versions gave otherwise, newest first. */
  readonly others: readonly { readonly version: string; readonly differences: readonly Difference[] }[]
}

const WORDS: { readonly [V in VerdictName]: string } = {
  holds: 'holds',
  differs: 'differs',
  unsupported: 'not supported',
  skipped: 'not checked',
}

const MANY = { ...WORDS, holds: 'hold', differs: 'differ' }

export function counts(outcomes: readonly Outcome[]): string {
  const told = (Object.keys(WORDS) as VerdictName[]).flatMap((verdict) => {
    const number = outcomes.filter((outcome) => outcome.verdict === verdict).length
    return number === 0 ? [] : [`${number} ${number === 1 ? WORDS[verdict] : MANY[verdict]}`]
  })
  return `${outcomes.length} ${outcomes.length === 1 ? 'rule' : 'rules'}: ${told.join(', ')}`
}

/** The table of the terminal. */
export function asText(report: Report, evidence = false): string {
  const unexpected = new Set(report.unexpected.map(({ id }) => id))
  const rows = report.outcomes.flatMap((outcome) => [
    `${unexpected.has(outcome.id) ? '!' : ' '} ${outcome.id.padEnd(14)} ${WORDS[outcome.verdict].padEnd(13)} ` +
      `${outcome.title}${outcome.saw === undefined ? '' : `: ${outcome.saw}`}`,
    ...(outcome.why === undefined ? [] : [`${' '.repeat(31)}${outcome.why}`]),
    ...(evidence ? outcome.evidence.map((line) => `      ${line}`) : []),
  ])
  return `${[...rows, '', ...summary(report)].join('\n')}\n`
}

function summary(report: Report): string[] {
  const { agent, outcomes, seconds, unexpected, others } = report
  return [
    `${agent}: ${counts(outcomes)}, in ${seconds.toFixed(0)} s`,
    comparison(report),
    ...unexpected.map(inOneLine),
    ...others.map(otherVersion),
  ]
}

function otherVersion({ version, differences }: Report['others'][number]): string {
  if (differences.length === 0) return `The same as ${version} gave.`
  const [rules, them] = differences.length === 1 ? ['rule', 'it'] : ['rules', 'them']
  return `Not as in ${version}: ${differences.length} ${rules} (a report or --json lists ${them}).`
}

function comparison({ version, comparedWith, known, unexpected }: Report): string {
  if (comparedWith === undefined) return 'No results are recorded to compare with.'
  const against = known
    ? `the recorded results of ${version}`
    : `${comparedWith}, the newest recorded version`
  if (unexpected.length === 0) return `Nothing unexpected: the same as ${against}.`
  return `${unexpected.length} unexpected: not as in ${against}:`
}

function inOneLine({ id, recorded, now }: Difference): string {
  const words = (it: Difference['now'] | undefined) =>
    it === undefined ? 'not recorded' : `${WORDS[it.verdict]}${it.saw === undefined ? '' : ` (${it.saw})`}`
  return `  ${id}: ${words(now)}; recorded: ${words(recorded)}`
}

export function asMarkdown(report: Report, evidence = false): string {
  const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const rows = report.outcomes.map(
    ({ id, verdict, title, saw, why }) =>
      `| ${id} | ${WORDS[verdict]} | ${escaped(title)}${saw === undefined ? '' : `: ${escaped(saw)}`} | ` +
      `${escaped(why ?? '')} |`,
  )
  const proofs = report.outcomes.flatMap(({ id, evidence: lines }) =>
    lines.length === 0 ? [] : ['', `### ${id}`, '', '````text', ...lines, '````'],
  )
  return `${[
    `# Conformance of ${report.agent}`,
    '',
    counts(report.outcomes),
    '',
    comparison(report),
    ...report.unexpected.map((difference) => `- ${inOneLine(difference).trim()}`),
    '',
    '| rule | verdict | what | why |',
    '|---|---|---|---|',
    ...rows,
    ...report.others.flatMap(({ version, differences }) => [
      '',
      `## Not as in ${version}`,
      '',
      ...(differences.length === 0 ? ['Nothing.'] : differences.map((it) => `- ${inOneLine(it).trim()}`)),
    ]),
    ...(evidence ? ['', '## Evidence', ...proofs] : []),
  ].join('\n')}\n`
}

export function asHtml(report: Report, evidence = false): string {
  const unexpected = new Set(report.unexpected.map(({ id }) => id))
  const rows = report.outcomes.map(({ id, verdict, title, saw, why, evidence: lines }) => {
    const cells = [id, WORDS[verdict], saw === undefined ? title : `${title}: ${saw}`, why ?? '']
    const proof =
      evidence && lines.length > 0
        ? `<tr><td colspan="4"><details><summary>Evidence</summary><pre>${html(lines.join('\n'))}</pre></details></td></tr>`
        : ''
    const mark = unexpected.has(id) ? ' class="unexpected"' : ''
    return `<tr${mark}>${cells.map((cell) => `<td>${html(cell)}</td>`).join('')}</tr>${proof}`
  })
  const list = (differences: readonly Difference[]) =>
    `<ul>${differences.map((it) => `<li>${html(inOneLine(it).trim())}</li>`).join('')}</ul>`
  const others = report.others.map(
    ({ version, differences }) =>
      `<h2>Not as in ${html(version)}</h2>\n${differences.length === 0 ? '<p>Nothing.</p>' : list(differences)}`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Conformance of ${html(report.agent)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #8884; padding: .3rem .6rem; text-align: left; vertical-align: top; }
.unexpected td { background: #f004; }
pre { overflow-x: auto; white-space: pre-wrap; }
</style>
<h1>Conformance of ${html(report.agent)}</h1>
<p>${html(counts(report.outcomes))}</p>
<p>${html(comparison(report))}</p>
${list(report.unexpected)}
<table>
<thead><tr><th>rule</th><th>verdict</th><th>what</th><th>why</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
${others.join('\n')}
</html>
`
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** What `--json` prints. */
export function asJson(report: Report, evidence = false): string {
  const outcomes = report.outcomes.map(({ evidence: lines, ...rest }) =>
    evidence ? { ...rest, evidence: lines } : rest,
  )
  return `${JSON.stringify({ ...report, outcomes }, null, 2)}\n`
}

/** Where a version is recorded, what it is compared with. */
export function compared(version: string, record: Recorded | undefined) {
  return { known: record?.version === version, ...(record && { comparedWith: record.version }) }
}
