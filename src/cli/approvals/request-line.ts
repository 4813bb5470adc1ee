import type { ApprovalView } from '../../api/resources.ts'
import { formOf } from '../../state/approvals/form.ts'
import { questionsOf } from '../../state/approvals/questions.ts'
import { inputOf } from '../../state/approvals/request.ts'
import { approvalTitle, planText } from '../../state/approvals/view.ts'
import { shortInput } from '../../state/short-input.ts'
import { shorten } from '../terminal/truncate.ts'

const MAX = 200
const EDITS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])

/** The request itself in one line: the command, the file, the question, the plan's first line. */
export function requestLine(view: ApprovalView, cwd: string): string {
  return shorten(textOf(view, cwd), MAX)
}

function textOf(view: ApprovalView, cwd: string): string {
  const { kind, request } = view
  switch (kind) {
    case 'tool':
      return toolText(view, cwd)
    case 'question': {
      const [first, ...more] = questionsOf(request)
      return `? ${first?.question ?? 'Question'}${more.length > 0 ? ` (+${more.length})` : ''}`
    }
    case 'plan':
      return `Plan: ${firstLine(planText(view))}`
    case 'elicitation': {
      const { server, message } = formOf(request)
      return `${server}: ${message}`
    }
    default:
      return approvalTitle(view)
  }
}

function toolText({ toolName = 'Tool', request }: ApprovalView, cwd: string): string {
  const input = inputOf(request)
  const { command, file_path: path } = input
  if (typeof command === 'string') return `$ ${command}`
  if (typeof path === 'string') {
    const near = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
    return EDITS.has(toolName) ? `± ${near}` : `${toolName} ${near}`
  }
  return `${toolName} ${shortInput(input)}`.trimEnd()
}

/** Without the marks of a heading. */
function firstLine(plan: string): string {
  const line = plan.split('\n').find((it) => it.trim() !== '') ?? ''
  return line.replace(/^#+\s*/, '').trim() || 'empty'
}
