// @ts-check
// The page about versions of the CLI, made of the results in the cache folder.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { limitOf } from './known-limits.mjs'

/**
 * @typedef {{ feature: string, title: string, passed: boolean, why?: string }} Case
 * @typedef {{ known: boolean, rules: number, features: { feature: string, verdict: string }[], unexpected: string[] }} Rules
 * @typedef {{ area: string, names: string[] }} News
 * @typedef {{ version: string, cases?: Case[], rules?: Rules, news?: News[], baseline?: string }} Summary
 */

/** The library's features, in the order of the columns. A feature is a file of test/e2e/library. */
const FEATURES = ['turns', 'queue', 'approvals', 'interrupt', 'resume', 'tasks', 'hooks', 'mcp']
const MAX_REASON = 160
const MAX_NAMES = 8

/**
 * What the cache folder knows of each version, oldest first.
 * @param {string} cache
 * @param {URL} conformance the built module that compares results with the recorded ones
 * @returns {Promise<Summary[]>}
 */
export async function summarize(cache, conformance) {
  const { compareWithRecords, featureInWords } = await import(conformance.href)
  const versions = existsSync(cache) ? readdirSync(cache).filter((name) => /^\d+\.\d+\.\d+$/.test(name)) : []
  versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return versions.flatMap((version) => {
    const read = (/** @type {string} */ name) => {
      const file = join(cache, version, name)
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    }
    const [library, conformed, discovered] = ['library.json', 'conformance.json', 'discover.json'].map(read)
    if (library === undefined && conformed === undefined) return []
    const cases = library && casesOf(library)
    const news = discovered && newsOf(discovered)
    const baseline = discovered?.comparedWith
    if (conformed === undefined) return [{ version, cases, news, baseline }]
    const { known, features, unexpected } = compareWithRecords(version, conformed.outcomes)
    const rules = {
      known,
      rules: conformed.outcomes.length,
      features: features.map((/** @type {{ feature: string }} */ it) => ({
        feature: it.feature,
        verdict: featureInWords(it, known),
      })),
      unexpected: unexpected.map((/** @type {{ id: string }} */ { id }) => id),
    }
    return [{ version, cases, news, baseline, rules }]
  })
}

/**
 * @param {{ testResults: { name: string, assertionResults: { title: string, status: string, failureMessages?: string[] }[] }[] }} report of vitest
 * @returns {Case[]}
 */
function casesOf({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, failureMessages = [] }) => ({
      feature: basename(name).replace('.e2e.test.ts', ''),
      title,
      passed: status === 'passed',
      ...(failureMessages[0] !== undefined && { why: reasonIn(failureMessages[0]) }),
    })),
  )
}

/** @param {string} message */
function reasonIn(message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: vitest colours what it says.
  const [line = ''] = message.replace(/\x1b\[[0-9;]*m/g, '').split('\n')
  // So vitest's JSON calls a test that ran out of time.
  if (line.includes('STACK_TRACE_ERROR')) return 'it hangs'
  const text = line.replace(/^(?:Assertion)?Error: /, '').replaceAll(/[|<>]/g, '\\$&')
  return text.length > MAX_REASON ? `${text.slice(0, MAX_REASON - 1)}…` : text
}

/**
 * @param {{ areas: { area: string, isSpoken: boolean, new: string[] }[] }} report of `fairlead discover --json`
 * @returns {News[]}
 */
function newsOf({ areas }) {
  return areas
    .filter(({ isSpoken, new: names }) => isSpoken && names.length > 0)
    .map(({ area, new: names }) => ({ area, names }))
}

/** @param {Summary[]} summaries */
export function asMarkdown(summaries) {
  const columns = ['version', ...FEATURES.map((it) => (it === 'mcp' ? 'MCP' : it)), 'rules']
  return `${[
    '# Versions of the CLI',
    '',
    '<!-- Written by `npm run versions`. Changes by hand are lost. -->',
    '',
    'How the library works with versions of Claude Code, including versions that the tests do not pin: the real CLI against',
    'the scripted Messages API. A number says how many library cases pass (`test/e2e/library`). *rules* says how many rules',
    'of SPEC.md behave as in no recorded version; for a recorded version, how many differ from its record. *Known limits*:',
    'the failing cases need something that the version cannot do with any client; its section says what.',
    '',
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...summaries.map(
      (it) => `| ${[it.version, ...FEATURES.map((name) => cell(it, name)), ruleCell(it)].join(' | ')} |`,
    ),
    '',
    '`npm run versions -- --newest 5` tries the newest versions and writes this page: see [CONTRIBUTING](../CONTRIBUTING.md).',
    ...summaries.flatMap(details),
  ].join('\n')}\n`
}

/**
 * @param {Summary} summary
 * @param {string} feature
 */
function cell({ version, cases }, feature) {
  const own = cases?.filter((it) => it.feature === feature) ?? []
  if (own.length === 0) return 'not run'
  const passed = own.filter((it) => it.passed).length
  if (passed === own.length) return `passes (${passed})`
  const isKnown = own.every((it) => it.passed || limitOf(version, it) !== undefined)
  return `${isKnown ? 'known limits' : 'differs'}: ${passed} of ${own.length}`
}

/** @param {Summary} summary */
function ruleCell({ rules }) {
  if (rules === undefined) return 'not run'
  const { known, unexpected } = rules
  if (unexpected.length === 0) return known ? 'as recorded' : 'nothing new'
  return `${unexpected.length} ${known ? 'unexpected' : 'new'}`
}

/** @param {Summary} summary */
function details({ version, cases = [], rules, news = [], baseline = 'the newest known version' }) {
  const failed = cases.filter(({ passed }) => !passed)
  return [
    '',
    `## ${version}`,
    '',
    ...(cases.length > 0 && failed.length === 0 ? [`All ${cases.length} library cases pass.`] : []),
    ...failed.map((it) => {
      const why = limitOf(version, it) ?? it.why
      return `- ${it.feature}: ${it.title}${why === undefined ? '' : ` (${why})`}`
    }),
    ...(rules === undefined ? [] : ['', ruleLine(rules)]),
    ...(news.length === 0
      ? []
      : ['', `Sent or accepted on stdio, but not in ${baseline}: ${newsLine(news)}.`]),
  ]
}

/** @param {Rules} rules */
function ruleLine({ known, rules, features, unexpected }) {
  if (known && unexpected.length === 0) return `Rules: all ${rules} as recorded.`
  const told = features.filter(({ verdict }) => verdict !== 'as recorded')
  return `Rules (${rules}): ${told.map(({ feature, verdict }) => `${feature}: ${verdict}`).join('; ')}.`
}

/** @param {News[]} news */
function newsLine(news) {
  return news
    .map(({ area, names }) => {
      const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
      return `${area} ${names
        .slice(0, MAX_NAMES)
        .map((it) => `\`${it}\``)
        .join(', ')}${more}`
    })
    .join('; ')
}
