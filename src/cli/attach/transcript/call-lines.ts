/** A tool call in a few lines: what it does, how it ended, and the most telling part of its output. */
import { isObject, type JsonObject, ownValue } from '../../../protocol/json.ts'
import { mcpToolName } from '../../../protocol/tools/tools.ts'
import { formatDuration } from '../../../state/format/duration.ts'
import { inputText } from '../../../state/short-input.ts'
import { outcomeOf } from '../../../state/transcript/background.ts'
import type { CallItem, CallStatus, PlanItem, QuestionItem } from '../../../state/transcript/items.ts'
import { textOf } from '../../../state/transcript/message-fields.ts'
import { isUndecided, runTime } from '../../../state/transcript/run-time.ts'
import { printable, textWidth } from '../../terminal/cells.ts'
import { markdownLines } from '../../terminal/markdown/blocks.ts'
import { bold, cyan, dim, green, red, yellow } from '../../terminal/style.ts'
import { truncate } from '../../terminal/truncate.ts'
import { settledLines, wrapHard, wrapWords } from '../../terminal/wrap.ts'
import { diffOf } from './diff-lines.ts'
import type { LineOptions } from './item-lines.ts'
import { todoLines } from './todo-lines.ts'

const SIGNS: Readonly<Record<CallStatus, string>> = {
  running: yellow('◌'),
  done: green('✓'),
  failed: red('✗'),
  denied: red('⊘'),
  interrupted: yellow('■'),
  lost: red('?'),
}
/** Tools whose output is shown; of others, only the number of lines. */
const TELLING = new Set(['Bash', 'BashOutput', 'TaskOutput', 'PowerShell'])
const TAIL = 4
const DIFF = 14
const MAX = 2000

export function callLines(call: CallItem, options: LineOptions): readonly string[] {
  if (call.kind === 'question') return questionLines(call, options)
  if (call.kind === 'plan') return planLines(call, options)
  return [headLine(call, options), ...bodyLines(call, options)]
}

function headLine(call: CallItem, { width, now }: LineOptions): string {
  const input = inputOf(call)
  const name = bold(nameOf(call.name))
  const { status } = outcomeOf(call)
  const words = [statusWords(call), sizeOf(call), ageOf(call, now)]
    .filter(Boolean)
    .join(isWaiting(call) ? ' · ' : ', ')
  const tail = words === '' ? '' : ` ${dim(words)}`
  const about = call.name === 'TodoWrite' ? '' : printable(inputText(input)).replace(/\s+/g, ' ').trim()
  const head = `${SIGNS[status]} ${name}`
  const shown = truncate(about, width - textWidth(head) - 1 - textWidth(tail))
  return `${head}${shown === '' ? '' : ' '}${shown}${tail}`
}

/** `server: tool` instead of `mcp__server__tool`. */
function nameOf(name: string): string {
  const parts = mcpToolName(name)
  return printable(parts ? `${parts.server}: ${parts.tool}` : name)
}

function inputOf({ ranWith, input }: CallItem): JsonObject {
  if (isObject(ranWith)) return ranWith
  return isObject(input) ? input : {}
}

function isWaiting(call: CallItem): boolean {
  return call.status === 'running' && isUndecided(call)
}

function backgroundWords(call: CallItem): string {
  const { status } = outcomeOf(call)
  if (status === call.status) return ''
  return status === 'running' ? 'in the background' : status
}

function statusWords(call: CallItem): string {
  const { status, ranWith, cut: isCut } = call
  const changed = ranWith !== undefined ? 'changed by you' : ''
  const isPlain = status === 'done' || status === 'running' || status === 'failed'
  const words = isWaiting(call) ? 'needs approval' : isPlain ? backgroundWords(call) : status
  return [words, changed, isCut ? 'cut off' : ''].filter(Boolean).join(', ')
}

/** The size of output that is not shown. */
function sizeOf(call: CallItem): string {
  const text = call.status === 'done' ? resultTextOf(call).trimEnd() : ''
  return isCounted(call, text) ? `${text.split('\n').length} lines` : ''
}

function isCounted({ kind, name, toolUseResult }: CallItem, text: string): boolean {
  if (kind !== 'tool' || TELLING.has(name) || !text.includes('\n')) return false
  return !isObject(toolUseResult) || !Array.isArray(toolUseResult.structuredPatch)
}

/** Empty for less than a second. */
function ageOf(call: CallItem, now: number): string {
  const { status, endedAt } = outcomeOf(call)
  const ms = isWaiting(call)
    ? now - call.at
    : runTime({ ...call, endedAt }, status === 'running' ? now : call.at)
  return ms >= 1000 ? formatDuration(ms) : ''
}

function bodyLines(call: CallItem, options: LineOptions): readonly string[] {
  const { width, isDetailed } = options
  const text = resultTextOf(call)
  if (call.status === 'failed' || call.status === 'denied') {
    const tail = isDetailed ? MAX : TAIL + 2
    return outputLines(text.replace(/<\/?tool_use_error>/g, ''), width, tail, red)
  }
  if (call.name === 'TodoWrite') return todoLines(inputOf(call), width)
  const diff = diffOf(call.name, inputOf(call), call.toolUseResult, width - 4)
  if (diff) return framed(capped(diff, isDetailed ? MAX : DIFF))
  if (text.trim() === '' || call.status === 'running') return []
  if (TELLING.has(call.name) || isDetailed) return outputLines(text, width, isDetailed ? MAX : TAIL, dim)
  if (isCounted(call, text)) return []
  return framed([dim(truncate(printable(text.trim()), width - 4))])
}

function resultTextOf({ result, toolUseResult }: CallItem): string {
  const own = isObject(toolUseResult) ? toolUseResult : {}
  // The tool's own result keeps its colours and is not shortened for the model.
  if (typeof own.stdout === 'string' && own.stdout !== '')
    return [own.stdout, own.stderr].filter((it) => typeof it === 'string' && it !== '').join('\n')
  return textOf(result?.content)
}

/** The last lines, and how many come before them. */
function outputLines(text: string, width: number, most: number, paint: (text: string) => string): string[] {
  // The output may be megabytes: split no more than is shown.
  const lines = settledLines(text.slice(-most * 2000).trimEnd())
  const cutOff = text.length > most * 2000 ? '' : undefined
  const shown = lines
    .slice(-most)
    .flatMap((line) => wrapHard(line, width - 4).slice(0, most === MAX ? 50 : 2))
  const before = lines.length - Math.min(lines.length, most)
  const note =
    before > 0 || cutOff !== undefined ? [dim(`… ${before > 0 ? `${before} lines` : 'more'} before`)] : []
  return framed([...note, ...shown.map((line) => (line.includes('\x1b[') ? line : paint(line)))])
}

function capped(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), dim(`… ${lines.length - most + 1} more lines (Ctrl-O)`)]
}

function framed(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${dim('│')} ${line}`)
}

function questionLines(call: QuestionItem, options: LineOptions): readonly string[] {
  const { width } = options
  const lines = call.questions.flatMap(({ question }) => {
    const answer = call.answers && ownValue(call.answers, question)
    const words = Array.isArray(answer) ? answer.join(', ') : answer === undefined ? '' : String(answer)
    const asked = wrapWords(printable(question), width - 4)
    const told =
      words === ''
        ? call.status === 'running'
          ? []
          : [dim('no answer')]
        : wrapWords(cyan(printable(words)), width - 6)
    return [...asked, ...told.map((line) => `→ ${line}`)]
  })
  const [head, needs] =
    call.questions.length === 1 ? ['Question', 'needs an answer'] : ['Questions', 'need answers']
  const words = isWaiting(call) ? needs : statusWords(call)
  return [`${SIGNS[call.status]} ${bold(head)}${words === '' ? '' : ` ${dim(words)}`}`, ...framed(lines)]
}

function planLines(call: PlanItem, options: LineOptions): readonly string[] {
  const words =
    call.status === 'running'
      ? 'needs approval'
      : call.status === 'done'
        ? 'approved'
        : statusWords(call) || 'not approved'
  const lines = markdownLines(call.plan.trim(), options.width - 4)
  const note =
    call.status === 'failed' || call.status === 'denied'
      ? outputLines(resultTextOf(call), options.width, TAIL, red)
      : []
  return [`${SIGNS[call.status]} ${bold('Plan')} ${dim(words)}`, ...framed(lines), ...note]
}
