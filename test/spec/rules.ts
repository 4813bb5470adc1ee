/** Reads SPEC.md and the tests: which rules there are, what is wrong with them, and which ones tests cite. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface Rule {
  readonly id: string
  readonly sentence: string
  readonly sources: readonly string[]
  readonly where: readonly string[]
  readonly later: boolean
}

const SOURCES = new Set([
  ...['own', 'F', 'FA', 'S1', 'S2', 'S3', 'S4', 'C1', 'C2', 'C3', 'C4', 'C5'],
  ...Array.from({ length: 16 }, (_, i) => `F${i + 1}`),
])
const WHERE = new Set([
  ...['types', 'framing', 'simulator', 'client', 'state', 'host', 'documented'],
  ...['real 37 197 325', 'real 37 197', 'real 197 325', 'real 197', 'real 325'],
])
/** Where the protocol layer alone can show a rule: such a rule is never `later`. */
const SHOWN_NOW = new Set(['types', 'framing'])

const RULE = /^- \*\*R-([A-Z]+)-([1-9]\d*)\*\* (\S.*\.) \(([^();]+); ([^();]+)\)( `later`)?$/
const CONTRADICTION = / Contradicts ((?:S[1-4] ?)+): (.+?)(?= Contradicts |$)/g

/** All rules that can be read, and one line for each thing that is wrong. */
export function parseRules(spec: string): { rules: Rule[]; problems: string[] } {
  const rules: Rule[] = []
  const problems: string[] = []
  const seen = new Set<string>()
  let area: string | undefined
  let last = 0
  for (const [i, line] of spec.split('\n').entries()) {
    const report = (problem: string) => problems.push(`line ${i + 1}: ${problem}`)
    if (line.startsWith('## ')) {
      area = /^## ([A-Z]+): \S/.exec(line)?.[1]
      last = 0
      if (area !== undefined && seen.has(area)) report(`the area ${area} is there twice`)
      if (area !== undefined) seen.add(area)
      continue
    }
    if (!line.startsWith('- **R-') && !(area !== undefined && line.startsWith('- '))) continue
    const match = RULE.exec(line)
    if (match === null) {
      report(`this is not "- **R-AREA-N** sentence. (sources; where)": ${line}`)
      continue
    }
    const [, name = '', number = '', sentence = '', sources = '', where = '', later] = match
    const rule: Rule = {
      id: `R-${name}-${number}`,
      sentence,
      sources: sources.split(' '),
      where: where.split(', '),
      later: later !== undefined,
    }
    if (name !== area) report(`${rule.id} stands in the area ${area ?? '(none)'}`)
    if (seen.has(rule.id)) report(`${rule.id} is there twice`)
    else if (Number(number) !== last + 1) report(`${rule.id} comes where R-${name}-${last + 1} was due`)
    seen.add(rule.id)
    last = Number(number)
    for (const problem of problemsOf(rule)) report(`${rule.id} ${problem}`)
    rules.push(rule)
  }
  if (rules.length === 0) problems.push('there are no rules')
  return { rules, problems }
}

function* problemsOf({ sentence, sources, where, later }: Rule): Generator<string> {
  for (const source of sources) if (!SOURCES.has(source)) yield `has the unknown source "${source}"`
  for (const place of where) if (!WHERE.has(place)) yield `has the unknown place "${place}"`
  if (later && where.some((place) => SHOWN_NOW.has(place)))
    yield 'is marked later, but types or framing show it'
  const sides = [...sentence.matchAll(CONTRADICTION)]
  if (sides.length !== sentence.split('Contradicts').length - 1)
    yield 'does not say which source it contradicts'
  for (const [, seeds = '', text = ''] of sides) {
    if (!/^(it|they) .+; the CLI.* .+\.$/.test(text)) yield `does not give both sides: "${text}"`
    for (const seed of seeds.split(' '))
      if (!sources.includes(seed)) yield `contradicts ${seed}, which is no source of it`
  }
}

/** The tests whose titles may cite rules: every test file under the folders, except those of this folder. */
export function testFiles(root: string, folders: readonly string[]): string[] {
  const files: string[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules') walk(path)
      else if (entry.isFile() && /\.test\.tsx?$/.test(entry.name)) files.push(path)
    }
  }
  for (const folder of folders) walk(join(root, folder))
  return files.filter((file) => !relative(root, file).startsWith(join('test', 'spec')))
}

/** Comments, strings and regular expressions of TypeScript, in the order in which they stand. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g

/** The ids that stand in string literals of a test file, except in the titles of skipped tests. */
export function citedIn(source: string): Set<string> {
  const ids = new Set<string>()
  for (const token of source.matchAll(TOKEN)) {
    const text = token[0]
    if (text.startsWith('/') || /\.(skip|todo)\(\s*$/.test(source.slice(0, token.index))) continue
    for (const [id] of text.matchAll(/\bR-[A-Z]+-\d+\b/g)) ids.add(id)
  }
  return ids
}

/** Each cited id, with the files that cite it. */
export function citations(root: string, files: readonly string[]): Map<string, string[]> {
  const cited = new Map<string, string[]>()
  for (const file of files) {
    for (const id of citedIn(readFileSync(file, 'utf8'))) {
      cited.set(id, [...(cited.get(id) ?? []), relative(root, file)])
    }
  }
  return cited
}

/** What does not fit between the rules and the citations, one line each. */
export function compare(rules: readonly Rule[], cited: ReadonlyMap<string, readonly string[]>) {
  const known = new Set(rules.map((rule) => rule.id))
  return {
    uncited: rules
      .filter((rule) => !rule.later && !cited.has(rule.id))
      .map(({ id, sentence }) => `${id} ${sentence}`),
    shownAlready: rules.filter((rule) => rule.later && cited.has(rule.id)).map((rule) => rule.id),
    unknown: [...cited].filter(([id]) => !known.has(id)).map(([id, files]) => `${id} in ${files.join(', ')}`),
  }
}
