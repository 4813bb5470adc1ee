import type { JsonObject } from '../../../protocol/json.ts'
import { fieldsOf, inputOf } from '../../../state/approvals/request.ts'
import { type Suggestion, suggestionsOf } from '../../../state/approvals/rules.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import { textIn } from '../../../state/fields.ts'
import { ruleLine } from '../../approvals/describe.ts'
import { inputLines, shownInput } from '../../approvals/input-lines.ts'
import { printable } from '../../terminal/cells.ts'
import { shorten } from '../../terminal/truncate.ts'
import type { AskedApproval, Asking } from './ask.ts'
import { editJson } from './edit-json.ts'

export async function askTool(
  { request, signal }: AskedApproval,
  asking: Asking,
): Promise<ApprovalDecision | undefined> {
  const { style, say } = asking
  const { tool_name: tool, decision_reason: reason } = fieldsOf(request)
  const toolName = textIn(tool) ?? 'a tool'
  const suggestions = suggestionsOf(request)
  say(`${style.yellow('?')} ${style.bold(printable(toolName))} needs approval`)
  let input = inputOf(request)
  for (const line of shownInput(toolName, input, style)) say(`    ${line}`)
  if (typeof reason === 'string' && reason !== '') say(style.dim(`    because: ${shorten(reason, 200)}`))
  for (;;) {
    const answer = await asking.ask(`  ${keys(suggestions)} `, signal)
    switch (answer) {
      case undefined:
        return undefined
      case 'y':
      case 'yes':
        return { decision: 'allow', input }
      case 'a':
      case 'always': {
        const rule = await chooseRule(suggestions, signal, asking)
        if (rule) return { decision: 'allow', input, remember: [rule.index] }
        break
      }
      case 'e':
      case 'edit':
        input = (await editInput(input, signal, asking)) ?? input
        break
      case 'n':
      case 'no':
        return {
          decision: 'deny',
          message: await asking.ask('  Message to the model (optional): ', signal),
        }
      case 'N':
        return {
          decision: 'deny',
          message: 'The user denied this and stopped the turn.',
          interrupt: true,
        }
      default:
        explain(suggestions, asking)
    }
  }
}

function keys(suggestions: readonly Suggestion[]): string {
  return suggestions.length > 0 ? '[y]es [a]lways [e]dit [n]o [?]' : '[y]es [e]dit [n]o [?]'
}

function explain(suggestions: readonly Suggestion[], { say }: Asking): void {
  const [only] = suggestions
  say('  y  allow once')
  if (only && suggestions.length === 1) say(`  a  ${ruleLine(only.update)}`)
  else if (suggestions.length > 1) say('  a  allow and remember: shows the rules to choose from')
  say('  e  edit the input first (in $EDITOR, or here as JSON in one line)')
  say('  n  deny, with a message to the model')
  say('  N  deny and stop the turn')
}

async function chooseRule(
  suggestions: readonly Suggestion[],
  signal: AbortSignal,
  { say, ask }: Asking,
): Promise<Suggestion | undefined> {
  const [only] = suggestions
  if (only === undefined) return void say('  The CLI suggests no rule to remember.')
  say('  To remember:')
  for (const [index, { update }] of suggestions.entries()) say(`    ${index + 1}  ${ruleLine(update)}`)
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
  asking.say('  Edited input:')
  for (const line of inputLines(edited)) asking.say(`    ${line}`)
  return edited
}
