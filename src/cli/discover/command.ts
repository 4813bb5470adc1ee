/** `fairlead discover`: what an installed claude, or a release on npm, speaks that Fairlead does not know, or no longer. */
import { resolve } from 'node:path'
import { defineCommand } from '../command-line.ts'
import { type Style, styleFor } from '../style.ts'
import { type Comparison, compareAll } from './compare.ts'
import type { Findings } from './findings.ts'
import { locate, readSource, type Source } from './read-source.ts'

export const discover = defineCommand(
  {
    name: 'discover',
    summary: 'compare what a claude, or an npm release of it, speaks with what Fairlead knows',
    operands: '[PATH]',
    most: 1,
    about: `
Searches a claude (the installed one unless PATH names another), or the declarations and the JavaScript of an
unpacked npm package, for message types, subtypes, control requests, permission modes and flags, and compares
them with what Fairlead's protocol layer lists:

  known  listed, and mentioned there
  new    in a schema there, and not listed
  gone   listed, and not even mentioned there

Most texts in a program are internal. Only names in schemas of messages count as new, and even of these some are
for other products that share the schemas. What only stands in compiled code may look gone. The flags of a program
are those that its --help shows; those of a package are what its JavaScript declares or passes on.
A flag without an option of its own can be set with \`extraArgs\`.

Exit code: 0 when it could be compared, 1 when there is nothing to compare, 2 called wrongly.`,
    options: {
      all: { type: 'boolean', about: 'list the known ones too' },
      json: { type: 'boolean', about: 'print the comparison as one JSON object' },
    },
    examples: [
      'fairlead discover',
      'fairlead discover ~/.local/bin/claude --all',
      'fairlead discover ./node_modules/@anthropic-ai/claude-agent-sdk --json',
    ],
  },
  async ({ values: { all = false, json = false }, operands: [path] }, io) => {
    const source = await locate(path === undefined ? undefined : resolve(io.cwd, path), io)
    const findings = await readSource(source, io.env)
    const areas = compareAll(findings)
    if (areas.every(({ known, new: added }) => known.length + added.length === 0))
      throw new Error(`nothing of the protocol is in ${source.path}; is it a claude?`)
    const seen = { types: findings.anyType.size, subtypes: findings.anySubtype.size }
    if (json) {
      const { files, ...what } = source
      io.out(`${JSON.stringify({ ...what, files: files.length, texts: seen, areas }, undefined, 2)}\n`)
    } else {
      const style = styleFor(io.stdout, io.env)
      io.out(`${heading(source, findings)}\n${areas.map((area) => shown(area, style, all)).join('')}`)
    }
    return 0
  },
)

function heading({ kind, path, version, files }: Source, { anyType, anySubtype }: Findings): string {
  const what = kind === 'program' ? `${path}` : `${path}, ${files.length} file(s)`
  const texts = `${anyType.size} values of type and ${anySubtype.size} of subtype stand there, most of them internal.`
  return `${version ? `${version}\n` : ''}${what}\n${texts}\n`
}

function shown({ area, known, new: added, gone }: Comparison, style: Style, all: boolean): string {
  const list = (names: readonly string[]) => (names.length === 0 ? '' : `: ${names.join(', ')}`)
  if (known.length === 0 && added.length === 0) return `${style.bold(area)}\n  nothing is said about them\n\n`
  return [
    style.bold(area),
    `  known ${known.length}${all ? list(known) : ''}`,
    `  ${style.green('new')}   ${added.length}${list(added)}`,
    `  ${style.yellow('gone')}  ${gone.length}${list(gone)}`,
    '\n',
  ].join('\n')
}
