/** An approval with what a person must know of its session: what the API lists, and what the console shows. */
import type { JsonObject } from '../../protocol/json.ts'
import { objectIn, textIn } from '../fields.ts'
import { inputText, oneLine, shortInput } from '../short-input.ts'
import { visible } from '../unseen.ts'
import type { ApprovalEntry } from './approvals.ts'
import { formOf } from './form.ts'
import { questionsOf } from './questions.ts'
import {
  type ApprovalKind,
  type ApprovalRequest,
  fieldsOf,
  inputOf,
  planOf,
  type RequestFields,
} from './request.ts'

/** A pending approval as a list shows it. */
export interface ApprovalView {
  id: string
  session: string
  sessionTitle: string
  cwd: string
  kind: ApprovalKind
  toolName?: string | undefined
  /** The request as the CLI made it. */
  request: Record<string, unknown>
  /** The plan, where the request leaves it out. */
  plan?: string | undefined
  since: number
}

export interface ApprovalSession {
  readonly id: string
  readonly title: string
  readonly cwd: string
}

export function approvalView(session: ApprovalSession, approval: ApprovalEntry): ApprovalView {
  const { id, kind, toolName, request, plan, at } = approval
  return {
    id,
    session: session.id,
    sessionTitle: session.title,
    cwd: session.cwd,
    kind,
    ...(toolName !== undefined && { toolName }),
    request: objectIn(request) ?? {},
    ...(plan !== undefined && { plan }),
    since: at,
  }
}

type Described = Pick<ApprovalView, 'kind' | 'toolName' | 'plan'> & { readonly request: RequestFields }

/** Empty where the model wrote no plan. */
export function planText({ plan, request }: Pick<Described, 'plan' | 'request'>): string {
  return plan ?? planOf(request)
}

/** What is asked for, in a few words, with characters that cannot be seen written out. */
export function approvalTitle(view: Described): string {
  return visible(titleOf(view))
}

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['Bash', 'Run a command'],
  ['PowerShell', 'Run a command'],
  ['Edit', 'Edit a file'],
  ['MultiEdit', 'Edit a file'],
  ['Write', 'Write a file'],
  ['NotebookEdit', 'Edit a notebook'],
  ['Read', 'Read a file'],
  ['WebFetch', 'Fetch a web page'],
  ['WebSearch', 'Search the web'],
  ['Skill', 'Use a skill'],
])

function titleOf({ kind, toolName, request }: Described): string {
  const fields = fieldsOf(request)
  switch (kind) {
    case 'question':
      return 'Question'
    case 'plan':
      return 'Approve a plan'
    case 'elicitation': {
      const { server, isVisit } = formOf(request)
      return isVisit ? `${server} asks you to open a page` : `${server} asks for input`
    }
    case 'dialog':
      return `Dialog ${textIn(fields.dialog_kind) ?? ''}`.trim()
    case 'tool':
      return textIn(fields.title) ?? ACTIONS.get(toolName ?? '') ?? namedTool(fields, toolName)
  }
}

function namedTool(fields: JsonObject, toolName: string | undefined): string {
  const name = textIn(fields.display_name) ?? toolName
  return name === undefined ? 'Use a tool' : `Use ${name}`
}

/** What it is about, for the line that says what a session waits for. */
export function approvalSubject(request: ApprovalRequest): { name: string; input?: string } {
  switch (request.subtype) {
    case 'can_use_tool':
      return { name: request.tool_name, input: shortInput(request.input) }
    case 'elicitation':
      return { name: request.mcp_server_name, input: oneLine(request.message) }
    case 'request_user_dialog':
      return { name: request.dialog_kind }
  }
}

/** What is asked for, with its content. It may be long and contain line breaks: the caller cuts it. */
export function approvalText(view: Described): string {
  const { kind, toolName, request } = view
  switch (kind) {
    case 'tool':
      return `${toolName ?? 'a tool'}: ${inputText(inputOf(request))}`
    case 'question':
      return `question: ${questionsOf(request)
        .map(({ question }) => question)
        .join(' ')}`
    case 'plan':
      return `plan: ${planText(view)}`
    case 'elicitation': {
      const { server, message } = formOf(request)
      return `${server} asks: ${message}`
    }
    case 'dialog':
      return `dialog: ${textIn(fieldsOf(request).dialog_kind) ?? ''}`.trim()
  }
}
