/** A finished run and its presentations: short text or table for the terminal, JSON, Markdown, or a web page. */
import { compareVersions } from '../protocol/version.ts'
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
  return `${[...rows, '', ...others, ...summary(report, Number.POSITIVE_INFINITY)].join('\n')}\n`
}

/** Formats a verdict for each feature, and the first unexpected rules, in less than 30 lines. */
export function asText(report: Report): string {
  return `${summary(report, MAX_SHOWN).join('\n')}\n`
}

/** How many rules the short text lists, and how many rules of a feature it names instead of counting them. */
const MAX_SHOWN = 8
const MAX_NAMED = 3
const WIDEST = 150

function summary(report: Report, most: number): string[] {
  const { agent, outcomes, seconds, unexpected } = report
  const shown = unexpected.slice(0, most)
  const more = unexpected.length - shown.length
  return [
    `${agent}: ${counts(outcomes)}, in ${seconds.toFixed(0)} s`,
    comparison(report),
    ...report.features.map((it) => `  ${`${it.feature}:`.padEnd(11)} ${featureInWords(it, report.known)}`),
    ...(unexpected.length === 0
      ? []
      : [`${report.known ? 'unexpected' : 'new'}: ${rules(unexpected.length)}`]),
    ...shown.map((it) => shortened(`  ${inOneLine(it)}${reason(report, it.id)}`, most)),
    ...(more > 0 ? [`  and ${more} more: --verbose or a report lists them`] : []),
  ]
}

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
  return most === MAX_SHOWN && line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line
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
  const words = (it: Difference['now'] | undefined) =>
    it === undefined ? 'not recorded' : `${WORDS[it.verdict]}${it.saw === undefined ? '' : ` (${it.saw})`}`
  return `${id}: ${words(now)}; recorded: ${words(recorded)}`
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
  const list = (differences: readonly Difference[]) =>
    `<ul>${differences.map((it) => `<li>${html(inOneLine(it))}</li>`).join('')}</ul>`
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
  const outcomes = report.outcomes.map(({ evidence: lines, ...rest }) =>
    evidence ? { ...rest, evidence: lines } : rest,
  )
  return `${JSON.stringify({ ...report, outcomes }, null, 2)}\n`
}
