/** What an approval is about: in one line, and in full. */
import type { ApprovalView } from '../../api/resources.ts'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { PermissionUpdate } from '../../protocol/permissions.ts'
import type { Question } from '../../protocol/tools/inputs.ts'
import { shownInput } from '../run/ask/tool.ts'
import { previewOf } from '../run/rule-preview.ts'
import { tellingPart } from '../run/tool-line.ts'
import { printable, type Style, shorten } from '../style.ts'

type Described = Pick<ApprovalView, 'kind' | 'toolName' | 'request'>

export function inputOf({ request }: Described): JsonObject {
  return isObject(request.input) ? request.input : {}
}

export function questionsOf(view: Described): readonly Question[] {
  const { questions } = inputOf(view)
  return Array.isArray(questions) ? questions : []
}

/** What the CLI offers to remember. */
export function suggestionsOf({ request }: Described): readonly PermissionUpdate[] {
  const { permission_suggestions: suggestions, suppress_always_allow_rule: none } = request
  return none === true || !Array.isArray(suggestions) ? [] : suggestions
}

export function approvalLine(view: Described, most = 100): string {
  switch (view.kind) {
    case 'tool':
      return shorten(`${view.toolName ?? 'a tool'}: ${tellingPart(inputOf(view))}`, most)
    case 'question':
      return shorten(
        `question: ${questionsOf(view)
          .map(({ question }) => question)
          .join(' ')}`,
        most,
      )
    case 'plan':
      return shorten(`plan: ${String(inputOf(view).plan ?? '')}`, most)
    case 'elicitation':
      return shorten(
        `${String(view.request.mcp_server_name ?? 'a server')} asks: ${String(view.request.message ?? '')}`,
        most,
      )
    default:
      return shorten(`dialog: ${String(view.request.dialog_kind ?? view.request.subtype ?? '')}`, most)
  }
}

/** Everything that a person needs to decide. */
export function approvalLines(view: Described, style: Style): string[] {
  const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`)
  switch (view.kind) {
    case 'tool': {
      const { decision_reason: reason } = view.request
      return [
        style.bold(printable(view.toolName ?? 'a tool')),
        ...indented(shownInput({ toolName: view.toolName ?? '', input: inputOf(view) }, style)),
        ...(typeof reason === 'string' ? [style.dim(`    because: ${shorten(reason, 200)}`)] : []),
        ...suggestionsOf(view).map((it) => style.dim(`    --always: ${printable(previewOf(it))}`)),
      ]
    }
    case 'question':
      return questionsOf(view).flatMap(({ question, options = [], multiSelect }) => [
        style.bold(`${printable(question)}${multiSelect ? ' (several)' : ''}`),
        ...options.map(
          ({ label, description }, index) =>
            `    ${index + 1}  ${printable(label)}${description ? style.dim(`  ${printable(description)}`) : ''}`,
        ),
      ])
    case 'plan':
      return [
        style.bold('A plan'),
        ...indented(printable(String(inputOf(view).plan ?? '(the model wrote no plan)')).split('\n')),
      ]
    default:
      return [style.bold(approvalLine(view, 400)), ...indented(formLines(view))]
  }
}

function formLines({ request }: Described): string[] {
  const { requested_schema: schema, url } = request
  const { properties, required } = isObject(schema) ? schema : {}
  const needed = Array.isArray(required) ? required : []
  const fields = Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => {
    const { type = 'text', enum: choices, description } = isObject(field) ? field : {}
    const what = Array.isArray(choices) ? choices.join(' | ') : String(type)
    const about = typeof description === 'string' ? `  ${description}` : ''
    return printable(`${name}=${what}${needed.includes(name) ? ' (needed)' : ''}${about}`)
  })
  return [...(typeof url === 'string' ? [printable(url)] : []), ...fields]
}
