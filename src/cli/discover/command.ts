import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineCommand } from '../command-line.ts'
import { styleFor } from '../terminal/style.ts'
import { formatBaseline, NO_BASELINE, readBaseline } from './baseline.ts'
import { compareAll } from './compare.ts'
import { locate, readSource } from './read-source.ts'
import { asText } from './report.ts'

export const discover = defineCommand(
  {
    name: 'discover',
    operands: '[PATH]',
    most: 1,
    about: `
Searches a claude (the installed one unless PATH names another), or the declarations and the JavaScript of an
unpacked npm package, for message types, subtypes, control requests, permission modes, fields, flags and variables
of the environment, and compares them with what Fairlead's protocol layer lists and with the newest version that
Fairlead was made for. What is spoken between a claude and its host comes first:

  new       in a schema there, not listed, and not in that version
  gone      listed, and not even mentioned there
  unlisted  in that version too, and not listed (with --all)
  known     listed, and mentioned there (with --all)

Most texts in a program are internal. Only names in schemas of messages count as new, and even of these some are
for other products that share the schemas. What only stands in compiled code may look gone. The flags of a program
are those that its --help shows; those of a package are what its JavaScript declares or passes on.
A flag without an option of its own can be set with \`extraArgs\`.

Exit code: 0 when it could be compared, 1 when there is nothing to compare, 2 usage error.`,
    options: {
      all: { type: 'boolean', about: 'list every name, also the known and the unlisted ones' },
      json: { type: 'boolean', about: 'print the comparison as one JSON object' },
      record: {
        type: 'string',
        value: 'FILE',
        about: 'write what it has and Fairlead does not list to FILE, to compare later versions with',
      },
    },
    examples: [
      'fairlead discover',
      'fairlead discover ~/.local/bin/claude --all',
      'fairlead discover ./node_modules/@anthropic-ai/claude-agent-sdk --json',
    ],
  },
  async ({ values: { all = false, json = false, record }, operands: [path] }, io) => {
    const source = await locate(path === undefined ? undefined : resolve(io.cwd, path), io)
    const findings = await readSource(source, io.env)
    const baseline = record === undefined ? readBaseline() : NO_BASELINE
    const areas = compareAll(findings, baseline)
    if (areas.every(({ known, new: added, unlisted }) => known.length + added.length + unlisted.length === 0))
      throw new Error(`nothing of the protocol is in ${source.path}; is it a claude?`)
    const seen = { types: findings.anyType.size, subtypes: findings.anySubtype.size }
    if (record !== undefined)
      writeFileSync(resolve(io.cwd, record), formatBaseline(source.version ?? source.path, areas))
    if (json) {
      const { files, ...what } = source
      const report = { ...what, files: files.length, texts: seen, comparedWith: baseline.version, areas }
      io.out(`${JSON.stringify(report, undefined, 2)}\n`)
    } else {
      const style = styleFor(io.stdout, io.env)
      io.out(asText({ source, findings, areas, since: baseline.version }, style, all))
    }
    return 0
  },
)
