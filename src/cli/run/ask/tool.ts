import type { ToolApproval } from '../../../client/approvals/approval.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { PermissionUpdate } from '../../../protocol/permissions.ts'
import { visible } from '../../../state/unseen.ts'
import { printable, type Style, shorten } from '../../style.ts'
import { previewOf } from '../rule-preview.ts'
import type { Asking } from './ask.ts'
import { editJson } from './edit-json.ts'

/** Lines of an input that are shown before it is cut. */
const MOST_LINES = 30

export async function askTool(approval: ToolApproval, asking: Asking): Promise<void> {
  const { style, say } = asking
  say(`${style.yellow('?')} ${style.bold(printable(approval.toolName))} asks for permission`)
  for (const line of shownInput(approval, style)) say(`    ${line}`)
  if (approval.reason) say(style.dim(`    because: ${shorten(approval.reason, 200)}`))
  let input = approval.input
  while (approval.status === 'pending') {
    const answer = await asking.ask(`  ${keys(approval)} `, approval.signal)
    switch (answer) {
      case undefined:
        return
      case 'y':
      case 'yes':
        return void approval.allow({ input })
      case 'a':
      case 'always': {
        const remember = await chooseRule(approval, asking)
        if (remember) return void approval.allow({ input, remember: [remember] })
        break
      }
      case 'e':
      case 'edit':
        input = (await editInput(input, approval.signal, asking)) ?? input
        break
      case 'n':
      case 'no': {
        const message = await asking.ask('  Why not, or what instead? (enter: no reason) ', approval.signal)
        return void approval.deny(message)
      }
      case 'N':
        return void approval.deny('The user denied this and stopped the turn.', { interrupt: true })
      default:
        explain(approval, asking)
    }
  }
}

function keys({ suggestions }: ToolApproval): string {
  return suggestions.length > 0 ? '[y]es [a]lways [e]dit [n]o [?]' : '[y]es [e]dit [n]o [?]'
}

function explain({ suggestions }: ToolApproval, { say }: Asking): void {
  say('  y  allow it this once')
  if (suggestions.length === 1 && suggestions[0]) say(`  a  always: ${printable(previewOf(suggestions[0]))}`)
  else if (suggestions.length > 1) say('  a  always: shows the rules to choose from')
  say('  e  edit the input first (in $EDITOR, or here as JSON in one line)')
  say('  n  deny it, with a message to the model')
  say('  N  deny it and stop the turn')
}

async function chooseRule(
  { suggestions, signal }: ToolApproval,
  { say, ask }: Asking,
): Promise<PermissionUpdate | undefined> {
  const [only] = suggestions
  if (only === undefined) return void say('  Nothing is offered to remember here.')
  say('  To remember:')
  for (const [index, update] of suggestions.entries())
    say(`    ${index + 1}  ${printable(previewOf(update))}`)
  const range = suggestions.length === 1 ? 'enter: yes, b: back' : `1-${suggestions.length}, b: back`
  const answer = await ask(`  Which? [${range}] `, signal)
  if (answer === undefined) return undefined
  if (suggestions.length === 1) return ['', '1', 'y', 'yes'].includes(answer) ? only : undefined
  return suggestions[Number(answer) - 1]
}

async function editInput(
  input: JsonObject,
  signal: AbortSignal,
  asking: Asking,
): Promise<JsonObject | undefined> {
  const edited = await editJson(input, signal, asking)
  if (edited === undefined) return undefined
  asking.say('  Now the input is:')
  for (const line of inputLines(edited)) asking.say(`    ${line}`)
  return edited
}

/** An edit as the lines that go and the lines that come; anything else field by field. */
export function shownInput(
  { toolName, input }: Pick<ToolApproval, 'toolName' | 'input'>,
  style: Style,
): string[] {
  const { file_path: file, old_string: before, new_string: after, ...others } = input
  if (toolName !== 'Edit' || typeof before !== 'string' || typeof after !== 'string') return inputLines(input)
  const rest = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== false))
  return cut([
    visible(String(file)),
    ...linesOf(before).map((line) => style.red(`- ${line}`)),
    ...linesOf(after).map((line) => style.green(`+ ${line}`)),
    ...inputLines(rest),
  ])
}

const linesOf = (text: string) => (text === '' ? [] : visible(text).split('\n'))

function cut(lines: string[]): string[] {
  if (lines.length <= MOST_LINES) return lines
  return [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} more lines (e shows all)`]
}

/** The fields of an input, texts as they are. */
export function inputLines(input: JsonObject): string[] {
  const lines = Object.entries(input).flatMap(([name, value]) => {
    const text = visible(typeof value === 'string' ? value : JSON.stringify(value))
    const parts = text.split('\n')
    return parts.length === 1
      ? [`${visible(name)}: ${text}`]
      : [`${visible(name)}:`, ...parts.map((part) => `  ${part}`)]
  })
  return cut(lines)
}
