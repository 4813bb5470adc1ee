import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  asHtml,
  asJson,
  asMarkdown,
  asTable,
  asText,
  checkConformance,
  formatRecord,
  GROUPS,
  parseRecord,
  type Report,
  toRecord,
} from '../../conformance/index.ts'
import { findBinary } from '../../process/find-binary.ts'
import { AGENT_OPTION, agentBinary } from '../agent.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import { progressOn } from './progress.ts'

export const conformance = defineCommand(
  {
    name: 'conformance',
    most: 0,
    about: `
Runs the rules of SPEC.md that a CLI can be held to, against a scripted model and in folders of its own: no login, no
internet, nothing of yours is read. Each rule holds, differs or is not supported. A version with recorded results is
compared with them. Of any other one, each behaviour that is recorded for some version is accepted, and the verdict
tells for each feature which version it resembles and what is new.

On a busy machine a rule can fail by chance. A rule that is not as recorded is asked again after all others, alone, at
most twice. What is as recorded then is not unexpected: the verdict names it as unsteady, with each outcome. More than
20 such rules are not asked again.

Exit code: 0 when nothing is unexpected or new, 1 when something is, 2 when it was called wrongly, 130 when interrupted.`,
    options: {
      agent: AGENT_OPTION,
      only: {
        type: 'string',
        multiple: true,
        value: 'RULE',
        about: 'only this rule, or this area such as R-INIT; repeatable',
      },
      slow: { type: 'boolean', about: 'also the rules that take long by nature: eight minutes' },
      verbose: { type: 'boolean', about: 'print every rule with its verdict' },
      json: { type: 'boolean', about: 'print the results as one JSON object' },
      report: {
        type: 'string',
        multiple: true,
        value: 'FILE',
        about: 'also write them to FILE, which ends in .md or .html; repeatable',
      },
      evidence: { type: 'boolean', about: 'with the messages that went in and out (implies --verbose)' },
      record: {
        type: 'string',
        value: 'FOLDER',
        about: 'also write FOLDER/VERSION.json, as results are recorded',
      },
    },
    examples: [
      'fairlead conformance',
      'fairlead conformance --agent sim --only R-APPROVE',
      'fairlead conformance --agent ./node_modules/.bin/claude --report conformance.html --evidence',
    ],
  },
  async (
    {
      values: {
        agent,
        only = [],
        slow = false,
        verbose = false,
        json = false,
        report: files = [],
        evidence = false,
        record,
      },
    },
    io,
  ) => {
    const reports = files.map((file) => ({ path: resolve(io.cwd, file), written: writerFor(file, io.cwd) }))
    for (const name of only) if (!isRule(name)) throw new UsageError(`No rule is called '${name}'`)
    const binary = findBinary({ ...agentBinary(agent), env: io.env, cwd: io.cwd })
    const progress = progressOn(io.stderr)
    const stop = new AbortController()
    const unlisten = io.onInterrupt(() => stop.abort())
    let report: Report
    try {
      const { started: onStart, told: onOutcome, again: onAgain } = progress
      report = await checkConformance({
        binary,
        only,
        slow,
        signal: stop.signal,
        onStart,
        onOutcome,
        onAgain,
      })
    } finally {
      unlisten()
      progress.end()
    }
    if (stop.signal.aborted) return 130
    io.out(json ? asJson(report, evidence) : verbose || evidence ? asTable(report, evidence) : asText(report))
    for (const { path, written } of reports) writeFileSync(path, written(report, evidence))
    if (record !== undefined) writeRecord(resolve(io.cwd, record), report)
    return report.unexpected.length === 0 ? 0 : 1
  },
)

function isRule(name: string): boolean {
  return GROUPS.some(({ rules }) => rules.some(({ id }) => id === name || id.startsWith(`${name}-`)))
}

/** Throws before minutes of work if the report cannot be written. */
function writerFor(file: string, cwd: string): (report: Report, evidence: boolean) => string {
  const folder = dirname(resolve(cwd, file))
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder} for the report '${file}'`)
  if (/\.html?$/i.test(file)) return asHtml
  if (/\.(md|markdown)$/i.test(file)) return asMarkdown
  throw new UsageError(`the report '${file}' must end in .md or .html`)
}

/** Keeps the recorded results of rules that were not run this time. */
function writeRecord(folder: string, { version, outcomes }: Report): void {
  const path = join(folder, `${version}.json`)
  const before = existsSync(path) ? parseRecord(readFileSync(path, 'utf8')) : undefined
  const record = toRecord(version, outcomes, before)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, formatRecord(record))
}
