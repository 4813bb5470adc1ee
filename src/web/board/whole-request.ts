/**
 * Whether a card of the board shows all of a request. Only then it offers to allow the request; otherwise the person has to open it.
 */

import type { Question } from '../../protocol/tools/inputs.ts'
import { questionsOf } from '../../state/approvals/questions.ts'
import { defaultsToNo, inputOf } from '../../state/approvals/request.ts'
import type { ApprovalView } from '../../state/approvals/view.ts'
import { textIn } from '../../state/fields.ts'

const MAX_COMMAND = 240
const MAX_COMMAND_LINES = 5
const MAX_EDIT_LINES = 12
const MAX_LINE = 200
/** Fields of a request to run a command that change nothing about what is run. */
const HARMLESS = new Set(['command', 'description', 'timeout'])

export function isCommandWhole({ request }: ApprovalView): boolean {
  const input = inputOf(request)
  const command = textIn(input.command)
  if (command === undefined || defaultsToNo(request)) return false
  const isShort = command.length <= MAX_COMMAND && command.split('\n').length <= MAX_COMMAND_LINES
  return isShort && Object.keys(input).every((name) => HARMLESS.has(name))
}

export interface WholeEdit {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Undefined if the card has no room for all of it. */
export function wholeEdit({ request, cwd }: ApprovalView): WholeEdit | undefined {
  const {
    file_path: file,
    old_string: before,
    new_string: after,
    replace_all: everywhere,
    ...more
  } = inputOf(request)
  const texts = [file, before, after].map(textIn)
  if (texts.includes(undefined) || everywhere === true || Object.keys(more).length > 0) return undefined
  const [path = '', old = '', now = ''] = texts as string[]
  const lines = [...old.split('\n'), ...now.split('\n')]
  if (defaultsToNo(request) || lines.length > MAX_EDIT_LINES || lines.some((line) => line.length > MAX_LINE))
    return undefined
  return { path: path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path, before: old, after: now }
}

const MAX_OPTIONS = 4

/** The question, if it is the only one, has few options, and needs no more than one of them. */
export function simpleQuestion({ request }: ApprovalView): Question | undefined {
  const [question, ...others] = questionsOf(request)
  if (!question || others.length > 0 || question.multiSelect) return undefined
  const { options } = question
  const isSimple = options.length <= MAX_OPTIONS && options.every(({ preview }) => preview === undefined)
  return isSimple ? question : undefined
}
