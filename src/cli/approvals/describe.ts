import type { ApprovalView } from '../../api/resources.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { PermissionUpdate } from '../../protocol/permissions.ts'
import { formOf } from '../../state/approvals/form.ts'
import { questionsOf } from '../../state/approvals/questions.ts'
import { describeField } from '../../state/approvals/read-form.ts'
import { inputOf } from '../../state/approvals/request.ts'
import { describeRule, suggestionsOf } from '../../state/approvals/rules.ts'
import { approvalText, planText } from '../../state/approvals/view.ts'
import { printable } from '../terminal/cells.ts'
import type { Style } from '../terminal/style.ts'
import { shorten } from '../terminal/truncate.ts'
import { shownInput } from './input-lines.ts'
import { riskLines, risksIn } from './risk-lines.ts'

type Described = Pick<ApprovalView, 'kind' | 'toolName' | 'request' | 'plan'> & { readonly cwd?: string }

export const NO_PLAN = '(empty plan)'

export function approvalLine(view: Described, most = 100): string {
  return shorten(approvalText(view), most)
}

export function ruleLine(update: PermissionUpdate): string {
  const { effect, place } = describeRule(update)
  return printable(`${effect} (${place})`)
}

/** Everything that a person needs to know to decide. */
export function approvalLines(view: Described, style: Style): string[] {
  const { kind, toolName = 'a tool', request } = view
  const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`)
  switch (kind) {
    case 'tool': {
      const { decision_reason: reason } = request
      return [
        style.bold(printable(toolName)),
        ...indented(shownInput(toolName, inputOf(request), style)),
        ...indented(riskLines(risksIn(view, inputOf(request)), style)),
        ...(typeof reason === 'string' ? [style.dim(`    because: ${shorten(reason, 200)}`)] : []),
        ...suggestionsOf(request).map(({ update }) => style.dim(`    --always: ${ruleLine(update)}`)),
      ]
    }
    case 'question':
      return questionsOf(request).flatMap(({ question, options, multiSelect }) => [
        style.bold(`${printable(question)}${multiSelect ? ' (several)' : ''}`),
        ...options.map((option, index) => `    ${optionLine(option, index, style)}`),
      ])
    case 'plan':
      return [style.bold('A plan'), ...indented(printable(planText(view) || NO_PLAN).split('\n'))]
    case 'elicitation':
    case 'dialog':
      return [style.bold(approvalLine(view, 400)), ...indented(formLines(request))]
    default:
      return unknownLines(kind, view, style)
  }
}

/** The compiler accepts this only if there is a case for each kind. A newer host may still send another. */
function unknownLines(kind: never, { request }: Described, style: Style): string[] {
  const input = JSON.stringify(request, undefined, 2).split('\n')
  return [
    style.bold(printable(`Approval of the unknown kind ${kind}`)),
    ...input.map((line) => `    ${printable(line)}`),
  ]
}

export function optionLine(
  { label, description }: { readonly label: string; readonly description?: string },
  index: number,
  style: Style,
): string {
  const about = description ? style.dim(`  ${printable(description)}`) : ''
  return `${index + 1}  ${printable(label)}${about}`
}

function formLines(request: JsonObject): string[] {
  const { url, fields } = formOf(request)
  const lines = fields.map((field) => {
    const { name, help, isRequired } = field
    return `${name}: ${describeField(field)}${isRequired ? ' (needed)' : ''}${help ? `  ${help}` : ''}`
  })
  return [...(url === undefined ? [] : [url]), ...lines].map(printable)
}
