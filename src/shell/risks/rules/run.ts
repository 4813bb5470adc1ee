/** Text that runs without standing in the line: downloads, and what other programs print. */
import { type Call, nameOf, operands, optionValue } from '../call.ts'
import { type Finding, say, type TextPiece } from '../risk.ts'
import { isShell } from '../wrappers.ts'
import type { RiskRule } from './rule.ts'

const DOWNLOADERS = new Set(['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'xh', 'lynx'])
const INTERPRETERS =
  /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|lua|osascript|pwsh|powershell|tclsh|Rscript|source|\.|eval)$/

const runsText = ({ program }: Call): boolean => isShell(program) || INTERPRETERS.test(program)
/** An interpreter whose program is in its arguments reads its input as data. */
const readsProgram = (call: Call): boolean =>
  runsText(call) && !(/^(?:eval|source|\.)$/.test(call.program) || hasProgram(call))

function hasProgram({ args, program }: Call): boolean {
  if (args.some(({ value }) => /^-[A-Za-z]*s$/.test(value) || value === '-') && isShell(program)) return false
  if (args.some(({ value }) => /^-[A-Za-z]*[ceE]$/.test(value) || value === '--eval')) return true
  return args.some(({ value }) => !value.startsWith('-'))
}

function isDownload({ program }: Call): boolean {
  return DOWNLOADERS.has(program)
}

/** The address without its scheme. */
function addressOf(call: Call): TextPiece[] {
  const words = operands(call.args, VALUED)
  const word =
    words.find(({ value }) => /^\w+:\/\//.test(value)) ?? words.find(({ value }) => value.includes('.'))
  return word ? say`${{ code: nameOf(word).replace(/^https?:\/\//, '') }}` : say`a download`
}

const VALUED = ['-o', '-O', '--output', '-H', '--header', '-X', '--request', '-u', '--user', '-A', '-e', '-b']

function fromDownload(call: Call): Finding | undefined {
  const piped = readsProgram(call) ? call.upstream.find(isDownload) : undefined
  const inner = runsText(call) ? call.substituted.find(isDownload) : undefined
  const source = piped ?? inner
  if (!source) return undefined
  const start = Math.min(source.start, call.start)
  const end = piped ? Math.max(source.end, call.programWord.end) : call.end
  const runner = isShell(call.program) || /^(?:source|\.|eval)$/.test(call.program) ? 'a shell' : call.program
  const detail = say`Pipes ${addressOf(source)} into ${runner}. The script can do anything you can.`
  return { detail, start, end }
}

function fromOtherProgram(call: Call): Finding | undefined {
  if (fromDownload(call)) return undefined
  const source = readsProgram(call) ? call.upstream.at(-1) : undefined
  if (source && !/^(?:echo|printf|cat)$/.test(source.program)) {
    const detail = say`Runs what ${{ code: source.program }} prints. The line does not show that text.`
    return { detail, start: Math.min(source.start, call.start), end: call.programWord.end }
  }
  const isEval = call.program === 'eval' || isShell(call.program)
  const isHidden = call.substituted.length > 0 || call.args.some(({ text }) => /^"?\$\w/.test(text))
  const hasText = call.program === 'eval' || call.args.some(({ value }) => /^-[A-Za-z]*c$/.test(value))
  if (!isEval || !isHidden || !hasText || isKnownEval(call)) return undefined
  return { detail: say`Runs a text that is only put together when the line runs.` }
}

/** The usual way to set up a shell: `eval "$(ssh-agent)"`. */
function isKnownEval({ substituted }: Call): boolean {
  const known = /^(?:ssh-agent|direnv|brew|fnm|rbenv|pyenv|nodenv|starship|zoxide|opam|dircolors)$/
  return substituted.length > 0 && substituted.every(({ program }) => known.test(program))
}

/** Files that a download of the line is saved in. */
export function savedBy(call: Call): readonly string[] {
  if (!isDownload(call)) return []
  const named = optionValue(call, 'o', 'output', 'output-document') ?? optionValue(call, 'O')
  const files = [named?.value, ...call.writes.map(({ value }) => value)]
  const address = call.args.find(({ value }) => /^\w+:\/\//.test(value))?.value
  return [...files, address?.slice(address.lastIndexOf('/') + 1)].filter(
    (it) => it !== undefined && it !== '-' && it !== '',
  ) as string[]
}

/** A call that runs a file which the line has downloaded. */
export function runsSaved(call: Call, saved: ReadonlySet<string>): Finding | undefined {
  const file = runsText(call) ? operands(call.args)[0] : call.programWord
  if (!file || (!runsText(call) && !file.value.includes('/'))) return undefined
  if (!saved.has(file.value.replace(/^\.\//, '')) && !saved.has(file.value)) return undefined
  return {
    detail: say`Runs ${{ code: nameOf(file) }}, which this line downloads. The script can do anything you can.`,
  }
}

export const RUN_RULES: readonly RiskRule[] = [
  { kind: 'runs-download', title: 'Runs a download', find: fromDownload },
  { kind: 'runs-hidden-text', title: 'Runs unseen text', find: fromOtherProgram },
]
