/** A finished run and its presentations: short text or table for the terminal, JSON, Markdown, or a web page. */
import { compareVersions } from '../protocol/version.ts'
import type { Unsteady } from './again.ts'
import type { FeatureVerdict } from './features.ts'
import type { Difference } from './recorded.ts'
import type { Outcome } from './run.ts'
import type { VerdictName } from './verdict.ts'

export interface Report {
  /** The output of `--version`. */
  readonly agent: string
  readonly version: string
  /** True if the tested version is itself a recorded one. */
  readonly known: boolean
  /** The versions whose records this run was compared with: its own, or for an unknown version all of them, nearest first. */
  readonly comparedWith: readonly string[]
  readonly seconds: number
  readonly outcomes: readonly Outcome[]
  /** Where the version behaves as none of those. */
  readonly unexpected: readonly Difference[]
  /** What was not as recorded at first, but when it was asked again. */
  readonly unsteady: readonly Unsteady[]
  readonly features: readonly FeatureVerdict[]
  /** How the other recorded versions differ, newest first. */
  readonly others: readonly { readonly version: string; readonly differences: readonly Difference[] }[]
}

const WORDS: { readonly [V in VerdictName]: string } = {
  holds: 'holds',
  differs: 'differs',
  unsupported: 'not supported',
  skipped: 'not checked',
}

const MANY = { ...WORDS, holds: 'hold', differs: 'differ' }

function counts(outcomes: readonly Outcome[]): string {
  const told = (Object.keys(WORDS) as VerdictName[]).flatMap((verdict) => {
    const number = outcomes.filter((outcome) => outcome.verdict === verdict).length
    return number === 0 ? [] : [`${number} ${number === 1 ? WORDS[verdict] : MANY[verdict]}`]
  })
  return `${outcomes.length} ${outcomes.length === 1 ? 'rule' : 'rules'}: ${told.join(', ')}`
}

/** Formats every rule with its verdict, and the summary. */
export function asTable(report: Report, evidence = false): string {
  const unexpected = new Set(report.unexpected.map(({ id }) => id))
  const rows = report.outcomes.flatMap((outcome) => [
    `${unexpected.has(outcome.id) ? '!' : ' '} ${outcome.id.padEnd(14)} ${WORDS[outcome.verdict].padEnd(13)} ` +
      `${outcome.title}${outcome.saw === undefined ? '' : `: ${outcome.saw}`}`,
    ...(outcome.why === undefined ? [] : [`${' '.repeat(31)}${outcome.why}`]),
    ...(evidence ? outcome.evidence.map((line) => `      ${line}`) : []),
  ])
  const others = report.others.map(otherVersion)
  return `${[...rows, '', ...others, ...summary(report)].join('\n')}\n`
}

/** Formats a verdict for each feature, and the first unexpected rules, in less than 30 lines. */
export function asText(report: Report): string {
  return `${summary(report, { most: MAX_SHOWN, mostUnsteady: MAX_NAMED }).join('\n')}\n`
}

/** How many new rules the short text lists; how many unsteady ones, and how many rules of a feature it names instead of counting them. */
const MAX_SHOWN = 5
const MAX_NAMED = 3
const WIDEST = 150

const ALL = { most: Number.POSITIVE_INFINITY, mostUnsteady: Number.POSITIVE_INFINITY }

function summary(report: Report, { most, mostUnsteady } = ALL): string[] {
  const { agent, outcomes, seconds, unexpected } = report
  const shown = unexpected.slice(0, most)
  return [
    `${agent}: ${counts(outcomes)}, in ${seconds.toFixed(0)} s`,
    comparison(report),
    ...report.features.map((it) => `  ${`${it.feature}:`.padEnd(11)} ${featureInWords(it, report.known)}`),
    ...(unexpected.length === 0
      ? []
      : [`${report.known ? 'unexpected' : 'new'}: ${rules(unexpected.length)}`]),
    ...shown.map((it) => shortened(`  ${inOneLine(it)}${reason(report, it.id)}`, most)),
    ...andMore(unexpected.length - shown.length),
    ...unsteadyLines(report, mostUnsteady),
  ]
}

function unsteadyLines({ unsteady }: Report, most: number): string[] {
  const shown = unsteady.slice(0, most)
  return [
    ...(unsteady.length === 0 ? [] : [`unsteady: ${rules(unsteady.length)}, ${ASKED_AGAIN}`]),
    ...shown.map((it) => shortened(`  ${triesInOneLine(it)}`, most)),
    ...andMore(unsteady.length - shown.length),
  ]
}

function andMore(count: number): string[] {
  return count > 0 ? [`  and ${count} more: --verbose or a report lists them`] : []
}

/** What happened to unsteady rules, after their number. */
const ASKED_AGAIN = 'not as recorded at first, but when asked again'

/** Describes what a feature is like: `as 2.1.300; R-QUEUE-1 as 2.1.197; new: R-QUEUE-2`. */
export function featureInWords({ like, fresh }: FeatureVerdict, known: boolean): string {
  const names = (ids: readonly string[]) => (ids.length <= MAX_NAMED ? ids.join(', ') : rules(ids.length))
  const as = like.map(({ version, rules: ids }, at) => {
    const what = known ? 'as recorded' : `as ${version}`
    return at === 0 ? what : `${names(ids)} ${what}`
  })
  return [...as, ...(fresh.length === 0 ? [] : [`${known ? 'unexpected' : 'new'}: ${names(fresh)}`])].join(
    '; ',
  )
}

function rules(count: number): string {
  return `${count} ${count === 1 ? 'rule' : 'rules'}`
}

function reason({ outcomes }: Report, id: string): string {
  const why = outcomes.find((it) => it.id === id)?.why
  return why === undefined ? '' : `: ${why.replaceAll('\n', ' ')}`
}

function shortened(line: string, most: number): string {
  return Number.isFinite(most) && line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line
}

function otherVersion({ version, differences }: Report['others'][number]): string {
  if (differences.length === 0) return `The same as ${version} gave.`
  const them = differences.length === 1 ? 'it' : 'them'
  return `Not as in ${version}: ${rules(differences.length)} (a report or --json lists ${them}).`
}

function comparison({ version, comparedWith, known, unexpected }: Report): string {
  if (comparedWith.length === 0) return 'No results are recorded to compare with.'
  if (known) {
    const against = `the recorded results of ${version}`
    return unexpected.length === 0
      ? `Nothing unexpected: the same as ${against}.`
      : `${unexpected.length} unexpected: not as in ${against}.`
  }
  const against = `the recorded versions ${[...comparedWith].sort(compareVersions).join(', ')}`
  return unexpected.length === 0
    ? `No results of ${version} are recorded. Nothing is new beside ${against}.`
    : `No results of ${version} are recorded. ${rules(unexpected.length)} new beside ${against}.`
}

function inOneLine({ id, recorded, now }: Difference): string {
  return `${id}: ${inWords(now)}; recorded: ${recorded === undefined ? 'not recorded' : inWords(recorded)}`
}

function inWords({ verdict, saw }: Difference['now']): string {
  return `${WORDS[verdict]}${saw === undefined ? '' : ` (${saw})`}`
}

/** `R-QUEUE-1: differs (waited 20000 ms for a result), then holds` */
function triesInOneLine({ id, tries }: Unsteady): string {
  const told = tries.map((it) => `${inWords(it)}${it.why === undefined ? '' : ` (${it.why})`}`)
  return `${id}: ${told.join(', then ').replaceAll('\n', ' ')}`
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
    ...report.unexpected.map((difference) => `- ${inOneLine(difference)}`),
    ...(report.unsteady.length === 0
      ? []
      : ['', `Unsteady: ${rules(report.unsteady.length)}, ${ASKED_AGAIN}.`]),
    ...report.unsteady.map((it) => `- ${triesInOneLine(it)}`),
    '',
    '| feature | verdict |',
    '|---|---|',
    ...report.features.map((it) => `| ${it.feature} | ${featureInWords(it, report.known)} |`),
    '',
    '| rule | verdict | what | why |',
    '|---|---|---|---|',
    ...rows,
    ...report.others.flatMap(({ version, differences }) => [
      '',
      `## Not as in ${version}`,
      '',
      ...(differences.length === 0 ? ['Nothing.'] : differences.map((it) => `- ${inOneLine(it)}`)),
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
  const list = (lines: readonly string[]) =>
    `<ul>${lines.map((line) => `<li>${html(line)}</li>`).join('')}</ul>`
  const unsteady =
    report.unsteady.length === 0
      ? ''
      : `<p>Unsteady: ${rules(report.unsteady.length)}, ${ASKED_AGAIN}.</p>\n${list(report.unsteady.map(triesInOneLine))}`
  const others = report.others.map(
    ({ version, differences }) =>
      `<h2>Not as in ${html(version)}</h2>\n${differences.length === 0 ? '<p>Nothing.</p>' : list(differences.map(inOneLine))}`,
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
${list(report.unexpected.map(inOneLine))}
${unsteady}
<table>
<thead><tr><th>feature</th><th>verdict</th></tr></thead>
<tbody>
${report.features.map((it) => `<tr><td>${html(it.feature)}</td><td>${html(featureInWords(it, report.known))}</td></tr>`).join('\n')}
</tbody>
</table>
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

/** The output of `--json`. */
export function asJson(report: Report, evidence = false): string {
  const shown = ({ evidence: lines, ...rest }: Outcome) => (evidence ? { ...rest, evidence: lines } : rest)
  const outcomes = report.outcomes.map(shown)
  const unsteady = report.unsteady.map(({ id, tries }) => ({ id, tries: tries.map(shown) }))
  return `${JSON.stringify({ ...report, outcomes, unsteady }, null, 2)}\n`
}
